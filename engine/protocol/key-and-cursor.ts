import { FailureError } from '@headwater/base/failures/failure';
import { columnOfCursor } from './cursor-types.ts';
import type { ConfiguredStream } from './protocol.ts';

/** Throws unless the source still has the columns by which rows are recognized. `names` are those that it has. */
export function requireKeyAndCursor(stream: ConfiguredStream, names: readonly string[]): void {
  const { tableName: table, destinationSyncMode, primaryKey } = stream;
  const cursorColumn = columnOfCursor(stream);
  if (destinationSyncMode === 'append_dedup' || destinationSyncMode === 'history') {
    const lost = primaryKey.find((name) => !names.includes(name));
    if (primaryKey.length === 0) throw new FailureError('key_not_chosen', { table });
    if (lost !== undefined) throw new FailureError('key_missing', { table, column: lost });
  }
  if (cursorColumn !== null && !names.includes(cursorColumn))
    throw new FailureError('cursor_missing', { table, column: cursorColumn });
}
