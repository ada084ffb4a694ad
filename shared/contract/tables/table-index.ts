import { Type, type Static } from '@sinclair/typebox';
import { document, nullable, object, resource, word } from '../ground/json-api.ts';
import { tableAttributes } from './table.ts';
import { DESCRIBED_BY, TABLE_INDEX_STATES, TABLE_MATCHES } from '../ground/words.ts';

const { version, rows, bytes, freshAsOf, lateAt, stale, selection, can } = tableAttributes.properties;

/** Where a searched text was found. */
const tableMatch = object({
  in: word(TABLE_MATCHES),
  /** The column, if it's about one. */
  column: nullable(Type.String()),
  /** What was found, of a long text the part around it. */
  text: Type.String(),
});
export type TableMatch = Static<typeof tableMatch>;

const indexedTable = object({
  tableName: Type.String(),
  /** People's, or else the source's. */
  description: Type.String(),
  describedBy: word(DESCRIBED_BY),
  owner: nullable(object({ id: Type.String(), name: Type.String() })),
  tags: Type.Array(Type.String()),
  /** How many columns the current version has. */
  columns: Type.Integer(),
  ...{ version, rows, bytes, freshAsOf, lateAt, stale, selection, can },
  /** How many reports show it, or something that is made of it. */
  reports: Type.Integer(),
  /** Empty without a search. The name of the table and its connection aren't among them. */
  matches: Type.Array(tableMatch),
});
export type IndexedTable = Static<typeof indexedTable>;

const indexedSchema = object({
  /** Null for tables that are in none, such as a file's. */
  name: nullable(Type.String()),
  /** How many of its tables match. */
  total: Type.Integer(),
  /** The first of them, by name. None if very many schemas come before. */
  tables: Type.Array(indexedTable),
  /** For `page[after]` with this connection and schema; null if there are no more. */
  next: nullable(Type.String()),
});
export type IndexedSchema = Static<typeof indexedSchema>;

const tableGroup = object({
  sourceConnectionId: Type.String(),
  sourceConnectionName: Type.String(),
  connector: Type.String(),
  connectionDeleted: tableAttributes.properties.connectionDeleted,
  /** How many of its tables match. */
  total: Type.Integer(),
  /** Those of them that have such tables. Tables without a schema come first, and `public` before others. */
  schemas: Type.Array(indexedSchema),
});
export type TableGroup = Static<typeof tableGroup>;

const named = object({ id: Type.String(), name: Type.String(), tables: Type.Integer() });

/**
 * What the tables of a workspace can be narrowed to, each with the number of tables that everything else that is asked
 * for leaves, which can be 0.
 */
const tableFacets = object({
  /** In any state. */
  all: Type.Integer(),
  /** Those that any table of the workspace is in. */
  states: Type.Array(object({ state: word(TABLE_INDEX_STATES), tables: Type.Integer() })),
  /** All connections that have tables, and all tags and owners of tables. */
  connections: Type.Array(named),
  tags: Type.Array(object({ name: Type.String(), tables: Type.Integer() })),
  owners: Type.Array(named),
});
export type TableFacets = Static<typeof tableFacets>;

/** The tables of a workspace by connection, as far as they match. */
export const tableIndexAttributes = object({
  groups: Type.Array(tableGroup),
  /** Null on the pages of a schema's tables, which all have those of the index. */
  facets: nullable(tableFacets),
});
export type TableIndexAttributes = Static<typeof tableIndexAttributes>;
export const tableIndexDocument = document(resource('table_indexes', tableIndexAttributes));
