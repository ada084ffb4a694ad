import { Type, type Static } from '@sinclair/typebox';
import { DUPLICATE_COLUMNS_MAX, SIMILARITY_MIN } from './duplicate-finder.rules.ts';
import { nullable, object } from '../ground/json-api.ts';

const columnName = Type.String({ minLength: 1, maxLength: 1_000 });

/** Which rows are duplicates. */
export const duplicatesConfig = object({
  tableId: Type.String({ maxLength: 40 }),
  columns: Type.Array(columnName, { minItems: 1, maxItems: DUPLICATE_COLUMNS_MAX }),
  ignoreSpaces: Type.Boolean(),
  ignoreCase: Type.Boolean(),
  ignoreAccents: Type.Boolean(),
  /** Null for equal values only. */
  similar: nullable(
    object({
      /** The least Jaro-Winkler similarity. */
      least: Type.Number({ minimum: SIMILARITY_MIN, maximum: 1 }),
      /** Only rows with the same value of this column are compared. Null for rows that start with the same letters. */
      within: nullable(columnName),
    }),
  ),
});
export type DuplicatesConfig = Static<typeof duplicatesConfig>;

/** What a search for duplicates has found. */
export interface DuplicatesFound {
  rows: number;
  /** How many rows were left out because they have no value in these columns. */
  empty: number;
  groups: number;
  rowsInGroups: number;
  /** Blocks that were too large to compare all pairs in them. */
  skipped: { blocks: number; rows: number; largest: { block: string; rows: number }[] };
  /** What the examples show. */
  columns: { name: string; type: string }[];
  /** The groups with the most rows, and the first rows of each. */
  examples: { rows: number; shown: (string | null)[][] }[];
  /** One of so many values was looked at. */
  oneOf: number;
}
