import { Type, type Static } from '@sinclair/typebox';
import { JOIN_COLUMNS_MAX, JOIN_KEYS_MAX, JOIN_KINDS, JOINS_MAX, KEY_REASONS } from './join-builder.rules.ts';
import { document, nullable, object, requestBody, resource, word } from '../ground/json-api.ts';

const tableId = Type.String({ maxLength: 40 });
const columnName = Type.String({ minLength: 1, maxLength: 1_000 });

/** The position of a table in a join: 0 for the first one, 1 for the one that is joined first. */
const tableAt = Type.Integer({ minimum: 0, maximum: JOINS_MAX });

const key = object({
  /** A column of one of the tables before. */
  left: object({ table: tableAt, column: columnName }),
  /** A column of the table that is joined. */
  right: columnName,
});
export type JoinKey = Static<typeof key>;

const join = object({
  tableId,
  kind: word(JOIN_KINDS),
  keys: Type.Array(key, { minItems: 1, maxItems: JOIN_KEYS_MAX }),
});
export type Join = Static<typeof join>;
export type JoinKind = Join['kind'];

const joinedColumn = object({
  table: tableAt,
  column: columnName,
  /** What it's called in the result. */
  as: columnName,
});
export type JoinedColumn = Static<typeof joinedColumn>;

/** Which tables are joined, by what, and what comes out of it. */
export const joinConfig = object({
  /** The first table. */
  tableId,
  joins: Type.Array(join, { minItems: 1, maxItems: JOINS_MAX }),
  /** Null for all columns, under names that differ. */
  columns: nullable(Type.Array(joinedColumn, { minItems: 1, maxItems: JOIN_COLUMNS_MAX })),
});
export type JoinConfig = Static<typeof joinConfig>;

/** How the rows of one table find partners in the next. All figures are exact. */
const joinMatch = object({
  /** Rows before this table is joined, and after. A number beyond 2^53 is rounded. */
  rowsBefore: Type.Number(),
  rowsAfter: Type.Number(),
  /** How many of the rows before have a partner, and how many have several. */
  matched: Type.Number(),
  several: Type.Number(),
  /** How many have no value to match by. */
  empty: Type.Number(),
  /** The most partners of one row. */
  mostPartners: Type.Number(),
});
export type JoinMatch = Static<typeof joinMatch>;

/** What a join has found, by the tables that are joined. */
export interface JoinResult {
  matches: JoinMatch[];
}

export const joinMatchBody = requestBody('join_matches', object({ config: joinConfig }));
export const joinMatchDocument = document(
  resource('join_matches', object({ matches: Type.Array(joinMatch) })),
);

/** Asks by what a table could be joined to others. */
export const joinKeyBody = requestBody(
  'join_keys',
  object({
    /** The tables before, in their order. */
    tables: Type.Array(tableId, { minItems: 1, maxItems: JOINS_MAX }),
    tableId,
  }),
);

const suggestedKey = object({
  ...key.properties,
  /** What the names say. `values` if only the values speak for it. */
  reason: word(KEY_REASONS),
  /** How many different values of the left column were looked for, and how many of them the right one has. */
  values: Type.Integer(),
  found: Type.Integer(),
  /** The most rows of the right table with one of these values. */
  mostRows: Type.Integer(),
});
export type SuggestedKey = Static<typeof suggestedKey>;
export const joinKeyDocument = document(resource('join_keys', object({ keys: Type.Array(suggestedKey) })));
export type JoinKeysAttributes = { keys: SuggestedKey[] };
