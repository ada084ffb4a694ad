import { useQuery } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import { type Table, tableQueries } from '@headwater/shared/tables';
import { QueryBoundary, Skeleton, Text, TextLink } from '@headwater/shared/ui';
import { Combobox } from '@headwater/shared/ui/combobox';
import { messages } from '../../messages.ts';

interface TableChoiceProps {
  organizationId: string;
  label: string;
  /** A table's ID, empty for none. */
  value: string;
  onChange(table: Table): void;
}

/** A choice of one of the workspace's tables that have rows. */
export function TableChoice({ organizationId, label, value, onChange }: TableChoiceProps) {
  const t = messages.use();
  const tables = useQuery(tableQueries.all(organizationId));
  return (
    <QueryBoundary query={tables} thing={t('list.thing')} loading={<Skeleton width="100%" height={56} />}>
      {(all) => {
        const synced = all.filter(({ version }) => version !== null);
        if (synced.length === 0)
          return (
            <Text tone="dim">
              {t.rich('tool.no_tables', {
                link: (words) => <TextLink to={paths.sourceConnections(organizationId)}>{words}</TextLink>,
              })}
            </Text>
          );
        return (
          <Combobox
            label={label}
            value={value}
            options={[
              ...(value === '' ? [{ value: '', label: t('tool.choose_table') }] : []),
              ...synced.map((table) => ({
                value: table.id,
                label: `${table.tableName} (${table.sourceConnectionName})`,
              })),
            ]}
            onChange={(id) => {
              const chosen = synced.find((table) => table.id === id);
              if (chosen) onChange(chosen);
            }}
          />
        );
      }}
    </QueryBoundary>
  );
}

/** Returns a table of the workspace by its ID, once it's known. */
export function useTableById(organizationId: string, id: string): Table | undefined {
  return useQuery(tableQueries.all(organizationId)).data?.find((table) => table.id === id);
}
