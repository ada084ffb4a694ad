import type { Column } from '@headwater/shared/contract';
import { Cut, Mono, Row, Text } from '@headwater/shared/ui';
import { Frame } from '@headwater/shared/ui/workspace';
import { IconKey } from '@headwater/shared/ui/icons';
import { DataTable, KindIcon, type DataTableColumn } from '@headwater/shared/ui/table';
import { messages } from '../messages.ts';
import type { Table } from '@headwater/shared/tables';

/** The table's columns, with their types here and at the source. */
export function ColumnList({ table }: { table: Table }) {
  const t = messages.use();
  const columns: DataTableColumn<Column>[] = [
    {
      id: 'name',
      head: t('columns.col_name'),
      rowHead: true,
      cell: ({ name }) => (
        <Row nowrap gap={1.5}>
          <Cut title={name} style={{ maxWidth: 360 }}>
            <Mono>{name}</Mono>
          </Cut>
          {table.primaryKey.includes(name) && <IconKey size={14} label={t('columns.key')} />}
        </Row>
      ),
    },
    {
      id: 'kind',
      head: t('columns.col_kind'),
      cell: ({ kind }) => (
        <Row nowrap gap={1.5}>
          <KindIcon kind={kind} />
          {t(`kind.${kind}`)}
        </Row>
      ),
    },
    { id: 'type', head: t('columns.col_type'), cell: ({ type }) => <Mono>{type}</Mono>, hideBelow: 600 },
    {
      id: 'source',
      head: t('columns.col_source'),
      cell: ({ sourceType }) => (
        <Text tone="muted">
          <Mono>{sourceType}</Mono>
        </Text>
      ),
      hideBelow: 900,
    },
    {
      id: 'nullable',
      head: t('columns.col_nullable'),
      cell: ({ nullable }) => t(nullable ? 'columns.nullable_yes' : 'columns.nullable_no'),
      hideBelow: 600,
    },
  ];
  return (
    <Frame bleed>
      <DataTable
        label={t('table.tab.columns')}
        columns={columns}
        rows={table.columns}
        rowKey={(column) => column.name}
      />
    </Frame>
  );
}
