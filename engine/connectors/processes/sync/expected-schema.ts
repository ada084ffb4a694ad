import { ownValue } from '@headwater/shared/contract/plain';
import { FailureError } from '@headwater/base/failures/failure';
import type { ConfiguredStream, StreamColumn } from '@headwater/protocol/protocol';
import type { StreamJob } from './messages.ts';

/** Throws unless the columns that arrive are those that were discovered, and the source has no others. */
export function requireSameSchema(
  { tableName, columns, masks }: ConfiguredStream,
  arriving: readonly StreamColumn[],
  newColumns: readonly string[],
): void {
  const known = new Map(columns.map((column) => [column.name, shapeOf(column)]));
  const present = new Set(arriving.map(({ name }) => name));
  const isSame =
    newColumns.length === 0 &&
    arriving.every((column) => known.get(column.name) === shapeOf(column)) &&
    columns.every(({ name }) => ownValue(masks, name) === 'drop' || present.has(name));
  if (!isSame) throw new FailureError('schema_changed', { table: tableName });
}

const shapeOf = ({ type, kind, encoding }: StreamColumn) => `${kind} ${type} ${encoding}`;

/** Returns the columns that the table keeps although they no longer arrive. */
export function lostColumns(
  { keptColumns }: Pick<StreamJob, 'keptColumns'>,
  arriving: readonly StreamColumn[],
): StreamColumn[] {
  const names = new Set(arriving.map(({ name }) => name.toLowerCase()));
  return keptColumns
    .filter(({ name }) => !names.has(name.toLowerCase()))
    .map((column) => ({ ...column, nullable: true, isLost: true, lost: 'empty' }));
}
