import { CARD_TITLE_MAX } from '@headwater/shared/contract';
import { useSearchParams } from '@headwater/shared/routing';
import { useCalendar } from '@headwater/shared/session';
import type { Table } from '@headwater/shared/tables';
import { messages } from '../../messages.ts';
import { columnsIn, filterIn, type NewCard, rowQuery, sortIn, usualRows } from '@headwater/shared/figures';
import { AddToReport } from '../../add-to-report.tsx';

/** Puts the rows that are shown into a report, with their columns, filter, and order. */
export function AddRows({ table }: { table: Table }) {
  const t = messages.use();
  const { zone } = useCalendar();
  const [query] = useSearchParams();
  const { id, tableName, columns } = table;
  const shown = columnsIn(query);
  const listed = shown.length === 0 ? columns : columns.filter(({ name }) => shown.includes(name));
  const rows = usualRows(listed);
  // A card has one order, by one of its columns.
  const key = sortIn(query).find(({ column }) => rows.columns.includes(column));
  const sort = key ? { by: key.column, descending: key.descending } : null;
  return (
    <AddToReport
      title={tableName}
      disabledReason={rows.columns.length === 0 ? t('columns.none_found') : undefined}
      cardOf={() => ({
        card: {
          ...{ kind: 'table', title: tableName.slice(0, CARD_TITLE_MAX), table: { id, name: tableName } },
          query: rowQuery({ ...rows, sort }, filterIn(query), zone),
        } as NewCard,
        columns: columns.map(({ name }) => name),
      })}
    />
  );
}
