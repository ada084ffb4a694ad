import { textOffset, textWriter } from './postgres.batch-columns.ts';
import type { RelationColumn } from './postgres.catalog.ts';
import type { CopyRow } from './postgres.copy-messages.ts';

/** Returns the beginning of a row, by which people can find it at the source. */
export function rowText({ bytes, view, start, end }: CopyRow, columns: readonly RelationColumn[]): string {
  const texts: string[] = [];
  let at = start + 2;
  for (const column of columns) {
    if (at + 4 > end) break;
    const length = Math.max(0, view.getInt32(at));
    at += 4;
    const last = Math.min(at + length, end);
    const write = textWriter(column);
    if (write && last < at + length) break;
    if (length === 0) texts.push('');
    else if (write) texts.push(write(view, at, length));
    else if (column.form === 'bytea') texts.push(`\\x${bytes.toString('hex', at, last)}`);
    else texts.push(bytes.toString('utf8', at + textOffset(column), last));
    at += length;
  }
  return texts.join(',');
}
