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

/** Where a page begins: beyond a row, of which it's known which of the values by which it's sorted are NULL. */
export interface Beyond {
  rowId: number;
  isNull: readonly boolean[];
}

/** A condition, and how many of the row's values are its parameters. */
export interface PartSql {
  condition: string;
  parameters: number;
}

/**
 * Returns conditions for the rows beyond another row, part by part in the order of reading: those with the same first
 * key, those beyond it, and those without one. One condition for all of them would be several times slower, because the
 * engine skips rows only by simple comparisons. The parameters `$1`, `$2`, … are the row's values by which it's sorted,
 * without the NULLs.
 */
export function beyondSql(sort: QuerySort, { rowId, isNull }: Beyond, reading: Reading): PartSql[] {
  const isForward = reading === 'forward';
  const names = sort.map(({ column }) => identifier(column));
  const values = isNull.map((_, at) => `$${isNull.slice(0, at + 1).filter((none) => !none).length}`);
  const same = names.map((name, at) => (isNull[at] ? `${name} is null` : `${name} = ${values[at]}`));
  const compared = sort.map(
    ({ descending }, at) => `${names[at]} ${descending === isForward ? '<' : '>'} ${values[at]}`,
  );
  const beyond = names.map((name, at) => {
    if (isNull[at]) return isForward ? 'false' : `${name} is not null`;
    return isForward ? `(${compared[at]} or ${name} is null)` : compared[at]!;
  });
  const cases = [...beyond, `rowid ${isForward ? '>' : '<'} ${rowId}`].map((last, at) =>
    [...same.slice(1, at), last].join(' and '),
  );
  const [first, isNone] = [names[0], isNull[0]];
  if (first === undefined) return [{ condition: cases[0]!, parameters: 0 }];
  const parameters = isNull.filter((none) => !none).length;
  const ties = cases.slice(1).map((one) => `(${one})`);
  return [
    { condition: `${same[0]} and (${ties.join(' or ')})`, parameters },
    ...(isNone ? [] : [{ condition: compared[0]!, parameters: 1 }]),
    ...(isNone === isForward
      ? []
      : [{ condition: `${first} is ${isNone ? 'not null' : 'null'}`, parameters: 0 }]),
  ];
}
