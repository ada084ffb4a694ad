import type { QuerySort } from '@headwater/shared/contract';
import { identifier } from '../warehouse/sql.ts';

/** In which direction a page is read from its place. Its rows are shown in the same order either way. */
export type Reading = 'forward' | 'backward';

/** Returns the order of rows: by the sort, without values last, and then as in the table. */
export function orderSql(sort: QuerySort, reading: Reading): string {
  const isBackward = reading === 'backward';
  const keys = sort.map(({ column, descending }) => {
    const direction = descending === isBackward ? 'asc' : 'desc';
    return `${identifier(column)} ${direction} nulls ${isBackward ? 'first' : 'last'}`;
  });
  return [...keys, `rowid ${isBackward ? 'desc' : 'asc'}`].join(', ');
}

/**
 * Returns SQL that is true for rows beyond another row. `isNull` says which of that row's values by which it's sorted
 * are NULL; the others are the parameters `$1`, `$2`, …, in the order of the sort. The condition begins with a bound of
 * the first key, by which the engine skips most rows.
 */
export function beyondSql(
  sort: QuerySort,
  { rowId, isNull }: { rowId: number; isNull: readonly boolean[] },
  reading: Reading,
): string {
  const isForward = reading === 'forward';
  const names = sort.map(({ column }) => identifier(column));
  const values = isNull.map((_, at) => `$${isNull.slice(0, at + 1).filter((none) => !none).length}`);
  const same = names.map((name, at) => (isNull[at] ? `${name} is null` : `${name} = ${values[at]}`));
  const beyond = sort.map(({ descending }, at) => {
    const name = names[at]!;
    if (isNull[at]) return isForward ? 'false' : `${name} is not null`;
    const compared = `${name} ${descending === isForward ? '<' : '>'} ${values[at]}`;
    return isForward ? `(${compared} or ${name} is null)` : compared;
  });
  const cases = [...beyond, `rowid ${isForward ? '>' : '<'} ${rowId}`].map((last, at) =>
    [...same.slice(0, at), last].join(' and '),
  );
  const either = cases.map((one) => `(${one})`).join(' or ');
  return sort.length === 0 ? either : `(${beyond[0]} or ${same[0]}) and (${either})`;
}
