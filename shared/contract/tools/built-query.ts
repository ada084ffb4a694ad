import { Type, type Static } from '@sinclair/typebox';
import { document, nullable, object, requestBody, resource, word } from '../ground/json-api.ts';
import { COLUMN_KINDS } from '../ground/words.ts';

/** Asks what a tool's config is as a query. */
export const builtQueryBody = requestBody(
  'built_queries',
  object({ config: Type.Record(Type.String(), Type.Unknown()) }),
);

/** The query that a tool makes of a config, and its first rows. */
const builtQueryAttributes = object({
  /** It runs as it is in the SQL editor, and can be saved as a view. */
  sql: Type.String(),
  columns: Type.Array(object({ name: Type.String(), kind: word(COLUMN_KINDS), type: Type.String() })),
  /** Cells in column order; each is text or null, so that no number loses digits in transit. */
  rows: Type.Array(Type.Array(nullable(Type.String()))),
  /** [row, column] of cells that were cut off. */
  cut: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
  /** Whether there are more rows than these. */
  hasMore: Type.Boolean(),
});
export type BuiltQueryAttributes = Static<typeof builtQueryAttributes>;
export const builtQueryDocument = document(resource('built_queries', builtQueryAttributes));
