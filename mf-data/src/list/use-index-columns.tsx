import { isMade, type IndexedTable } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Link, paths } from '@headwater/shared/routing';
import { UnsyncedActions, UnsyncedTag } from '@headwater/shared/tables';
import { Cut, styled, Text } from '@headwater/shared/ui';
import type { DataTableColumn } from '@headwater/shared/ui/table';
import { Freshness } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { Inner } from './source-part.tsx';
import { hasWords, TableWords } from './table-words.tsx';
import type { TreeTable } from './tree-table.ts';

/** Returns the columns of the index. */
export function useIndexColumns(organizationId: string): DataTableColumn<TreeTable>[] {
  const t = messages.use();
  const { number, bytes } = useFormat();
  const figure = (value: number | null, write: (value: number) => string) =>
    value === null ? '–' : write(value);
  const pathOf = ({ group, tableName }: TreeTable) =>
    paths.table(organizationId, group.sourceConnectionId, tableName);
  return [
    {
      id: 'table',
      head: t('list.col_table'),
      rowHead: true,
      cell: (table) => (
        <Inner data-level={table.level}>
          <TableName title={table.tableName}>
            <Link to={pathOf(table)}>{table.name}</Link>
          </TableName>
          <span className="hw-narrow">
            <TableWords table={table} />
          </span>
        </Inner>
      ),
    },
    {
      id: 'description',
      head: t('list.col_description'),
      cell: (table) => (hasWords(table) ? <TableWords table={table} /> : <Text tone="dim">–</Text>),
      hideBelow: 600,
      width: '28%',
    },
    {
      id: 'owner',
      head: t('list.col_owner'),
      cell: ({ owner }) => owner && <Cut title={owner.name}>{owner.name}</Cut>,
      hideBelow: 1360,
      width: 130,
    },
    {
      id: 'rows',
      head: t('list.col_rows'),
      cell: ({ rows }) => figure(rows, number),
      align: 'end',
      hideBelow: 600,
      width: 110,
    },
    {
      id: 'size',
      head: t('list.col_size'),
      cell: (table) => figure(table.bytes, bytes),
      align: 'end',
      hideBelow: 900,
      width: 100,
    },
    {
      id: 'fresh',
      head: t('list.col_fresh'),
      cell: (table) => <Fresh table={table} />,
      width: 150,
    },
    {
      id: 'reports',
      head: t('list.col_reports'),
      cell: (table) =>
        table.reports === 0 ? (
          <Text tone="dim">{number(0)}</Text>
        ) : (
          <Link to={`${pathOf(table)}?tab=lineage`} aria-label={t('table.used_in', { count: table.reports })}>
            {number(table.reports)}
          </Link>
        ),
      align: 'end',
      hideBelow: 900,
      width: 92,
    },
    {
      id: 'actions',
      head: '',
      cell: (table) =>
        table.selection !== 'selected' &&
        !isMade(table.selection) && (
          <UnsyncedActions
            address={{
              organizationId,
              sourceConnectionId: table.group.sourceConnectionId,
              tableName: table.tableName,
            }}
            table={{ ...table, connectionDeleted: table.group.connectionDeleted }}
          />
        ),
      hideBelow: 600,
      width: 190,
    },
  ];
}

function Fresh({ table: { freshAsOf, lateAt, stale, version, selection } }: { table: IndexedTable }) {
  const t = messages.use();
  if (selection === 'deselected' || selection === 'gone') return <UnsyncedTag selection={selection} />;
  if (version === null)
    return (
      <Text tone="dim" size={12}>
        {t(isMade(selection) ? 'view.not_yet' : 'list.never')}
      </Text>
    );
  return (
    <span title={stale ? t(isMade(selection) ? 'view.failed' : 'list.stale') : undefined}>
      <Freshness asOf={freshAsOf} delayed={stale} lateAt={lateAt} />
    </span>
  );
}

const TableName = styled(Cut)({
  font: 'var(--weight-medium) 12.5px/1.5 var(--font-mono)',
});
