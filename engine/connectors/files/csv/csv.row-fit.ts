import type { Dialect } from './csv.dialect.ts';
import type { RowCutter } from './csv.row.ts';

/** Whether a row's fields are those of the columns. */
export type RowFit = 'full' | 'short' | 'uneven';

/**
 * Returns whether a row can be loaded. Nothing behind the last column is nothing, as delimiters at the end of lines
 * are. A row that ends early can be filled with NULL if it has at least one delimiter, and no quote within a value that
 * might have hidden one.
 */
export function fitOf(cutter: RowCutter, columns: number, shortRows: Dialect['shortRows']): RowFit {
  const { fields } = cutter;
  if (fields === columns) return 'full';
  if (fields > columns) return isNothing(cutter, columns) ? 'full' : 'uneven';
  return shortRows === 'filled' && fields > 1 && !cutter.looseQuote ? 'short' : 'uneven';
}

/** Returns whether all fields from one on are empty. */
function isNothing({ fields, starts, ends, quoted }: RowCutter, from: number): boolean {
  // Beyond it, only the last field is known.
  if (fields > starts.length) return false;
  for (let at = from; at < fields; at += 1) if (starts[at] !== ends[at] || quoted[at] === 1) return false;
  return true;
}
