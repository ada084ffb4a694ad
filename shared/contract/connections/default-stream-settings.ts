import type { StreamSettings } from './stream-settings.ts';

/** How a stream is read and kept until someone chooses otherwise: as a whole, replacing what was there. */
export const DEFAULT_STREAM_SETTINGS: StreamSettings = {
  syncMode: 'full_refresh',
  destinationSyncMode: 'overwrite',
  cursorColumn: null,
  primaryKey: null,
  nullCursor: 'load',
  overlap: null,
  rowFilter: [],
  startFrom: null,
  rowCap: null,
  masks: {},
};
