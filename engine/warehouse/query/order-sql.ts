import { mayBe, type OrderKey } from './alphabetical.ts';

/** In which direction a page is read from its place. Its rows are shown in the same order either way. */
export type Reading = 'forward' | 'backward';

/** Returns the order of rows: by the keys, without values last, and then as in the table. */
export function orderSql(sort: readonly OrderKey[], reading: Reading): string {
  const isBackward = reading === 'backward';
  const keys = sort.map(({ sql, descending }) => {
    const direction = descending === isBackward ? 'asc' : 'desc';
    return `${sql} ${direction} nulls ${isBackward ? 'first' : 'last'}`;
  });
  return [...keys, `rowid ${isBackward ? 'desc' : 'asc'}`].join(', ');
}

/** Where a page begins: beyond a row, with its values by which it's sorted. Only whether they are NULL matters, and texts. */
export interface Beyond {
  rowId: number;
  values: readonly unknown[];
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
export function beyondSql(sort: readonly OrderKey[], { rowId, values }: Beyond, reading: Reading): PartSql[] {
  const isForward = reading === 'forward';
  const isNull = values.map((value) => value === null);
  const names = sort.map(({ name }) => name);
  const parameters = isNull.map((_, at) => `$${isNull.slice(0, at + 1).filter((none) => !none).length}`);
  const near = (at: number, side: 'below' | 'above') =>
    sort[at]!.isAlphabetical ? `${mayBe(side, names[at]!, values[at] as string)} and ` : '';
  const same = sort.map(({ sql }, at) =>
    isNull[at]
      ? `${names[at]} is null`
      : `${near(at, 'below')}${near(at, 'above')}${sql} = ${parameters[at]}`,
  );
  const compared = sort.map(({ sql, descending }, at) => {
    if (isNull[at]) return '';
    return descending === isForward
      ? `${near(at, 'below')}${sql} < ${parameters[at]}`
      : `${near(at, 'above')}${sql} > ${parameters[at]}`;
  });
  const beyond = names.map((name, at) => {
    if (isNull[at]) return isForward ? 'false' : `${name} is not null`;
    return isForward ? `((${compared[at]}) or ${name} is null)` : compared[at]!;
  });
  const cases = [...beyond, `rowid ${isForward ? '>' : '<'} ${rowId}`].map((last, at) =>
    [...same.slice(1, at), last].join(' and '),
  );
  const [first, isNone] = [names[0], isNull[0]];
  if (first === undefined) return [{ condition: cases[0]!, parameters: 0 }];
  const known = isNull.filter((none) => !none).length;
  const ties = cases.slice(1).map((one) => `(${one})`);
  return [
    { condition: `${same[0]} and (${ties.join(' or ')})`, parameters: known },
    ...(isNone ? [] : [{ condition: compared[0]!, parameters: 1 }]),
    ...(isNone === isForward
      ? []
      : [{ condition: `${first} is ${isNone ? 'not null' : 'null'}`, parameters: 0 }]),
  ];
}

/**
 * Returns a condition for the rows that can be among the first ones up to a row that has this value of the first key. It
 * is true for few others, and takes little time. The value is the parameter `$<parameter>`.
 */
export function upToSql(
  { name, descending, isAlphabetical }: OrderKey,
  value: unknown,
  parameter: number,
  reading: Reading,
): { condition: string; hasParameter: boolean } {
  const side = descending === (reading === 'forward') ? 'above' : 'below';
  const upTo = isAlphabetical
    ? mayBe(side, name, value as string)
    : `${name} ${side === 'above' ? '>=' : '<='} $${parameter}`;
  return {
    condition: reading === 'forward' ? upTo : `(${upTo} or ${name} is null)`,
    hasParameter: !isAlphabetical,
  };
}
