import { Type, type Static } from '@sinclair/typebox';
import { column } from '../ground/column.ts';
import { document, nullable, object, requestBody, resource, timestamp, word } from '../ground/json-api.ts';
import { PROFILE_FAULTS, PROFILE_STATES } from '../ground/words.ts';

export type ProfileFault = (typeof PROFILE_FAULTS)[number];
export type ProfileState = (typeof PROFILE_STATES)[number];

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

/** The facts that a list of columns shows. */
const listedFacts = object({
  nulls: Type.Integer(),
  distinct: columnFacts.properties.distinct,
  unique: columnFacts.properties.unique,
  least: columnFacts.properties.least,
  greatest: columnFacts.properties.greatest,
  mean: columnFacts.properties.mean,
  lengths: columnFacts.properties.lengths,
  /** The most frequent value. Null if values weren't counted, or there are none. */
  top: nullable(object({ value: Type.String(), rows: Type.Integer() })),
  /** The rows of each part of a small chart: of the histogram, or of the most frequent values if these are all. */
  shape: object({ of: word(['values', 'lengths', 'top']), rows: Type.Array(Type.Integer()) }),
});
export type ListedFacts = Static<typeof listedFacts>;

const profiledColumn = object({
  ...column.properties,
  /** Null until it has been profiled. */
  facts: nullable(listedFacts),
  /** Why it couldn't be. */
  fault: nullable(word(PROFILE_FAULTS)),
});
export type ProfiledColumn = Static<typeof profiledColumn>;

/** What is known about the columns of a version. */
export const tableProfileAttributes = object({
  version: Type.Integer(),
  isCurrent: Type.Boolean(),
  state: word(PROFILE_STATES),
  rows: Type.Integer(),
  /** How many of them were read. Null if all were. */
  sampledRows: nullable(Type.Integer()),
  fault: nullable(word(PROFILE_FAULTS)),
  profiledAt: nullable(timestamp()),
  columns: Type.Array(profiledColumn),
});
export type TableProfileAttributes = Static<typeof tableProfileAttributes>;
export const tableProfileDocument = document(resource('table_profiles', tableProfileAttributes));

const profileRequest = object({ version: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) });
export const profileRequestBody = requestBody('table_profiles', profileRequest);

/** All that is known about a column of a version, and what was known in the last version with a profile before it. */
export const columnProfileAttributes = object({
  version: Type.Integer(),
  column,
  /** The rows that were read. */
  rows: Type.Integer(),
  facts: nullable(columnFacts),
  fault: nullable(word(PROFILE_FAULTS)),
  before: nullable(
    object({ version: Type.Integer(), rows: Type.Integer(), type: Type.String(), facts: columnFacts }),
  ),
});
export type ColumnProfileAttributes = Static<typeof columnProfileAttributes>;
export const columnProfileDocument = document(resource('column_profiles', columnProfileAttributes));
