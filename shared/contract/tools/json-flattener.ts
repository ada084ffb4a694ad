import { Type, type Static } from '@sinclair/typebox';
import {
  FLATTENED_FIELDS_MAX,
  FLATTENED_TYPES,
  JSON_KEY_MAX,
  JSON_PATH_MAX,
  JSON_TYPES,
  KEPT_COLUMNS_MAX,
} from './json-flattener.rules.ts';
import { document, nullable, object, requestBody, resource, word } from '../ground/json-api.ts';

const tableId = Type.String({ maxLength: 40 });
const columnName = Type.String({ minLength: 1, maxLength: 1_000 });

/** Keys from the outside in. A key that is empty or `*` can't be named. */
const jsonPath = Type.Array(
  Type.String({ minLength: 1, maxLength: JSON_KEY_MAX, pattern: '^(?!\\*$)[\\s\\S]*$' }),
  { maxItems: JSON_PATH_MAX },
);
export type JsonPath = Static<typeof jsonPath>;

const field = object({
  path: jsonPath,
  /** The path begins at an item of the array instead of at the whole value. */
  inItem: Type.Boolean(),
  /** What the column is called. */
  as: columnName,
  type: word(FLATTENED_TYPES),
});
export type FlattenedField = Static<typeof field>;

/** Which parts of a column of JSON become columns, and which array becomes rows. */
export const flattenConfig = object({
  tableId,
  column: columnName,
  /** Columns of the table that stay beside. */
  keep: Type.Array(columnName, { maxItems: KEPT_COLUMNS_MAX }),
  /** The array whose items become rows. Null for one row for each of the table. */
  items: nullable(
    object({
      path: jsonPath,
      /** The column with an item's place in its array, from 1. Null for none. */
      position: nullable(columnName),
      /** Rows without an item stay, too. */
      keepEmpty: Type.Boolean(),
    }),
  ),
  fields: Type.Array(field, { maxItems: FLATTENED_FIELDS_MAX }),
});
export type FlattenConfig = Static<typeof flattenConfig>;

export const jsonStructureBody = requestBody('json_structures', object({ tableId, column: columnName }));

const jsonPart = object({
  path: Type.Array(Type.String()),
  /** The array in whose items the path begins. Null if it begins at the whole value. */
  array: nullable(Type.Array(Type.String())),
  /** How many values, or items of the array, were looked at, and how many of them have the path. */
  values: Type.Integer(),
  found: Type.Integer(),
  /** How many of these are of each type. */
  types: Type.Partial(object(Object.fromEntries(JSON_TYPES.map((type) => [type, Type.Integer()])))),
  /** The column type that holds all values that were seen. */
  type: word(FLATTENED_TYPES),
  /** A value, shortened. Null if there is none but null. */
  example: nullable(Type.String()),
});
export type JsonPart = Omit<Static<typeof jsonPart>, 'types'> & {
  types: Partial<Record<(typeof JSON_TYPES)[number], number>>;
};

const jsonStructureAttributes = object({
  /** How many rows were looked at, and how many of them have a text that isn't JSON or is too long. */
  rows: Type.Integer(),
  malformed: Type.Integer(),
  tooLong: Type.Integer(),
  /** There are more paths than these. */
  isCut: Type.Boolean(),
  parts: Type.Array(jsonPart),
});
export type JsonStructure = Omit<Static<typeof jsonStructureAttributes>, 'parts'> & { parts: JsonPart[] };
export const jsonStructureDocument = document(resource('json_structures', jsonStructureAttributes));

/** What a run over all rows has found. */
export interface FlattenResult {
  rows: number;
  /** How many rows have no JSON, or a text that isn't JSON. */
  empty: number;
  malformed: number;
  /** How many rows have no item, if items become rows. */
  withoutItems: number;
  rowsAfter: number;
  /** By the fields: how many rows after have a value, and how many have one that isn't of the type. */
  fields: { values: number; unfit: number }[];
}
