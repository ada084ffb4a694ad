import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { failure } from '../ground/failure.ts';
import { finding } from '../ground/finding.ts';
import { document, nullable, object, requestBody, resource, timestamp, word } from '../ground/json-api.ts';
import { SELECTION_MAX } from './connection-limits.ts';
import { streamSettings } from './stream-settings.ts';
import { DESTINATION_SYNC_MODES, SCHEMA_STATES, STREAM_CHANGES, SYNC_MODES } from '../ground/words.ts';
import { column } from '../ground/column.ts';

/** A table of the source as shown in the list; its columns are fetched separately. */
export const catalogStream = object({
  namespace: nullable(Type.String()),
  name: Type.String(),
  /** Unique in its connection: `schema.table` unless the schema is the source's default. */
  tableName: Type.String(),
  columnCount: Type.Integer(),
  /** The chosen key, or the source's own. */
  primaryKey: Type.Array(Type.String()),
  estimatedRows: nullable(Type.Integer()),
  estimatedBytes: nullable(Type.Integer()),
  selected: Type.Boolean(),
  syncMode: word(SYNC_MODES),
  destinationSyncMode: word(DESTINATION_SYNC_MODES),
  cursorColumn: nullable(Type.String()),
  /** How many of its columns aren't copied. */
  droppedColumns: Type.Integer(),
  /** By which column new rows could be found. */
  suggestedCursor: nullable(Type.String()),
  /** Whether a change at the source waits for a decision, or it is new at the source and nobody has decided about it. */
  change: nullable(word(STREAM_CHANGES)),
  /** Whether its table has been loaded before. */
  isLoaded: Type.Boolean(),
  /** What its source says about it; null if nothing. */
  comment: nullable(Type.String()),
  /** Why the stream can't be read as it is. */
  problem: nullable(failure),
  /** For files: how the file was read and what else was detected in it. */
  findings: Type.Array(finding),
});
export type CatalogStream = Static<typeof catalogStream>;

/** The number of items and the first of them, so that the size of a response is limited. */
const firstOf = <S extends TSchema>(item: S) => object({ total: Type.Integer(), first: Type.Array(item) });

/** The version of the connection that a selection belongs to; sent back in If-Match. */
const version = Type.Integer();
const discoveredAt = nullable(timestamp());

export const catalogAttributes = object({
  state: word(SCHEMA_STATES),
  /** The position in line of a discovery that waits, from 1; null once it runs. */
  position: nullable(Type.Integer()),
  discoveredAt,
  failure: nullable(failure),
  /** How many tables the source has. */
  tables: Type.Integer(),
  /** Selected tables that the source has never had: they were selected by an import. */
  missingTables: firstOf(Type.String()),
  /** How fast the last runs have read. Null if none has read enough to tell. */
  rowsPerSecond: nullable(Type.Number()),
  version,
});
export type CatalogAttributes = Static<typeof catalogAttributes>;
export const catalogResource = resource('catalogs', catalogAttributes);
export const catalogDocument = document(catalogResource);

/** A page of tables, sorted by name; for most sources, one page holds all of them. */
export const streamPageAttributes = object({
  streams: Type.Array(catalogStream),
  /** Pages with different values of `discoveredAt` or `version` don't belong together. */
  discoveredAt,
  version,
});
export type StreamPageAttributes = Static<typeof streamPageAttributes>;
export const streamPageDocument = object({
  data: resource('stream_pages', streamPageAttributes),
  /** The value for `page[after]`; null on the last page. */
  links: object({ next: nullable(Type.String()) }),
});
export type StreamPageDocument = Static<typeof streamPageDocument>;

export const streamColumnsAttributes = object({
  columns: Type.Array(
    object({
      ...column.properties,
      /** Whether it is new or has changed, and that waits for a decision. */
      waits: Type.Boolean(),
      /** What its source says about it; null if nothing. */
      comment: nullable(Type.String()),
    }),
  ),
});
export type StreamColumnsAttributes = Static<typeof streamColumnsAttributes>;
export const streamColumnsDocument = document(resource('stream_columns', streamColumnsAttributes));

export const columnMatchesAttributes = object({
  /** For each table, how many of its columns match, and the first of their names. */
  matches: Type.Array(
    object({ tableName: Type.String(), total: Type.Integer(), first: Type.Array(Type.String()) }),
  ),
  /** Whether there are more tables with matching columns than the response contains. */
  cut: Type.Boolean(),
});
export type ColumnMatchesAttributes = Static<typeof columnMatchesAttributes>;
export const columnMatchesDocument = document(resource('column_matches', columnMatchesAttributes));
export type ColumnMatchesDocument = Static<typeof columnMatchesDocument>;

const tableNames = Type.Array(Type.String(), { maxItems: SELECTION_MAX, uniqueItems: true });
const settingsChange = object({
  tables: tableNames,
  change: Type.Partial(streamSettings),
  /** Set if the cursor of each table is the one that is suggested for it. */
  usesSuggestedCursor: Type.Optional(Type.Boolean()),
});
export type SettingsChange = Static<typeof settingsChange>;

/** The changes to a selection; other tables are unaffected. A table in both lists is selected. */
const selection = object({
  add: Type.Optional(tableNames),
  remove: Type.Optional(tableNames),
  /** The settings that change, each time for all tables where they change in the same way. */
  settings: Type.Optional(Type.Array(settingsChange, { maxItems: 300 })),
});
export type Selection = Static<typeof selection>;
export const selectionBody = requestBody('selections', selection);
export const discoveryBody = requestBody('discoveries', object({}));
