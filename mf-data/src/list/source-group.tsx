import { isMade, type IndexedTable, type TableGroup } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useInfiniteQuery } from '@headwater/shared/query';
import { Link, paths, useParams } from '@headwater/shared/routing';
import { tableQueries, UnsyncedActions, UnsyncedTag, type IndexSearch } from '@headwater/shared/tables';
import { Button, Cut, IconButton, Row, Stack, styled, Text } from '@headwater/shared/ui';
import { IconChevronDown, IconChevronRight } from '@headwater/shared/ui/icons';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Frame, FrameFoot, Freshness, MoreButton } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { useDeletionText } from '../deletion-text.ts';
import { messages } from '../messages.ts';
import { DeleteKeptTables } from './delete-kept-tables.tsx';
import { TableWords } from './table-words.tsx';

interface SourceGroupProps {
  group: TableGroup;
  search: IndexSearch;
}

/** One connection with its tables: the first ones, and the others on request. */
export function SourceGroup({ group, search }: SourceGroupProps) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const { sourceConnectionId, sourceConnectionName: name, connectionDeleted: deleted } = group;
  const isListed = group.tables.length > 0;
  const [isOpen, setOpen] = useState(isListed);
  const [isAsked, setAsked] = useState(false);
  const pages = useInfiniteQuery({
    ...tableQueries.indexOfConnection(organizationId, search, sourceConnectionId),
    enabled: isOpen && (isAsked || !isListed),
  });
  const found = pages.data?.pages.flatMap(({ groups }) => groups[0]?.tables ?? []);
  const tables = found ?? (isListed ? group.tables : undefined);
  const deletionText = useDeletionText();
  const isViews = group.connector === 'views';
  const isBuiltIn = group.connector === 'headwater';
  return (
    <section aria-label={isViews ? t('view.group') : name}>
      <Stack gap={2}>
        <Row>
          <Toggle
            size="small"
            label={t(isOpen ? 'list.collapse' : 'list.expand', { source: name })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <IconChevronDown /> : <IconChevronRight />}
          </Toggle>
          <Heading>
            {isViews ? (
              t('view.group')
            ) : deleted || isBuiltIn ? (
              name
            ) : (
              <Link to={paths.sourceConnection(organizationId, sourceConnectionId)}>{name}</Link>
            )}
          </Heading>
          <Text tone="dim" size={13}>
            {t(isViews ? 'view.count' : 'list.group', { count: group.total })}
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
        {isOpen && (
          <Frame bleed>
            <Tables group={group} tables={tables} busy={pages.isFetching && !pages.isFetchingNextPage} />
            {tables && tables.length < group.total && (
              <FrameFoot>
                <span>{t('list.shown', { shown: tables.length, of: group.total })}</span>
                {found ? (
                  <MoreButton list={pages}>{t('list.more')}</MoreButton>
                ) : (
                  <Button size="small" variant="ghost" onClick={() => setAsked(true)}>
                    {t('list.more')}
                  </Button>
                )}
              </FrameFoot>
            )}
          </Frame>
        )}
      </Stack>
    </section>
  );
}

interface TablesProps {
  group: TableGroup;
  /** Undefined while they are being fetched. */
  tables: readonly IndexedTable[] | undefined;
  busy: boolean;
}

function Tables({ group, tables, busy }: TablesProps) {
  const { organizationId = '' } = useParams();
  const all = useColumns(organizationId, group);
  const isSynced = tables?.every(({ selection }) => selection === 'selected' || isMade(selection)) ?? true;
  const isOwned = tables?.some(({ owner }) => owner !== null) ?? false;
  const columns = all.filter(({ id }) => (id !== 'actions' || !isSynced) && (id !== 'owner' || isOwned));
  return (
    <DataTable
      label={group.sourceConnectionName}
      columns={columns}
      rows={tables}
      rowKey={({ tableName }) => tableName}
      density="roomy"
      busy={busy}
    />
  );
}

function useColumns(
  organizationId: string,
  { sourceConnectionId, connectionDeleted }: TableGroup,
): DataTableColumn<IndexedTable>[] {
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
            <Link to={paths.table(organizationId, sourceConnectionId, table.tableName)}>
              {table.tableName}
            </Link>
          </TableName>
          <TableWords table={table} />
          <span className="hw-narrow">
            <Fresh table={table} />
          </span>
        </>
      ),
    },
    {
      id: 'owner',
      head: t('list.col_owner'),
      cell: ({ owner }) => owner && <Cut title={owner.name}>{owner.name}</Cut>,
      hideBelow: 900,
      width: 150,
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
      cell: (table) => number(table.columns),
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
        table.selection !== 'selected' &&
        !isMade(table.selection) && (
          <UnsyncedActions
            address={{
              organizationId,
              sourceConnectionId,
              tableName: table.tableName,
            }}
            table={{ ...table, connectionDeleted }}
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

// An open group is the normal case, and not a button in use.
const Toggle = styled(IconButton)({
  marginLeft: -6,
  marginRight: -4,
  '&[aria-expanded="true"]:not(:hover)': { background: 'none', color: 'var(--icon)' },
});
const Heading = styled('h2')({ '& > a': { color: 'var(--text)' } });
const TableName = styled(Cut)({
  font: 'var(--weight-medium) 12.5px/1.5 var(--font-mono)',
});
