import { isDeepStrictEqual } from 'node:util';
import type { ConfiguredStream, LoadedWith } from '@headwater/protocol/protocol';
import {
  configuredStream,
  settingsOf,
  type SelectedStream,
} from '../../connections/source-connections/index.ts';
import type { CurrentVersion } from '../../tables/tables/index.ts';

/** Returns a selected stream in the form that its connector uses, with days of the workspace's zone. */
export const configured = (stream: SelectedStream, zone: string): ConfiguredStream =>
  configuredStream(stream, settingsOf(stream), zone);

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

/**
 * Whether the version was loaded with what people chose now. To leave out a column that it doesn't have makes no
 * difference.
 */
export function isLoadedWith(
  stream: ConfiguredStream,
  { loadedWith: before, columns }: CurrentVersion,
): boolean {
  const now = loadedWith(stream);
  const known = new Set([...columns.map(({ name }) => name), ...Object.keys(before?.masks ?? {})]);
  const masks = Object.entries(now.masks).filter(([name, mask]) => mask !== 'drop' || known.has(name));
  return isDeepStrictEqual(before, { ...now, masks: Object.fromEntries(masks) });
}
