import { Type, type Static } from '@sinclair/typebox';
import { document, nullable, object, requestBody, resource, timestamp, word } from '../ground/json-api.ts';
import {
  BINS_MAX,
  BREAKOUTS_MAX,
  MEASURES_MAX,
  POINTS_MAX,
  ROW_COLUMNS_MAX,
  TOP_MAX,
} from './query-limits.ts';
import { queryShape } from './query-shape.ts';
import { sqlParameters } from './parameter-values.ts';
import { CONDITION_VALUES_MAX, QUERY_CONDITIONS_MAX } from './table-query.ts';
import {
  AGGREGATES,
  CALCULATIONS,
  COLUMN_KINDS,
  COMPARED_PERIODS,
  COMPARISON_STATES,
  GRAINS,
  QUERY_NOTES,
  QUERY_OPERATORS,
  WEEK_STARTS,
} from '../ground/words.ts';

const name = Type.String({ minLength: 1, maxLength: 1_000 });
export const conditionValues = Type.Array(Type.String({ maxLength: 1_000 }), {
  maxItems: CONDITION_VALUES_MAX,
});
/** For `one_of` and `none_of`: whether NULL is one of the values, too. */
export const orNull = Type.Optional(Type.Boolean());
const condition = object({ column: name, operator: word(QUERY_OPERATORS), values: conditionValues, orNull });
const group = Type.Array(condition, { minItems: 1, maxItems: QUERY_CONDITIONS_MAX });
/** All groups hold, and of each group at least one condition. */
export const queryFilter = Type.Array(group, { maxItems: QUERY_CONDITIONS_MAX });
const filter = queryFilter;

/** What rows are grouped by. */
const breakout = object({
  /** The name of the column in the result. */
  as: name,
  column: name,
  /** For dates and timestamps. */
  grain: Type.Optional(word(GRAINS)),
  /** For numbers: into about how many ranges of the same width they are put. */
  bins: Type.Optional(Type.Integer({ minimum: 1, maximum: BINS_MAX })),
  /** Only so many values are told apart: those with the most of a measure, by default the first. */
  top: Type.Optional(object({ n: Type.Integer({ minimum: 1, maximum: TOP_MAX }), by: Type.Optional(name) })),
});
export type Breakout = Static<typeof breakout>;

/** Computed of the rows of a group. Without a column, rows are counted. */
const aggregate = object({
  agg: word(AGGREGATES),
  column: Type.Optional(name),
  /** Only of these rows. */
  where: Type.Optional(filter),
});
export type Aggregate = Static<typeof aggregate>;

/** Of amounts of money: the column that has their currency, as a code of ISO 4217. */
const currency = Type.Optional(name);

const aggregateMeasure = object({ as: name, ...aggregate.properties, currency });
/** One aggregate divided by another, computed of the rows of each group. NULL where the other is 0. */
const ratioMeasure = object({
  as: name,
  ratio: Type.Tuple([aggregate, aggregate]),
  /** Shown as a percentage. */
  percent: Type.Optional(Type.Boolean()),
  currency,
});
/** Computed of another measure in the result, in the order of the first breakout. */
const calculatedMeasure = object({ as: name, calc: word(CALCULATIONS), of: name });

const measure = Type.Union([aggregateMeasure, ratioMeasure, calculatedMeasure]);
export type Measure = Static<typeof measure>;

const having = object({
  measure: name,
  operator: word(['greater', 'greater_or_equal', 'less', 'less_or_equal']),
  value: Type.Number(),
});
const sortKey = object({ by: name, descending: Type.Boolean() });

/**
 * A question about the rows of one table: which of them, grouped by what, and what is computed of each group. Without
 * measures, rows aren't grouped: each is a row of the result, with the breakouts as its columns. It means the same
 * everywhere. What it means for a table is checked by `faultsOfQuery`.
 */
export const query = object({
  /** Which rows of the table count. */
  filter: Type.Optional(filter),
  /** What is computed of these rows before they are grouped. By default, they are grouped as they are. */
  shape: Type.Optional(queryShape),
  breakouts: Type.Array(breakout, { maxItems: ROW_COLUMNS_MAX }),
  measures: Type.Array(measure, { maxItems: MEASURES_MAX }),
  /** All of these hold for each row of the result. */
  having: Type.Optional(Type.Array(having, { maxItems: MEASURES_MAX })),
  /**
   * By default, periods and ranges in their order, and other values by the first measure, the most first. Rows that
   * aren't grouped are in the table's own order.
   */
  sort: Type.Optional(Type.Array(sortKey, { maxItems: BREAKOUTS_MAX + MEASURES_MAX })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: POINTS_MAX })),
  /** Whether measures are also computed of all rows. */
  totals: Type.Optional(Type.Boolean()),
  /** The time zone in which days begin for moments. By default, the workspace's, and UTC if it has none. */
  zone: Type.Optional(Type.String({ maxLength: 100 })),
  /** On which day weeks begin. By default, as in the workspace. */
  weekStart: Type.Optional(word(WEEK_STARTS)),
});
export type Query = Static<typeof query>;

const resultColumn = object({
  as: Type.String(),
  role: word(['breakout', 'measure']),
  kind: word(COLUMN_KINDS),
  /** The type in the engine. Values of periods from a day on are dates, and of shorter ones moments. */
  type: Type.String(),
  /** The period that values begin. Null for other values. */
  grain: nullable(word(GRAINS.slice(1) as ['minute', ...Grain[]])),
  /** The width of the ranges that values begin, as text. Null for other values. */
  width: nullable(Type.String()),
  /** Whether a fraction is shown as a percentage. */
  percent: Type.Optional(Type.Boolean()),
  /** The code of the currency that all the amounts are in, because the filter leaves only this one. */
  currency: Type.Optional(Type.String()),
  /** Whether rows have amounts of different currencies, which nothing may add up: these are what rows are grouped by. */
  mixed: Type.Optional(Type.Boolean()),
  /** What was computed, if that is also the column's name. */
  aggregate: Type.Optional(object({ agg: word(AGGREGATES), column: nullable(Type.String()) })),
  /** The positions of rows that stand for all values not among the top. Their value is null. */
  others: Type.Array(Type.Integer()),
});
export type ResultColumn = Static<typeof resultColumn>;
export type Grain = Exclude<(typeof GRAINS)[number], 'auto'>;

/** The earlier values of a result by periods of time, by row. A row of the current range meets the same one of the earlier. */
const earlierSeries = object({
  /** The first and the last day of the current range that are compared. */
  current: object({ from: Type.String(), through: Type.String() }),
  /** What each row is compared with: the first day and the last one, or for periods within a day their beginning. */
  from: Type.Array(nullable(Type.String())),
  through: Type.Array(nullable(Type.String())),
  /** The earlier values, by measure. Null where nothing was there to compute them of. */
  values: Type.Array(Type.Array(nullable(Type.String()))),
});
export type EarlierSeries = Static<typeof earlierSeries>;

/** The same in an earlier period: one number, or a series of them. */
const periodComparison = object({
  to: word(COMPARED_PERIODS),
  /** Whether there is an earlier period, or why not. */
  state: word(COMPARISON_STATES),
  /** Null if nothing was there to compute it of. */
  value: nullable(Type.String()),
  /** The first and the last day of the earlier period. */
  from: nullable(Type.String()),
  through: nullable(Type.String()),
  /** The time on the last day before which it ends. Null for the end of that day. */
  until: nullable(Type.String()),
  /** Whether the current period isn't over, and only the equal part of the earlier one counts. */
  isPart: Type.Boolean(),
  /** Of a result by periods of time. */
  series: Type.Optional(earlierSeries),
});
export type PeriodComparison = Static<typeof periodComparison>;

export const queryResultAttributes = object({
  version: Type.Integer(),
  columns: Type.Array(resultColumn),
  /** By column, as text or null, so that no number loses digits in transit. */
  values: Type.Array(Type.Array(nullable(Type.String()))),
  rows: Type.Integer(),
  /** How many rows there would be without the limit. Null if all are there. */
  cut: nullable(object({ shown: Type.Integer(), of: Type.Integer() })),
  /** The measures of all rows, in their order. Null for those that can't have one, or if they weren't asked for. */
  totals: nullable(Type.Array(nullable(Type.String()))),
  notes: Type.Array(object({ code: word(QUERY_NOTES), column: Type.String(), rows: Type.Integer() })),
  /**
   * Of periods of time along the first breakout: those of which the range has only a part, or which aren't over when rows
   * were last read. Their values aren't to be compared with those of whole ones.
   */
  partial: Type.Optional(Type.Array(Type.String())),
  /**
   * Of periods in a range of time: those after the last one of the result that belong to the range, because nobody knows
   * their rows yet, and when rows were last read, if a whole period has begun since.
   */
  later: Type.Optional(object({ keys: Type.Array(Type.String()), since: nullable(timestamp()) })),
  /** The statement that was run, with the table's name in this workspace. */
  sql: Type.String(),
  /** Only if it was asked for. */
  comparison: Type.Optional(periodComparison),
});
export type QueryResult = Static<typeof queryResultAttributes>;
export type QueryNote = QueryResult['notes'][number];
export const queryResultDocument = document(resource('query_results', queryResultAttributes));

export const queryResultBody = requestBody(
  'query_results',
  object({
    /** By default, the current version. */
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
    query,
    /**
     * For a single number, or periods of time, in a range of time that moves with the clock: the earlier period to
     * compute them of too.
     */
    compare: Type.Optional(word(COMPARED_PERIODS)),
    /** Of the view of a saved query: the values of `$name` in that, if they aren't those that its rows were made with. */
    parameters: Type.Optional(sqlParameters),
  }),
);
