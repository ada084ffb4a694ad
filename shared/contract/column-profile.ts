import { Type, type Static } from '@sinclair/typebox';
import { nullable, object, word } from './json-api.ts';

/** A part of a histogram: values above `from`, or from there in the first part, up to and with `to`. */
const bin = object({ from: Type.String(), to: Type.String(), rows: Type.Integer() });
export type ProfileBin = Static<typeof bin>;

const histogram = object({
  /** What is counted: the values themselves, or how long they are. */
  of: word(['values', 'lengths']),
  bins: Type.Array(bin),
  /** Whether the first or the last part is wider than the others, because few values lie that far off. */
  openBelow: Type.Boolean(),
  openAbove: Type.Boolean(),
});
export type ProfileHistogram = Static<typeof histogram>;

/** What is known about the values of a column. Values are text, as on a page of rows. */
export const columnFacts = object({
  /** Rows without a value. */
  nulls: Type.Integer(),
  /** NaN and infinite values, which have no place among the measures below. */
  unmeasured: Type.Integer(),
  /** How many different values there are. */
  distinct: object({ count: Type.Integer(), isExact: Type.Boolean() }),
  /** Whether no value occurs twice. Null unless all values were compared. */
  unique: nullable(Type.Boolean()),
  /** The first and the last value in order, cut off after 100 characters with "…". */
  least: nullable(Type.String()),
  greatest: nullable(Type.String()),
  mean: nullable(Type.Number()),
  /** The values below which a quarter, half, and three quarters of the values are. */
  quartiles: nullable(
    object({
      first: Type.String(),
      median: Type.String(),
      third: Type.String(),
      /** False if they come from a sample of the values. */
      isExact: Type.Boolean(),
    }),
  ),
  /** Characters of a text, bytes of JSON and binary data, or elements of a list. */
  lengths: nullable(object({ least: Type.Integer(), greatest: Type.Integer(), mean: Type.Number() })),
  /** The most frequent values, counted exactly. Null if there are too many different ones. */
  top: nullable(
    Type.Array(
      object({
        value: Type.String(),
        /** Whether that is only its beginning. */
        cut: Type.Boolean(),
        rows: Type.Integer(),
      }),
    ),
  ),
  histogram: nullable(histogram),
});
export type ColumnFacts = Static<typeof columnFacts>;
