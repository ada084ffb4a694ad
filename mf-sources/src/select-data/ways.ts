import type {
  CatalogStream,
  KeyAndCursorSuggestion,
  StreamSettings,
  StreamSettingsAttributes,
} from '@headwater/shared/contract';

/**
 * What people want to keep of a table, in place of the two sync modes: the same rows as the source, found by a cursor
 * (`mirror`) or by reading everything (`replace`); rows that were ever there (`append`); every state of each row
 * (`history`); or everything as of each run (`snapshot`).
 */
export const WAYS = ['replace', 'mirror', 'append', 'history', 'snapshot'] as const;
export type Way = (typeof WAYS)[number];

export function wayOf({
  syncMode,
  destinationSyncMode,
}: Pick<CatalogStream, 'syncMode' | 'destinationSyncMode'>): Way {
  if (destinationSyncMode === 'append') return syncMode === 'incremental' ? 'append' : 'snapshot';
  return ({ overwrite: 'replace', append_dedup: 'mirror', history: 'history' } as const)[destinationSyncMode];
}

const MODES: Record<Way, Pick<StreamSettings, 'syncMode' | 'destinationSyncMode'>> = {
  replace: { syncMode: 'full_refresh', destinationSyncMode: 'overwrite' },
  mirror: { syncMode: 'incremental', destinationSyncMode: 'append_dedup' },
  append: { syncMode: 'incremental', destinationSyncMode: 'append' },
  history: { syncMode: 'full_refresh', destinationSyncMode: 'history' },
  snapshot: { syncMode: 'full_refresh', destinationSyncMode: 'append' },
};

type Possible = Pick<StreamSettingsAttributes, 'supportedSyncModes' | 'cursorColumns' | 'suggestion'>;

/** Returns the ways that the source and the table's columns allow. */
export function waysFor({ supportedSyncModes, cursorColumns, suggestion }: Possible): Way[] {
  const hasCursor = cursorColumns.length > 0 || suggestion.systemCursor !== null;
  return WAYS.filter(
    (way) => supportedSyncModes.includes(MODES[way].syncMode) && (!needsCursor(way) || hasCursor),
  );
}

/** Whether new rows are found by what isn't a column. */
export const isBySystemCursor = (
  { cursorColumn }: Pick<StreamSettings, 'cursorColumn'>,
  { suggestion }: Pick<StreamSettingsAttributes, 'suggestion'>,
) => cursorColumn !== null && cursorColumn === suggestion.systemCursor;

/** Whether new rows are found by a cursor. */
export const needsCursor = (way: Way) => MODES[way].syncMode === 'incremental';

/** Whether rows are recognized by a key. */
export const needsKey = (way: Way) => way === 'mirror' || way === 'history';

/** Returns the settings with another way, and with the suggested cursor if it needs one and none was chosen. */
export function withWay(
  settings: StreamSettings,
  way: Way,
  { cursor }: Pick<KeyAndCursorSuggestion, 'cursor'>,
): StreamSettings {
  const isStartKept = settings.startFrom !== null;
  const suggested = needsCursor(way) ? (cursor?.column ?? null) : null;
  const chosen = needsCursor(way) || isStartKept ? settings.cursorColumn : null;
  return { ...settings, ...MODES[way], cursorColumn: chosen ?? suggested };
}

type Listed = Pick<CatalogStream, 'primaryKey' | 'cursorColumn' | 'suggestedCursor'>;

/** Returns the ways that fit a table of the list, with its key and its chosen or suggested cursor. */
export const waysOf = (stream: Listed): Way[] =>
  WAYS.filter(
    (way) =>
      (!needsKey(way) || stream.primaryKey.length > 0) && (!needsCursor(way) || cursorFor(stream) !== null),
  );

const cursorFor = ({ cursorColumn, suggestedCursor }: Listed) => cursorColumn ?? suggestedCursor;

/** Returns the settings that give a table of the list a way that fits. A cursor stays, because a start may need it. */
export const settingsFor = (stream: Listed, way: Way) => ({
  ...MODES[way],
  cursorColumn: needsCursor(way) ? cursorFor(stream) : stream.cursorColumn,
});

/** What people want of many tables at once. */
export const INTENTS = ['mirror', 'append', 'history', 'snapshot'] as const;
export type Intent = (typeof INTENTS)[number];

/** Returns the way that fulfills an intent for a table, or null if none does. Any table can be mirrored by reading all of it. */
export function wayFor(stream: Listed, intent: Intent): Way | null {
  if (waysOf(stream).includes(intent)) return intent;
  return intent === 'mirror' ? 'replace' : null;
}

/** Whether rows of the table may not be at the source anymore, so that a load from scratch can't bring them back. */
export const keepsMoreThanSource = (settings: Pick<CatalogStream, 'syncMode' | 'destinationSyncMode'>) =>
  ['append', 'history', 'snapshot'].includes(wayOf(settings));
