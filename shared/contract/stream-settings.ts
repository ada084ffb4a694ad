import { Type, type Static } from '@sinclair/typebox';
import { object, word } from './json-api.ts';
import { FILTER_OPERATORS, MASKS } from './words.ts';
import type { DESTINATION_SYNC_MODES, NULL_CURSOR_RULES, SYNC_MODES } from './words.ts';

export type SyncMode = (typeof SYNC_MODES)[number];
export type DestinationSyncMode = (typeof DESTINATION_SYNC_MODES)[number];
export type NullCursorRule = (typeof NULL_CURSOR_RULES)[number];
export type Mask = (typeof MASKS)[number];
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** The maximum number of conditions of a row filter, and of values in one of them. */
const CONDITIONS_MAX = 20;
const VALUES_MAX = 100;

export const filterCondition = object({
  column: Type.String(),
  operator: word(FILTER_OPERATORS),
  /** As the type's own text. Empty for `is_null` and `is_not_null`, several for `one_of`, otherwise one. */
  values: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: VALUES_MAX }),
});
export type FilterCondition = Static<typeof filterCondition>;

/** Rows are read if all conditions hold. */
export const rowFilter = Type.Array(filterCondition, { maxItems: CONDITIONS_MAX });
export type RowFilter = Static<typeof rowFilter>;

/** By column. */
export const masks = Type.Record(Type.String(), word(MASKS));
export type Masks = Static<typeof masks>;
