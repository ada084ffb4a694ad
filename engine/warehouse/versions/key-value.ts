import type { KeyIgnores, StreamColumn } from '@headwater/protocol/protocol';

/**
 * Returns SQL for what a key's value is recognized by: values that the source takes for the same have the same one, so
 * that an update which only changes their case is still of that row. Where it isn't certain what the source ignores,
 * values stay different.
 */
export function keyValue(column: Pick<StreamColumn, 'type' | 'keyIgnores'>, value: string): string {
  if (column.type !== 'VARCHAR') return value;
  const ignored = column.keyIgnores ?? [];
  return STEPS.reduce((sql, [name, step]) => (ignored.includes(name) ? step(sql) : sql), value);
}

/** Letters of Latin scripts, of which each with a mark has a base letter. */
const LATIN = '[\\x{00}-\\x{24f}\\x{1e00}-\\x{1eff}]*';

const STEPS: readonly (readonly [KeyIgnores, (value: string) => string])[] = [
  ['padding', (value) => `rtrim(${value}, ' ')`],
  ['case', (value) => `lower(${value})`],
  [
    'accents',
    (value) =>
      `case when regexp_full_match(${value}, '${LATIN}') then strip_accents(${value}) else ${value} end`,
  ],
  ['zeros', withoutZeros],
];

/** `1.00`, `01`, and `1` are the same number. What isn't a plain number stays as it is. */
function withoutZeros(value: string): string {
  const fraction = `case when contains(${value}, '.') then rtrim(rtrim(${value}, '0'), '.') else ${value} end`;
  const plain = `regexp_replace(${fraction}, '^(-?)0+([0-9])', '\\1\\2')`;
  return `case when regexp_full_match(${value}, '-?[0-9]+(\\.[0-9]+)?')
    then replace(concat('^', ${plain}, '$'), '^-0$', '^0$')[2:-2] else ${value} end`;
}
