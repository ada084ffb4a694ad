import { Type, type Static } from '@sinclair/typebox';
import { column } from '../ground/column.ts';
import { failure } from '../ground/failure.ts';
import { document, nullable, object, requestBody, resource, word } from '../ground/json-api.ts';
import {
  CURSOR_MISSES,
  CURSOR_REASONS,
  DESTINATION_SYNC_MODES,
  FILTER_OPERATORS,
  MASKS,
  NULL_CURSOR_RULES,
  SYNC_MODES,
  SYSTEM_CURSORS,
} from '../ground/words.ts';

export type SyncMode = (typeof SYNC_MODES)[number];
export type DestinationSyncMode = (typeof DESTINATION_SYNC_MODES)[number];
export type NullCursorRule = (typeof NULL_CURSOR_RULES)[number];
export type SystemCursor = (typeof SYSTEM_CURSORS)[number];
export type Mask = (typeof MASKS)[number];
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** The maximum number of conditions of a row filter, and of values in one of them. */
const CONDITIONS_MAX = 20;
const VALUES_MAX = 100;

export const filterCondition = object({
  column: Type.String(),
  operator: word(FILTER_OPERATORS),
  /** Empty for `is_null` and `is_not_null`, several for `one_of`, otherwise one. */
  values: Type.Array(Type.String({ maxLength: 1_000 }), {
    maxItems: VALUES_MAX,
    description:
      'Values as the type’s own text. Of a column of moments, a day is all of its moments by the clock of the workspace, and a time without an offset is one of that clock.',
  }),
});
export type FilterCondition = Static<typeof filterCondition>;

/** Rows are read if all conditions hold. */
export const rowFilter = Type.Array(filterCondition, { maxItems: CONDITIONS_MAX });
export type RowFilter = Static<typeof rowFilter>;

/** By column. */
export const masks = Type.Record(Type.String(), word(MASKS));
export type Masks = Static<typeof masks>;

/** The most columns of a key. */
const KEY_MAX = 16;

const settings = {
  syncMode: word(SYNC_MODES),
  destinationSyncMode: word(DESTINATION_SYNC_MODES),
  /** A column, or the stream's system cursor. */
  cursorColumn: nullable(Type.String()),
  /** Null for the source's own key. */
  primaryKey: nullable(Type.Array(Type.String(), { minItems: 1, maxItems: KEY_MAX, uniqueItems: true })),
  nullCursor: word(NULL_CURSOR_RULES),
  /** How far before the last cursor value a read begins: seconds, or units of a number. Null for the type's default. */
  overlap: nullable(Type.Integer({ minimum: 0, maximum: 31_536_000 })),
  rowFilter,
  /** The first cursor value of interest, as the type's own text. */
  startFrom: nullable(
    Type.String({
      maxLength: 100,
      description: 'A day or a time without an offset is one of the workspace’s clock.',
    }),
  ),
  /** The most rows that a read of the whole table loads. */
  rowCap: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })),
  masks,
};

/** How a stream is read, and what becomes of the rows that its table already has. */
export const streamSettings = object(settings);
export type StreamSettings = Static<typeof streamSettings>;

/** What a key and a cursor are suggested from. */
const suggestion = object({
  primaryKey: Type.Array(Type.String()),
  /** What of the source can be the cursor although it isn't a column, under this name. */
  systemCursor: nullable(word(SYSTEM_CURSORS)),
  cursor: nullable(
    object({
      column: Type.String(),
      reason: word(CURSOR_REASONS),
      /** What reading by this cursor doesn't notice, besides deleted rows. */
      misses: Type.Array(word(CURSOR_MISSES)),
    }),
  ),
});
export type KeyAndCursorSuggestion = Static<typeof suggestion>;

export const streamSettingsAttributes = object({
  ...settings,
  suggestion,
  /** What the connector can do. */
  supportedSyncModes: Type.Array(word(SYNC_MODES)),
  /** The columns that can be a cursor. */
  cursorColumns: Type.Array(Type.String()),
  /** The version of the connection; sent back in If-Match. */
  version: Type.Integer(),
});
export type StreamSettingsAttributes = Static<typeof streamSettingsAttributes>;
export const streamSettingsDocument = document(resource('stream_settings', streamSettingsAttributes));
/** The first rows of a stream, read from the source with settings that need not be saved. Nothing of it is stored. */
export const streamPreview = object({
  /** As they would be stored: without those that are left out, and with the types of their masks. */
  columns: Type.Array(column),
  /** As text. Long values end in an ellipsis. */
  rows: Type.Array(Type.Array(nullable(Type.String()))),
  /** The column by whose values the latest rows come first. Null if they are in no particular order. */
  newestBy: nullable(Type.String()),
  /** How many rows were looked through for those that match the conditions, if there are more. */
  searchedRows: nullable(Type.Integer()),
  /** How many rows the statistics are about. */
  sampledRows: Type.Integer(),
  /** By position of the column. */
  statistics: Type.Array(
    object({
      values: Type.Integer(),
      distinct: Type.Integer(),
      min: nullable(Type.String()),
      max: nullable(Type.String()),
    }),
  ),
  milliseconds: Type.Integer(),
});
export type StreamPreview = Static<typeof streamPreview>;
export const streamPreviewDocument = document(
  resource('stream_previews', object({ preview: nullable(streamPreview), failure: nullable(failure) })),
);
export const streamPreviewBody = requestBody('stream_previews', streamSettings);

/** Replaces all settings of a stream. */
export const streamSettingsBody = requestBody('stream_settings', streamSettings);
