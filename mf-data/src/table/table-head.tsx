import { useFormat } from '@headwater/shared/messages';
import { Freshness, PageHead } from '@headwater/shared/ui/workspace';
import type { ReactNode } from 'react';
import { messages } from '../messages.ts';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { DescribeButton } from './describe/describe-button.tsx';
import { TableOwner, TableText } from './describe/table-about.tsx';

interface TableHeadProps {
  address: TableAddress;
  table: Table;
  /** Further buttons. */
  actions?: ReactNode;
}

/** The table's name, the age of its data, its size, and what people say about it. */
export function TableHead({ address, table, actions }: TableHeadProps) {
  const t = messages.use();
  const { bytes } = useFormat();
  const { tableName, rows, version, freshAsOf, lateAt, stale } = table;
  const isDescribed = table.about.owner !== null || table.about.tags.length > 0;
  const meta = (version !== null || isDescribed) && (
    <>
      {rows !== null && <span>{t('table.rows', { count: rows })}</span>}
      {table.bytes !== null && <span>{bytes(table.bytes)}</span>}
      {version !== null && <span>{t('table.version', { version })}</span>}
      <TableOwner address={address} table={table} />
    </>
  );
  return (
    <>
      <PageHead
        title={tableName}
        badge={
          <>
            <Freshness asOf={freshAsOf} delayed={stale} lateAt={lateAt} wordy />
            {table.can.describe && <DescribeButton address={address} table={table} />}
          </>
        }
        meta={meta}
        actions={actions}
      />
      <TableText table={table} />
    </>
  );
}
