import { Type, type Static } from '@sinclair/typebox';
import { object, word } from './json-api.ts';
import { COLUMN_KINDS } from './words.ts';

export type ColumnKind = (typeof COLUMN_KINDS)[number];

export const column = object({
  name: Type.String(),
  kind: word(COLUMN_KINDS),
  /** The type in the warehouse, as named by DuckDB: `DECIMAL(12,2)`. */
  type: Type.String(),
  /** The type at the source, as named by the source: `numeric(12,2)`. */
  sourceType: Type.String(),
  nullable: Type.Boolean(),
});
export type Column = Static<typeof column>;
