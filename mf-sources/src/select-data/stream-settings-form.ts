import type { StreamSettings, StreamSettingsAttributes } from '@headwater/shared/contract';
import type { Changes } from './use-changes.ts';

/** The settings of a table in its form: what is saved, with the changes that aren't yet. */
export function streamSettingsForm(saved: StreamSettingsAttributes, tableName: string, changes: Changes) {
  const initial = settingsOf(saved);
  return {
    settings: { ...initial, ...changes.settings.get(tableName)?.now },
    change: (change: Partial<StreamSettings>) => changes.changeSettings(tableName, change, initial),
  };
}

export type StreamSettingsForm = ReturnType<typeof streamSettingsForm>;

const settingsOf = (saved: StreamSettingsAttributes): StreamSettings => ({
  syncMode: saved.syncMode,
  destinationSyncMode: saved.destinationSyncMode,
  cursorColumn: saved.cursorColumn,
  primaryKey: saved.primaryKey,
  nullCursor: saved.nullCursor,
  overlap: saved.overlap,
  rowFilter: saved.rowFilter,
  startFrom: saved.startFrom,
  rowCap: saved.rowCap,
  masks: saved.masks,
});
