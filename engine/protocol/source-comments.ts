import { COLUMN_DESCRIPTION_MAX, TABLE_DESCRIPTION_MAX } from '@headwater/shared/contract/plain';

/** What a source says itself about a table and its columns. Its words are shown, and decide nothing. */
export interface SourceComments {
  table?: string;
  /** By name. */
  columns?: Record<string, string>;
}

/** A comment that a source is asked for by SQL is cut there, one character after what is kept. */
export const COMMENT_LETTERS = Math.max(TABLE_DESCRIPTION_MAX, COLUMN_DESCRIPTION_MAX) + 1;

/** Control characters, and those that change the direction of the text around them. Lines and tabs may stay. */
const UNSHOWN = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns comments as they are kept: without empty ones, and none longer than what people may write. */
export function commentsOf(
  table: unknown,
  columns: Iterable<readonly [name: string, comment: unknown]>,
): SourceComments {
  const ofTable = shown(table, TABLE_DESCRIPTION_MAX);
  const ofColumns = [...columns].flatMap(([name, comment]) => {
    const text = shown(comment, COLUMN_DESCRIPTION_MAX);
    return text === '' ? [] : [[name, text] as const];
  });
  return {
    ...(ofTable !== '' && { table: ofTable }),
    ...(ofColumns.length > 0 && { columns: Object.fromEntries(ofColumns) }),
  };
}

function shown(comment: unknown, most: number): string {
  if (typeof comment !== 'string') return '';
  // Cut first: nothing is done with megabytes of which a line is shown.
  const isLong = comment.length > most;
  const text = comment
    .slice(0, most)
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSHOWN, ' ')
    .trim();
  return isLong ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}
