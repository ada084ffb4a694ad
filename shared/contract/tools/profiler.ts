import { Type, type Static } from '@sinclair/typebox';
import { CHECKS_MAX } from './tool-limits.ts';
import { nullable, object, word } from '../ground/json-api.ts';
import { CHECK_STATES } from '../ground/words.ts';
import { CONDITION_VALUES_MAX } from '../tables/table-query.ts';

const column = Type.String({ minLength: 1, maxLength: 1_000 });
const value = Type.String({ maxLength: 1_000 });
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Something that is to hold for each version of a table. */
export const check = Type.Union([
  /** Each row has a value. */
  object({ kind: Type.Literal('not_null'), column }),
  /** No value occurs twice. */
  object({ kind: Type.Literal('unique'), column }),
  /** No value is below the least or above the greatest one, as far as they are given. */
  object({ kind: Type.Literal('range'), column, least: nullable(value), greatest: nullable(value) }),
  /** Each value, if there is one, is one of these. */
  object({
    kind: Type.Literal('accepted_values'),
    column,
    values: Type.Array(value, { minItems: 1, maxItems: CONDITION_VALUES_MAX }),
  }),
  /** The newest value isn't older than so many hours before the version was known to be the source's. */
  object({ kind: Type.Literal('fresh'), column, hours: Type.Integer({ minimum: 1, maximum: 8_784 }) }),
  /** The table has at least, and at most, so many rows. */
  object({ kind: Type.Literal('row_count'), least: nullable(count), greatest: nullable(count) }),
  /** The table hasn't grown or shrunk by more than so many percent since the version before. */
  object({ kind: Type.Literal('row_change'), percent: Type.Integer({ minimum: 1, maximum: 1_000 }) }),
]);
export type Check = Static<typeof check>;

/** What the profiler is set up to do: to check a table. */
export const profilerConfig = object({
  tableId: Type.String({ maxLength: 40 }),
  checks: Type.Array(check, { minItems: 1, maxItems: CHECKS_MAX }),
});
export type ProfilerConfig = Static<typeof profilerConfig>;

const checkResult = object({
  check,
  /**
   * `unknown` if it couldn't be found out, or there is nothing to compare with. `not_tried` by a dry run if a part of the
   * rows says nothing about it.
   */
  state: word(CHECK_STATES),
  /** How many rows don't hold. Null if it isn't about rows, or isn't known. */
  failing: nullable(Type.Integer()),
  /** These rows, as the Rows tab has them in its URL. Null if there is no such filter. */
  filter: nullable(Type.String()),
  /** What was found instead: the newest value, the number of rows before. */
  found: nullable(Type.String()),
  /** Why it isn't known: the code of an error. */
  fault: nullable(Type.String()),
});
export type CheckResult = Static<typeof checkResult>;

export const checksResult = object({
  version: Type.Integer(),
  rows: Type.Integer(),
  /** How many rows a dry run has read: what it found is about these only. Left out if all were read. */
  sampledRows: Type.Optional(Type.Integer()),
  checks: Type.Array(checkResult),
});
export type ChecksResult = Static<typeof checksResult>;
