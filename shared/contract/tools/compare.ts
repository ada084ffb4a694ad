import { Type, type Static } from '@sinclair/typebox';
import { COMPARED_COLUMNS_MAX, COMPARED_KEY_MAX } from './compare.rules.ts';
import { nullable, object } from '../ground/json-api.ts';
import type { VersionDiff } from '../tables/table.ts';

const side = object({
  tableId: Type.String({ maxLength: 40 }),
  /** Null for the current version. */
  version: nullable(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
});

const columnName = Type.String({ minLength: 1, maxLength: 1_000 });
const pair = object({ left: columnName, right: columnName });
export type ComparedPair = Static<typeof pair>;

/** What is compared with what. */
export const compareConfig = object({
  left: side,
  right: side,
  /** The columns that tell which rows belong together. Without them, rows are only counted. */
  key: Type.Array(pair, { maxItems: COMPARED_KEY_MAX }),
  /** The columns that are compared besides the key. */
  columns: Type.Array(pair, { minItems: 0, maxItems: COMPARED_COLUMNS_MAX }),
});
export type CompareConfig = Static<typeof compareConfig>;

/** What a comparison has found. */
export interface ComparisonResult {
  /** From left to right: what only the right table has counts as added. Columns have the left table's names. */
  diff: VersionDiff;
  /** The names of columns that are called something else in the right table, by the left one's. */
  renamed: Record<string, string>;
  /** A key was chosen, but it hardly tells rows apart. */
  isKeyUseless: boolean;
  /** Of two versions of a table, the names of the columns that only one has, which aren't compared. Absent if there are none. */
  onlyLeft?: string[];
  onlyRight?: string[];
  /** One of so many rows was compared. */
  oneOf: number;
}
