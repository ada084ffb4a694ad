import { ownValue } from '@headwater/shared/contract/plain';
import { FailureError } from '@headwater/base/failures/failure';
import { columnOfCursor } from '@headwater/protocol/cursor-types';
import type { ConfiguredStream, StreamColumn } from '@headwater/protocol/protocol';
import type { Incoming, MergeMode, MergeRequest } from '@headwater/warehouse/versions/merge-request';
import type { StreamJob } from './messages.ts';

interface MemberChange {
  isKeyUnique: boolean;
  /** The source applies the stream's filter and cap itself. */
  isFiltered: boolean;
}

/** Returns whether rows are loaded into the table's file as they arrive, because nothing has to be done to them. */
export function loadsDirectly(
  { stream, base }: StreamJob,
  arriving: readonly StreamColumn[],
  { isKeyUnique, isFiltered }: MemberChange,
): boolean {
  if (base || arriving.some(({ name }) => ownValue(stream.masks, name))) return false;
  if (!isFiltered && (stream.rowFilter.length > 0 || stream.rowCap !== null)) return false;
  switch (mergeMode(stream)) {
    case 'overwrite':
    case 'append':
      return true;
    case 'append_dedup':
      return (
        isKeyUnique && arriving.every(({ name, nullable }) => !nullable || !stream.primaryKey.includes(name))
      );
    case 'history':
    case 'snapshot':
      return false;
  }
}

/** Returns the job of a read of all rows, although the version has a state: a table that mirrors the source starts over. */
export const wholeJob = (job: StreamJob): StreamJob =>
  job.base?.state != null && mergeMode(job.stream) === 'append_dedup' ? { ...job, base: null } : job;

/** Throws unless rows can be recognized by what people chose. The columns are those that arrive. */
export function requireUsableKey(stream: ConfiguredStream, arriving: readonly StreamColumn[]): void {
  const { tableName: table, primaryKey, masks } = stream;
  const cursorColumn = columnOfCursor(stream);
  const isKeyed = ['append_dedup', 'history'].includes(stream.destinationSyncMode);
  if (isKeyed && primaryKey.length === 0) throw new FailureError('key_not_chosen', { table });
  const key = isKeyed ? primaryKey : [];
  for (const column of cursorColumn === null ? key : [...key, cursorColumn]) {
    if (ownValue(masks, column)) throw new FailureError('mask_on_key', { table, column });
    if (!arriving.some(({ name }) => name === column))
      throw new FailureError(column === cursorColumn ? 'cursor_missing' : 'key_missing', { table, column });
  }
}

/** Returns how rows in a file become part of the stream's table. Its columns are those that arrived, by position. */
export function mergeRequest(
  { stream, base, stagePath }: StreamJob,
  arriving: readonly StreamColumn[],
  incoming: Incoming,
  {
    isKeyUnique,
    isFiltered,
    isWhole,
    ...others
  }: MemberChange & Pick<MergeRequest, 'maskKey' | 'readAt' | 'isWhole'>,
): MergeRequest {
  const names = new Map(arriving.map(({ name }, at) => [name, incoming.columns[at]!.name]));
  const named = (name: string) => names.get(name) ?? name;
  const cursor = columnOfCursor(stream);
  const goesOn = base?.state != null && !isWhole;
  return {
    ...others,
    tableName: stream.tableName,
    mode: mergeMode(stream),
    incoming,
    base,
    target: stagePath,
    isWhole: !goesOn && stream.rowCap === null,
    key: stream.primaryKey.map(named),
    isKeyUnique,
    cursor: cursor === null ? null : named(cursor),
    filter: isFiltered ? [] : stream.rowFilter.map((each) => ({ ...each, column: named(each.column) })),
    rowCap: goesOn || isFiltered ? null : stream.rowCap,
    masks: Object.fromEntries(Object.entries(stream.masks).map(([name, mask]) => [named(name), mask])),
  };
}

const mergeMode = ({ destinationSyncMode, syncMode }: ConfiguredStream): MergeMode =>
  destinationSyncMode === 'append' && syncMode === 'full_refresh' ? 'snapshot' : destinationSyncMode;
