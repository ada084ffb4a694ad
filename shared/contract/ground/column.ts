import { Type, type Static } from '@sinclair/typebox';
import { object, word } from './json-api.ts';
import { COLUMN_KINDS, LOST_COLUMNS } from './words.ts';

export type ColumnKind = (typeof COLUMN_KINDS)[number];

export const column = object({
  name: Type.String(),
  kind: word(COLUMN_KINDS),
  /** The type in the warehouse, as named by DuckDB: `DECIMAL(12,2)`. */
  type: Type.String(),
  /** The type at the source, as named by the source: `numeric(12,2)`. */
  sourceType: Type.String(),
  nullable: Type.Boolean(),
  /**
   * Only of a table's column that the source no longer has: whether no row has a value anymore, or only new rows have
   * none.
   */
  lost: Type.Optional(word(LOST_COLUMNS)),
});
export type Column = Static<typeof column>;
