import {
  MASK_STRENGTH,
  type CatalogStream,
  type Mask,
  type SettingsChange as Group,
  type StreamSettings,
  ownValue,
} from '@headwater/shared/contract';
import { keepsMoreThanSource, needsKey, wayOf } from './ways.ts';

/** The settings of a table that differ from the saved ones, now and as they are saved. */
export interface SettingsChange {
  now: Partial<StreamSettings>;
  before: Partial<StreamSettings>;
}

/** By table. */
export type SettingsChanges = ReadonlyMap<string, SettingsChange>;

export interface SettingsEdit {
  tableName: string;
  change: Partial<StreamSettings>;
  /** What is saved, at least of the settings that change. */
  saved: Partial<StreamSettings>;
}

/** Returns the changes with further ones. What is again as it is saved isn't a change. */
export function withSettings(changes: SettingsChanges, edits: Iterable<SettingsEdit>): SettingsChanges {
  const next = new Map(changes);
  for (const { tableName, change, saved } of edits) {
    const known = next.get(tableName);
    const before = { ...known?.before, ...saved };
    const now = { ...known?.now, ...change };
    const fields = (Object.keys(now) as (keyof StreamSettings)[]).filter(
      (field) => JSON.stringify(now[field]) !== JSON.stringify(before[field]),
    );
    if (fields.length === 0) next.delete(tableName);
    else next.set(tableName, { now: only(now, fields), before: only(before, fields) });
  }
  return next;
}

const only = (settings: Partial<StreamSettings>, fields: readonly (keyof StreamSettings)[]) =>
  Object.fromEntries(fields.map((field) => [field, settings[field]])) as Partial<StreamSettings>;

/** Returns the changes in the format of the API: each once for all tables where it is the same. */
export function settingsGroups(streams: readonly CatalogStream[], changes: SettingsChanges): Group[] {
  const groups = new Map<string, Group>();
  for (const { tableName, suggestedCursor } of streams) {
    const now = changes.get(tableName)?.now;
    if (!now) continue;
    const { cursorColumn, ...others } = now;
    const isSuggested = typeof cursorColumn === 'string' && cursorColumn === suggestedCursor;
    const change = isSuggested ? others : now;
    const key = JSON.stringify([change, isSuggested]);
    const group = groups.get(key);
    if (group) group.tables.push(tableName);
    else groups.set(key, { tables: [tableName], change, ...(isSuggested && { usesSuggestedCursor: true }) });
  }
  return [...groups.values()];
}

/** Returns a table of the list as it will be once the change is saved. */
export function changedStream(stream: CatalogStream, change: SettingsChange | undefined): CatalogStream {
  if (!change) return stream;
  const { syncMode, destinationSyncMode, cursorColumn, primaryKey, masks } = change.now;
  return {
    ...stream,
    ...(syncMode && { syncMode }),
    ...(destinationSyncMode && { destinationSyncMode }),
    ...(cursorColumn !== undefined && { cursorColumn }),
    ...(primaryKey && { primaryKey }),
    ...(masks && { droppedColumns: Object.values(masks).filter((mask) => mask === 'drop').length }),
  };
}

/** Whether the next sync reads the table from scratch. How far a read overlaps never causes that. */
export function startsOver(stream: CatalogStream, change: SettingsChange): boolean {
  if (!stream.isLoaded) return false;
  const isKeyed = needsKey(wayOf(changedStream(stream, change)));
  return Object.keys(change.now).some((field) => field !== 'overlap' && (field !== 'primaryKey' || isKeyed));
}

/** Whether that replaces rows that the source doesn't have anymore. */
export const replacesRows = (stream: CatalogStream, change: SettingsChange) =>
  startsOver(stream, change) && keepsMoreThanSource(stream);

/** Whether a mask hides more than before, so that versions without it can no longer be read. */
export const hidesMore = ({ before, now }: SettingsChange) =>
  Object.entries(now.masks ?? {}).some(
    ([column, mask]) => strength(mask) > strength(ownValue(before.masks, column)),
  );

const strength = (mask: Mask | undefined) => (mask ? MASK_STRENGTH[mask] : 0);
