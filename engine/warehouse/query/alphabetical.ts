import type { QuerySort } from '@headwater/shared/contract';
import { identifier, literal } from '../sql/sql.ts';
import type { PageColumn } from '../sql/page-column.ts';

/** A value by which rows are sorted. */
export interface OrderKey {
  sql: string;
  /** The column alone. */
  name: string;
  descending: boolean;
  /** Whether its texts are in alphabetical order. */
  isAlphabetical: boolean;
}

/**
 * Returns a value in alphabetical order: apple, Österreich, Zebra. The engine brings the rules. Those of English and
 * German are the same, which are also the ones for all languages that have none of their own.
 */
export const alphabetically = (sql: string): string => `${sql} collate en`;

/** Whether a column has texts that people sort by. */
export const isAlphabetic = ({ type }: Pick<PageColumn, 'type'>): boolean => type === 'VARCHAR';

/** Returns the keys of a sort. Texts that are alphabetically the same, such as one letter in two encodings, are in the order of their code points. */
export function orderKeys(
  sort: QuerySort,
  columns: readonly PageColumn[],
  isAlphabetical: boolean,
): OrderKey[] {
  const texts = new Set(columns.filter(isAlphabetic).map(({ name }) => name));
  return sort.flatMap(({ column, descending }) => {
    const name = identifier(column);
    const plain = { sql: name, name, descending, isAlphabetical: false };
    return isAlphabetical && texts.has(column)
      ? [{ ...plain, sql: alphabetically(name), isAlphabetical: true }, plain]
      : [plain];
  });
}

/** The alphabetical order of ASCII, in which each of these characters differs from each other one. */
const ASCII = ` _-,;:!?.'"()[]{}@*/\\&#%\`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz`;
/** Longer beginnings hardly tell more texts apart. */
const LONGEST = 32;

/**
 * Returns a condition that is true for all texts at or below this one in alphabetical order, or at or above it, and for
 * few others. It's several times faster than the order itself: a text is certainly beyond if its first character that
 * differs is, as long as it's ASCII up to there.
 */
export function mayBe(side: 'below' | 'above', name: string, text: string): string {
  const [start = ''] = /^[ -~]*/.exec(text.slice(0, LONGEST))!;
  const letters = [...start.toLowerCase()];
  const pattern = letters.reduceRight((rest, letter) => {
    const place = ASCII.indexOf(letter);
    const beyond = [...(side === 'below' ? ASCII.slice(0, place) : ASCII.slice(place + 1))];
    return `(?:${[
      '[^ -~]',
      ...(beyond.length > 0 ? [`[${beyond.map(escaped).join('')}]`] : []),
      `${escaped(letter)}${rest}`,
      ...(side === 'below' ? ['$'] : []),
    ].join('|')})`;
  }, '');
  return `regexp_matches(${name}, ${literal(`^${pattern}`)}, 'i')`;
}

const escaped = (letter: string) => letter.replace(/[^a-z0-9 ]/, '\\$&');
