import type { QueryResult } from '@headwater/shared/contract';
import { fitRows } from './fit-rows.ts';

/** Returns the result of a query as rows, which models read better than columns. */
export function resultOf({ columns, values, rows: count, cut, notes, version }: QueryResult) {
  const all = Array.from({ length: count }, (_, at) =>
    columns.map(({ others }, column) =>
      others.includes(at) ? '(all others)' : (values[column]?.[at] ?? null),
    ),
  );
  const { rows, cutCells } = fitRows(all);
  return {
    columns: columns.map(({ as, type, grain }) => ({ name: as, type, ...(grain && { period: grain }) })),
    rows,
    cut_cells: cutCells,
    /** How many groups there are, if not all are here. */
    ...(cut || rows.length < count ? { groups: cut?.of ?? count } : {}),
    notes: notes.map(({ code, column, rows: left }) => `${left} rows ${REASONS[code]} ${column}.`),
    version,
  };
}

const REASONS: Record<QueryResult['notes'][number]['code'], string> = {
  without_moment: 'aren’t in the result, because they have no moment in',
  not_finite: 'aren’t in the result, because they have no finite number in',
  without_value: 'don’t count, because they have no value in',
  after_last_read: 'don’t count, because they have a date after the last read in',
};
