import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { failure } from './failure.ts';
import { finding } from './finding.ts';
import { document, nullable, object, requestBody, resource, timestamp, word } from './json-api.ts';
import { COLUMN_KINDS, SCHEMA_STATES } from './words.ts';

export type ColumnKind = (typeof COLUMN_KINDS)[number];

export const column = object({
  name: Type.String(),
  kind: word(COLUMN_KINDS),
  /** The type in the warehouse, in DuckDB's words: `DECIMAL(12,2)`. */
  type: Type.String(),
  /** The type at the source, in the source's words: `numeric(12,2)`. */
  sourceType: Type.String(),
  nullable: Type.Boolean(),
});
export type Column = Static<typeof column>;

/** The most tables that can be selected of a connection. */
export const SELECTION_MAX = 1000;

/** A table of the source as the list shows it; its columns are asked for by themselves. */
export const catalogStream = object({
  namespace: nullable(Type.String()),
  name: Type.String(),
  /** Unique in its connection: `schema.table` unless the schema is the source's default. */
  tableName: Type.String(),
  columnCount: Type.Integer(),
  primaryKey: Type.Array(Type.String()),
  estimatedRows: nullable(Type.Integer()),
  estimatedBytes: nullable(Type.Integer()),
  selected: Type.Boolean(),
  /** The stream cannot be read as it is; says why. Selected or not, a run passes over nothing in silence. */
  problem: nullable(failure),
  /** How it was read, and what is to be known of it, where that was detected rather than told: of files. */
  findings: Type.Array(finding),
});
export type CatalogStream = Static<typeof catalogStream>;

/** How many there are, and the first of them: an answer doesn't grow with what it is about. */
const firstOf = <S extends TSchema>(item: S) => object({ total: Type.Integer(), first: Type.Array(item) });

const changedTable = object({
  tableName: Type.String(),
  selected: Type.Boolean(),
  addedColumns: firstOf(Type.String()),
  removedColumns: firstOf(Type.String()),
  /** By their types in the warehouse. */
  retypedColumns: firstOf(object({ name: Type.String(), from: Type.String(), to: Type.String() })),
});
export type ChangedTable = Static<typeof changedTable>;

/** What discoveries have found changed since somebody last took note of it. */
export const catalogChanges = object({
  addedTables: firstOf(Type.String()),
  removedTables: object({
    total: Type.Integer(),
    /** How many of them were selected. */
    selected: Type.Integer(),
    first: Type.Array(Type.String()),
  }),
  /** Those that cost a selected table a column or its type come first, then the other selected ones. */
  changedTables: firstOf(changedTable),
});
export type CatalogChanges = Static<typeof catalogChanges>;

/** The version of the connection that a selection belongs to; goes back in If-Match. */
const version = Type.Integer();
const discoveredAt = nullable(timestamp());

export const catalogAttributes = object({
  state: word(SCHEMA_STATES),
  discoveredAt,
  failure: nullable(failure),
  /** How many tables the source has. */
  tables: Type.Integer(),
  changes: nullable(catalogChanges),
  version,
});
export type CatalogAttributes = Static<typeof catalogAttributes>;
export const catalogResource = resource('catalogs', catalogAttributes);
export const catalogDocument = document(catalogResource);

/** As many tables as an answer holds, by table name: of most sources all of them. */
export const streamPageAttributes = object({
  streams: Type.Array(catalogStream),
  /** Of this page; pages that differ in `discoveredAt` or `version` don't belong together. */
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

export const streamColumnsAttributes = object({ columns: Type.Array(column) });
export type StreamColumnsAttributes = Static<typeof streamColumnsAttributes>;
export const streamColumnsDocument = document(resource('stream_columns', streamColumnsAttributes));

export const columnMatchesAttributes = object({
  /** By table name: how many of a table's columns match, and the first of their names. */
  matches: Type.Array(
    object({ tableName: Type.String(), total: Type.Integer(), first: Type.Array(Type.String()) }),
  ),
  /** There are more tables with such columns than an answer holds. */
  cut: Type.Boolean(),
});
export type ColumnMatchesAttributes = Static<typeof columnMatchesAttributes>;
export const columnMatchesDocument = document(resource('column_matches', columnMatchesAttributes));
export type ColumnMatchesDocument = Static<typeof columnMatchesDocument>;

const tableNames = Type.Array(Type.String(), { maxItems: SELECTION_MAX, uniqueItems: true });
/** What changes; every other table stays as it is. A table in both is selected. */
const selection = object({ add: Type.Optional(tableNames), remove: Type.Optional(tableNames) });
export type Selection = Static<typeof selection>;
export const selectionBody = requestBody('selections', selection);
export const discoveryBody = requestBody('discoveries', object({}));
