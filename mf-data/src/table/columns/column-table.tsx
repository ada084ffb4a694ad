import { saidOfColumns, type ProfiledColumn, type TableProfileAttributes } from '@headwater/shared/contract';
import { useSearchParams } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { Cut, Skeleton, styled, Text } from '@headwater/shared/ui';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { NameCell, NullShare, TopValue, TypeCell } from './column-cells.tsx';
import { isBeingMade } from './profile.queries.ts';
import { Shape } from './shape.tsx';
import { useValueText } from './use-value-text.ts';

interface ColumnTableProps {
  table: Table;
  profile: TableProfileAttributes;
  columns: readonly ProfiledColumn[];
}

/** The columns with their types and the facts that fit into a line. Each leads to all that is known about it. */
export function ColumnTable({ table, profile, columns }: ColumnTableProps) {
  const t = messages.use();
  const [query] = useSearchParams();
  const text = useValueText();
  const rows = profile.sampledRows ?? profile.rows;
  const described = saidOfColumns(table.about);
  const known = knownIn(isBeingMade(profile));
  const end = (column: ProfiledColumn, which: 'least' | 'greatest') =>
    known(column, (facts) => {
      const value = facts[which];
      if (value !== null) return <End title={text.value(column, value)}>{text.short(column, value)}</End>;
      return facts.lengths && text.length(column, facts.lengths[which]);
    });
  const shown: DataTableColumn<ProfiledColumn>[] = [
    {
      id: 'name',
      head: t('columns.col_name'),
      rowHead: true,
      cell: ({ name }) => (
        <NameCell name={name} isKey={table.primaryKey.includes(name)} description={described.get(name)} />
      ),
    },
    {
      id: 'type',
      head: t('columns.col_type'),
      cell: (column) => <TypeCell column={column} />,
      hideBelow: 900,
    },
    {
      id: 'values',
      head: t('profile.values'),
      cell: (column) => known(column, ({ shape }) => (shape.rows.length === 0 ? null : <Shape {...shape} />)),
      hideBelow: 600,
    },
    {
      id: 'nulls',
      head: 'NULL',
      align: 'end',
      cell: (column) =>
        known(column, ({ nulls }) => (
          <NullShare nulls={nulls} rows={rows} written={text.share(nulls, rows)} />
        )),
    },
    {
      id: 'distinct',
      head: t('profile.distinct'),
      align: 'end',
      cell: (column) => known(column, ({ distinct }) => text.distinct(distinct)),
    },
    {
      id: 'least',
      head: t('profile.least'),
      align: 'end',
      cell: (column) => end(column, 'least'),
      hideBelow: 900,
    },
    {
      id: 'greatest',
      head: t('profile.greatest'),
      align: 'end',
      cell: (column) => end(column, 'greatest'),
      hideBelow: 900,
    },
    {
      id: 'mean',
      head: t('profile.mean'),
      align: 'end',
      cell: (column) => known(column, ({ mean }) => (mean === null ? null : text.mean(mean))),
      hideBelow: 1360,
    },
    {
      id: 'top',
      head: t('profile.most_common'),
      cell: (column) =>
        known(column, ({ unique, top }) => {
          if (unique) return <Text tone="muted">{t('profile.unique')}</Text>;
          return top && <TopValue value={text.value(column, top.value)} share={text.share(top.rows, rows)} />;
        }),
      hideBelow: 1360,
    },
  ];
  const opened = query.get('column');
  return (
    <DataTable
      label={t('table.tab.columns')}
      columns={shown}
      rows={columns}
      rowKey={({ name }) => name}
      density="roomy"
      isSelected={({ name }) => name === opened}
    />
  );
}

/** Returns what writes what is known about a column, or that it isn't yet, or won't be. */
const knownIn =
  (isOpen: boolean) =>
  ({ facts, fault }: ProfiledColumn, write: (facts: NonNullable<ProfiledColumn['facts']>) => ReactNode) => {
    if (facts) return write(facts) ?? <Text tone="dim">–</Text>;
    if (isOpen && !fault) return <Skeleton width={48} />;
    return <Text tone="dim">–</Text>;
  };

// Narrow enough for both ends and the most common value to fit beside each other.
const End = styled(Cut)({ maxWidth: 132, marginLeft: 'auto' });
