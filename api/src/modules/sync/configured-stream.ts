import { isDeepStrictEqual } from 'node:util';
import type { ConfiguredStream, LoadedWith } from '../../engine/protocol/protocol.ts';
import type { SelectedStream } from '../source-connections/index.ts';
import type { CurrentVersion } from '../tables/index.ts';

/** Returns a stream with what people chose for it, in the form that its connector uses. */
export const configured = (stream: SelectedStream): ConfiguredStream => ({
  namespace: stream.namespace,
  name: stream.name,
  tableName: stream.table_name,
  suggestedTableName: stream.table_name,
  columns: stream.columns,
  primaryKey: stream.key_columns ?? stream.primary_key,
  estimatedRows: stream.estimated_rows,
  estimatedBytes: stream.estimated_bytes,
  problem: stream.problem,
  source: stream.source,
  syncMode: stream.sync_mode,
  destinationSyncMode: stream.destination_sync_mode,
  cursorColumn: stream.cursor_column,
  nullCursor: stream.null_cursor,
  overlap: stream.overlap,
  rowFilter: stream.row_filter ?? [],
  startFrom: stream.start_from,
  rowCap: stream.row_cap,
  masks: stream.masks,
});

export const modeOf = ({ syncMode, destinationSyncMode }: ConfiguredStream) =>
  `${syncMode}_${destinationSyncMode}`;

/** Returns what determines the table's content. The key does only if rows are recognized by it. */
export function loadedWith(stream: ConfiguredStream): LoadedWith {
  const {
    destinationSyncMode: mode,
    syncMode,
    cursorColumn,
    nullCursor,
    rowFilter,
    startFrom,
    rowCap,
    masks,
  } = stream;
  const primaryKey = mode === 'append_dedup' || mode === 'history' ? stream.primaryKey : [];
  return {
    destinationSyncMode: mode,
    syncMode,
    cursorColumn,
    nullCursor,
    rowFilter,
    startFrom,
    rowCap,
    masks,
    primaryKey,
  };
}

/** Whether the table's next version is the current one with changes, rather than a load from scratch. */
export function buildsOn(stream: ConfiguredStream, current: CurrentVersion): boolean {
  if (stream.destinationSyncMode === 'overwrite' || current.isDamaged || current.token === null) return false;
  if (stream.syncMode === 'incremental' && current.state === null) return false;
  return isLoadedWith(stream, current);
}

/** Whether the version was loaded with what people chose now. */
export const isLoadedWith = (stream: ConfiguredStream, { loadedWith: before }: CurrentVersion): boolean =>
  isDeepStrictEqual(before, loadedWith(stream));
