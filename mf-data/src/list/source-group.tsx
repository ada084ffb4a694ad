import { useFormat } from '@headwater/shared/messages';
import { Link, paths, useParams } from '@headwater/shared/routing';
import { Cut, Row, Stack, styled, Text } from '@headwater/shared/ui';
import { Frame, Freshness } from '@headwater/shared/ui/workspace';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { messages } from '../messages.ts';
import { UnsyncedActions, UnsyncedTag, type Table } from '@headwater/shared/tables';
import { DeleteKeptTables } from './delete-kept-tables.tsx';
import { useDeletionText } from '../deletion-text.ts';
import type { SourceTables } from './table-search.ts';

/** One connection with its tables. */
export function SourceGroup({ group }: { group: SourceTables<Table> }) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const all = useColumns(organizationId);
  const deletionText = useDeletionText();
  const deleted = group.tables[0]?.connectionDeleted;
  const isSynced = group.tables.every(({ selection }) => selection === 'selected');
  const columns = isSynced ? all.filter(({ id }) => id !== 'actions') : all;
  return (
    <section aria-label={group.name}>
      <Stack gap={2}>
        <Row>
          <Heading>
            {deleted ? (
              group.name
            ) : (
              <Link to={paths.sourceConnection(organizationId, group.sourceConnectionId)}>{group.name}</Link>
            )}
          </Heading>
          <Text tone="dim" size={13}>
            {t('list.group', { count: group.tables.length })}
          </Text>
          {deleted && (
            <Text tone="dim" size={13}>
              {deletionText(deleted)}
            </Text>
          )}
          {deleted && group.tables[0]?.can.delete && (
            <DeleteKeptTables organizationId={organizationId} group={group} />
          )}
        </Row>
        <Frame bleed>
          <DataTable
            label={group.name}
            columns={columns}
            rows={group.tables}
            rowKey={(table) => table.tableName}
            density="roomy"
          />
        </Frame>
      </Stack>
    </section>
  );
}

function useColumns(organizationId: string): DataTableColumn<Table>[] {
  const t = messages.use();
  const { number, bytes } = useFormat();
  const figure = (value: number | null, write: (value: number) => string) =>
    value === null ? '–' : write(value);
  return [
    {
      id: 'table',
      head: t('list.col_table'),
      rowHead: true,
      cell: (table) => (
        <>
          <TableName title={table.tableName}>
            <Link to={paths.table(organizationId, table.sourceConnectionId, table.tableName)}>
              {table.tableName}
            </Link>
          </TableName>
          <span className="hw-narrow">
            <Fresh table={table} />
          </span>
        </>
      ),
    },
    {
      id: 'rows',
      head: t('list.col_rows'),
      cell: ({ rows }) => figure(rows, number),
      align: 'end',
      width: 140,
    },
    {
      id: 'size',
      head: t('list.col_size'),
      cell: (table) => figure(table.bytes, bytes),
      align: 'end',
      hideBelow: 600,
      width: 120,
    },
    {
      id: 'columns',
      head: t('list.col_columns'),
      cell: (table) => number(table.columns.length),
      align: 'end',
      hideBelow: 900,
      width: 110,
    },
    {
      id: 'fresh',
      head: t('list.col_fresh'),
      cell: (table) => <Fresh table={table} />,
      hideBelow: 600,
      width: 180,
    },
    {
      id: 'actions',
      head: '',
      cell: (table) =>
        table.selection !== 'selected' && (
          <UnsyncedActions
            address={{
              organizationId,
              sourceConnectionId: table.sourceConnectionId,
              tableName: table.tableName,
            }}
            table={table}
          />
        ),
      hideBelow: 600,
      width: 190,
    },
  ];
}

function Fresh({ table: { freshAsOf, lateAt, stale, version, selection } }: { table: Table }) {
  const t = messages.use();
  if (selection === 'deselected' || selection === 'gone') return <UnsyncedTag selection={selection} />;
  if (version === null)
    return (
      <Text tone="dim" size={12}>
        {t('list.never')}
      </Text>
    );
  return (
    <span title={stale ? t('list.stale') : undefined}>
      <Freshness asOf={freshAsOf} delayed={stale} lateAt={lateAt} />
    </span>
  );
}

const Heading = styled('h2')({ '& > a': { color: 'var(--text)' } });
const TableName = styled(Cut)({
  font: 'var(--weight-medium) 12.5px/1.5 var(--font-mono)',
});
