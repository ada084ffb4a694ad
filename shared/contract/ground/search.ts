import { Type, type Static } from '@sinclair/typebox';
import { document, nullable, object, resource, timestamp, word } from './json-api.ts';
import { SEARCH_KINDS } from './words.ts';

/** Something of the workspace that a search has found by its name. */
const searchHit = object({
  kind: word(SEARCH_KINDS),
  id: Type.String(),
  name: Type.String(),
  /** Where a table or a column is, and the connection itself. */
  sourceConnectionId: nullable(Type.String()),
  sourceConnectionName: nullable(Type.String()),
  /** The table, also of a column. */
  tableName: nullable(Type.String()),
  /** Of a table that has data. */
  rows: nullable(Type.Integer()),
  /** When the connection, or that of a table, is read next. Null if no time is planned. */
  nextRunAt: nullable(timestamp()),
  /** Whether someone has paused the connection. */
  isPaused: Type.Boolean(),
  /** When a report or a saved query was last changed. */
  changedAt: nullable(timestamp()),
});
export type SearchHit = Static<typeof searchHit>;

/** The best hits of each kind. */
const searchResultAttributes = object({ hits: Type.Array(searchHit) });
export type SearchResultAttributes = Static<typeof searchResultAttributes>;
export const searchResultDocument = document(resource('search_results', searchResultAttributes));
