import { useFormat } from '@headwater/shared/messages';
import { Freshness, PageHead } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import type { Table } from '@headwater/shared/tables';

/** The table's name, the age of its data, and its size. */
export function TableHead({ table }: { table: Table }) {
  const t = messages.use();
  const { bytes } = useFormat();
  const { tableName, rows, version, freshAsOf, lateAt, stale } = table;
  const meta = version !== null && (
    <>
      {rows !== null && <span>{t('table.rows', { count: rows })}</span>}
      {table.bytes !== null && <span>{bytes(table.bytes)}</span>}
      <span>{t('table.version', { version })}</span>
    </>
  );
  return (
    <PageHead
      title={tableName}
      badge={<Freshness asOf={freshAsOf} delayed={stale} lateAt={lateAt} wordy />}
      meta={meta}
    />
  );
}
