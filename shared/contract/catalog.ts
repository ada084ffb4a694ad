import { Type, type Static } from '@sinclair/typebox';
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

export const catalogStream = object({
  namespace: nullable(Type.String()),
  name: Type.String(),
  /** Unique in its connection: `schema.table` unless the schema is the source's default. */
  tableName: Type.String(),
  columns: Type.Array(column),
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

/** What discoveries have found to be another since somebody last took note of it. */
export const catalogChanges = object({
  addedTables: Type.Array(Type.String()),
  removedTables: Type.Array(object({ tableName: Type.String(), wasSelected: Type.Boolean() })),
  changedTables: Type.Array(
    object({
      tableName: Type.String(),
      selected: Type.Boolean(),
      addedColumns: Type.Array(Type.String()),
      removedColumns: Type.Array(Type.String()),
      /** By their types in the warehouse. */
      retypedColumns: Type.Array(object({ name: Type.String(), from: Type.String(), to: Type.String() })),
    }),
  ),
});
export type CatalogChanges = Static<typeof catalogChanges>;

export const catalogAttributes = object({
  state: word(SCHEMA_STATES),
  discoveredAt: nullable(timestamp()),
  failure: nullable(failure),
  streams: Type.Array(catalogStream),
  changes: nullable(catalogChanges),
  /** The version of the connection that the selection belongs to; goes back in If-Match. */
  version: Type.Integer(),
});
export type CatalogAttributes = Static<typeof catalogAttributes>;
export const catalogResource = resource('catalogs', catalogAttributes);
export const catalogDocument = document(catalogResource);

const selection = object({ tableNames: Type.Array(Type.String(), { maxItems: 1000, uniqueItems: true }) });
export type Selection = Static<typeof selection>;
export const selectionBody = requestBody('selections', selection);
export const discoveryBody = requestBody('discoveries', object({}));
