import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnFacts, ProfileHistogram } from '@headwater/shared/contract';
import { cutText, isCut, isList, valueText } from '../../../sql/rows-statement.ts';
import type { PageColumn } from '../../../sql/page-column.ts';
import { identifier } from '../../../sql/sql.ts';
import type { ProfileResult } from '../messages.ts';
import { binEdges, floatEdges, rangeOf, type Range } from './bins.ts';
import {
  bytesSql,
  hasMean,
  isFloat,
  isFraction,
  isMeasured,
  isOrdered,
  lengthSql,
  measuredSql,
  measureOf,
  measureSql,
  scaleOf,
  valueSql,
} from './value-type.ts';

/** Values are counted one by one if there are at most so many different ones, with so many bytes in all. */
const MOST_GROUPS = 20_000;
const MOST_GROUP_BYTES = 64 * 1024 ** 2;
/** How far the engine's estimate of different values may be off, as a part of them. */
const ESTIMATE_ERROR = 0.25;

const TOP_VALUES = 10;
const VALUE_LIMIT = 100;

/** Of more values, quartiles come from a sample of about as many, which is many times as fast. */
const MOST_SORTED = 1_000_000;
/** Lengths only need a range. */
const MOST_LENGTHS_SORTED = 100_000;

/** So many hashes of values are compared at once. */
const MOST_COMPARED = 4_000_000;
/** So many values are compared first, because most columns with equal values have some among these. */
const COMPARED_FIRST = 100_000;
/** Among so many equal hashes, there are equal values. */
const EQUAL_HASHES = 100;

const PERCENTILES = [0.01, 0.25, 0.5, 0.75, 0.99];

/** The values of a column: those that are in the rows, or different ones with the number of their rows. */
interface Values {
  /** A relation with the value `c`. */
  readonly from: string;
  /** If `from` has the different values, each with `n`, the number of its rows. */
  readonly isGrouped: boolean;
}

interface Summary {
  rows: number;
  values: number;
  estimate: number;
  unmeasured: number;
  mean: number | null;
  least: string | null;
  greatest: string | null;
  /** Of the first and the last value. */
  ends: readonly [string, string] | null;
  lengths: ColumnFacts['lengths'];
  longestBytes: number;
}

/** Returns what is known about a column's values. `sample` is how many percent of the table are read; null for all. */
export async function profileColumn(
  connection: DuckDBConnection,
  schema: string,
  column: PageColumn,
  sample: number | null,
): Promise<ProfileResult> {
  const profile = new ColumnProfile(connection, schema, column, sample);
  try {
    return await profile.facts();
  } finally {
    await connection.run('drop table if exists temp.profile_groups');
  }
}

class ColumnProfile {
  readonly #connection: DuckDBConnection;
  readonly #type: Pick<PageColumn, 'type'>;
  /** The column, as `c`, with the ID of each row. */
  readonly #rows: string;
  readonly #isSample: boolean;

  constructor(
    connection: DuckDBConnection,
    schema: string,
    { name, type }: PageColumn,
    sample: number | null,
  ) {
    this.#connection = connection;
    this.#type = { type };
    this.#isSample = sample !== null;
    const part = sample === null ? '' : `tablesample system(${sample} percent) repeatable(1)`;
    this.#rows = `(select ${identifier(name)} as c, rowid as id from ${schema}.main.data ${part})`;
  }

  async facts(): Promise<ProfileResult> {
    const summary = await this.#summary();
    const { rows, values, estimate, unmeasured, mean, least, greatest, lengths } = summary;
    const groups = await this.#groups(summary);
    const found: Values =
      groups === null
        ? { from: this.#rows, isGrouped: false }
        : { from: 'temp.profile_groups', isGrouped: true };
    const unique =
      groups === null ? await this.#isUnique(summary) : this.#isSample ? null : groups === values;
    // An estimate beside the proof that no value occurs twice would contradict it.
    const distinct =
      unique === true
        ? { count: values, isExact: true }
        : groups === null
          ? { count: Math.min(estimate, values), isExact: false }
          : { count: groups, isExact: !this.#isSample };
    return {
      rows,
      nulls: rows - values,
      unmeasured,
      distinct,
      unique,
      least,
      greatest,
      mean,
      lengths,
      top: groups === null ? null : await this.#top(),
      ...(await this.#spread(summary, found)),
    };
  }

  async #summary(): Promise<Summary> {
    const type = this.#type;
    const length = lengthSql(type, 'c');
    const orNull = (isKnown: boolean, sql: string) => (isKnown ? sql : 'null');
    const end = (name: string) => {
      const value = { name, ...type };
      const text =
        type.type === 'VARCHAR'
          ? `${cutText(value, VALUE_LIMIT)} || if(${isCut(value, VALUE_LIMIT)}, '…', '')`
          : valueText(value);
      return [orNull(isOrdered(type), text), orNull(isMeasured(type), measureSql(type, name))];
    };
    const [row] = await this.#select(`
      select row_count, value_count, estimate, value_count - measured_count,
        ${[...end('least'), ...end('greatest')].join(', ')},
        mean, shortest, longest, mean_length, longest_bytes
      from (
        select count(*) as row_count, count(c) as value_count, approx_count_distinct(c) as estimate,
          ${isMeasured(type) ? 'count(f)' : 'count(c)'} as measured_count,
          ${isOrdered(type) ? 'min(f)' : 'null'} as least, ${isOrdered(type) ? 'max(f)' : 'null'} as greatest,
          ${hasMean(type) ? 'favg(f::double)' : 'null'} as mean,
          ${length === null ? 'null, null, null' : `min(${length}), max(${length}), avg(${length})`},
          max(${bytesSql(type, 'c')})
        from (select c, ${measuredSql(type, 'c')} as f from ${this.#rows})
      ) found(row_count, value_count, estimate, measured_count, least, greatest, mean, shortest, longest, mean_length,
        longest_bytes)`);
    const [rows, values, estimate, unmeasured, least, first, greatest, last, mean, ...sizes] = row!;
    const [shortest, longest, meanLength, longestBytes] = sizes;
    return {
      rows: Number(rows),
      values: Number(values),
      estimate: Number(estimate),
      unmeasured: Number(unmeasured),
      least: textOf(least),
      greatest: textOf(greatest),
      ends: first == null || last == null ? null : [String(first), String(last)],
      mean: mean == null || !Number.isFinite(Number(mean)) ? null : Number(mean),
      lengths:
        shortest == null
          ? null
          : { least: Number(shortest), greatest: Number(longest), mean: Number(meanLength) },
      longestBytes: Number(longestBytes ?? 0),
    };
  }

  /** Counts each different value, and returns how many there are. Null if there are too many, or they are too large. */
  async #groups({ estimate, longestBytes }: Summary): Promise<number | null> {
    const most = estimate * (1 - ESTIMATE_ERROR);
    if (isList(this.#type) || most > MOST_GROUPS || most * longestBytes > MOST_GROUP_BYTES) return null;
    await this.#connection.run(`
      create or replace temp table profile_groups as
      select c, count(*) as n from ${this.#rows} where c is not null group by c limit ${MOST_GROUPS + 1}`);
    const [row] = await this.#select('select count(*) from temp.profile_groups');
    const groups = Number(row![0]);
    return groups > MOST_GROUPS ? null : groups;
  }

  async #top(): Promise<ColumnFacts['top']> {
    const value = { name: 'c', ...this.#type };
    const [text, cut] =
      bytesSql(this.#type, 'c') === '0'
        ? [valueText(value), 'false']
        : [cutText(value, VALUE_LIMIT), isCut(value, VALUE_LIMIT)];
    const found = await this.#select(`
      select ${text}, ${cut}, n from temp.profile_groups order by n desc, c limit ${TOP_VALUES}`);
    return found.map(([top, isPart, rows]) => ({
      value: textOf(top)!,
      cut: isPart === true,
      rows: Number(rows),
    }));
  }

  /** Whether no value occurs twice. Null if it isn't known. */
  async #isUnique({ values, estimate }: Summary): Promise<boolean | null> {
    if (this.#isSample) return null;
    if (estimate < values * (1 - ESTIMATE_ERROR)) return false;
    const present = `from ${this.#rows} where c is not null`;
    if (isOrdered(this.#type) && (await this.#isRising())) return true;
    // Comparing all values takes longer than everything else, and no one recognizes a row by a fraction.
    if (isFraction(this.#type)) return null;
    const first = `select count(*) - count(distinct hash(c)) from (select c ${present} limit ${COMPARED_FIRST})`;
    if (Number((await this.#select(first))[0]![0]) >= EQUAL_HASHES) return false;
    const parts = Math.ceil(values / MOST_COMPARED);
    for (let part = 0; part < parts; part += 1) {
      // Different hashes prove different values. Equal ones prove nothing.
      const equal = await this.#select(`
        select hash(c) ${present} and hash(c) % ${parts} = ${part}
        group by 1 having count(*) > 1 limit ${EQUAL_HASHES}`);
      if (equal.length === 0) continue;
      const hashes = equal.map(([hash]) => hash).join(', ');
      const twice = `select 1 ${present} and hash(c) in (${hashes}) group by c having count(*) > 1 limit 1`;
      if ((await this.#select(twice)).length > 0) return false;
      if (equal.length === EQUAL_HASHES) return null;
    }
    return true;
  }

  /** Whether each value is greater than the one before it in the table, which is found out fast and proves enough. */
  async #isRising(): Promise<boolean> {
    const found = await this.#select(`
      select 1 from (
        select c, lag(c) over () as before from (select c from ${this.#rows} where c is not null)
      ) where c <= before limit 1`);
    return found.length === 0;
  }

  /** Returns how the values are spread, or how long they are if they can't be measured. */
  async #spread(summary: Summary, values: Values): Promise<Pick<ColumnFacts, 'quartiles' | 'histogram'>> {
    const type = this.#type;
    if (isMeasured(type)) {
      if (summary.ends === null) return { quartiles: null, histogram: null };
      const count = summary.values - summary.unmeasured;
      const spread = new Spread(this.#connection, type, values, measuredSql(type, 'c'));
      const { percentiles, isExact } = await spread.percentiles(count, MOST_SORTED);
      const [first, median, third] = await spread.texts(percentiles.slice(1, -1));
      const histogram = await spread.histogram(summary.ends, [percentiles[0]!, percentiles.at(-1)!]);
      return {
        quartiles: {
          first: first!,
          median: median!,
          third: third!,
          isExact: isExact && !this.#isSample,
        },
        histogram: { of: 'values', ...histogram },
      };
    }
    const length = lengthSql(type, 'c');
    if (length === null || !summary.lengths) return { quartiles: null, histogram: null };
    const spread = new Spread(this.#connection, { type: 'BIGINT' }, values, length);
    const { least, greatest } = summary.lengths;
    const { percentiles } = await spread.percentiles(summary.values, MOST_LENGTHS_SORTED);
    const ends = [String(least), String(greatest)] as const;
    const histogram = await spread.histogram(ends, [percentiles[0]!, percentiles.at(-1)!]);
    return { quartiles: null, histogram: { of: 'lengths', ...histogram } };
  }

  async #select(query: string): Promise<unknown[][]> {
    return (await this.#connection.runAndReadAll(query)).getRows();
  }
}

/** How values are spread between the first and the last one. */
class Spread {
  readonly #connection: DuckDBConnection;
  readonly #type: Pick<PageColumn, 'type'>;
  readonly #values: Values;
  readonly #measured: string;

  /** `measured` is SQL for what is measured of a value `c`, or NULL if there is nothing to measure. */
  constructor(
    connection: DuckDBConnection,
    type: Pick<PageColumn, 'type'>,
    values: Values,
    measured: string,
  ) {
    this.#connection = connection;
    this.#type = type;
    this.#values = values;
    this.#measured = measured;
  }

  /** Returns the first and the last percentile with the quartiles in between, as measures. */
  async percentiles(count: number, most: number): Promise<{ percentiles: string[]; isExact: boolean }> {
    const { from, isGrouped } = this.#values;
    const every = isGrouped ? 1 : Math.ceil(count / most);
    const isChosen = every === 1 ? '' : `where hash(id) % ${every} = 0`;
    const found = isGrouped
      ? PERCENTILES.map((part) => `min(f) filter (upto >= ceil(total * ${part}))`)
      : PERCENTILES.map((_, at) => `found[${at + 1}]`);
    const measures = found.map((value) => measureSql(this.#type, value)).join(', ');
    const rows = await this.#select(
      isGrouped
        ? `select ${measures} from (
            select f, sum(n) over (order by f) as upto, sum(n) over () as total
            from (select ${this.#measured} as f, n from ${from}) where f is not null)`
        : `select ${measures} from (
            select quantile_disc(f, [${PERCENTILES.join(', ')}]) as found
            from (select ${this.#measured} as f from ${from} ${isChosen}))`,
    );
    return { percentiles: rows[0]!.map(String), isExact: every === 1 };
  }

  /** Returns the values with these measures as text. */
  async texts(measures: readonly string[]): Promise<string[]> {
    return this.#textsOf(measures.map((measure) => valueSql(this.#type, this.#measureOf(measure))));
  }

  async histogram(
    [least, greatest]: readonly [string, string],
    [low, high]: readonly [string, string],
  ): Promise<Omit<ProfileHistogram, 'of'>> {
    const measures = [least, low, high, greatest].map((text) => this.#measureOf(text));
    const { edges, range } = isFloat(this.#type)
      ? floatBins(measures as [number, number, number, number])
      : this.#wholeBins(measures as [bigint, bigint, bigint, bigint]);
    const values = edges.map((edge) => valueSql(this.#type, edge));
    const ends = [measures[0]!, measures[3]!].map((measure) => valueSql(this.#type, measure));
    const counts = await this.#countBins(values);
    const texts = await this.#textsOf([ends[0]!, ...values, ends[1]!]);
    return {
      bins: counts.map((rows, at) => ({ from: texts[at]!, to: texts[at + 1]!, rows })),
      openBelow: range.low > range.least,
      openAbove: range.high < range.greatest,
    };
  }

  #wholeBins(measures: readonly [bigint, bigint, bigint, bigint]) {
    const range = rangeOf(measures, (one, other) => one - other);
    return { range: range as Range<bigint | number>, edges: binEdges(range, scaleOf(this.#type)) };
  }

  /** Counts the values up to and with each edge, and those after the last one. */
  async #countBins(edges: readonly string[]): Promise<number[]> {
    const { from, isGrouped } = this.#values;
    const bins = edges.length + 1;
    const list = `[${edges.join(', ')}]::${this.#type.type}[]`;
    const counts = new Array<number>(bins).fill(0);
    if (isGrouped || edges.length === 0) {
      const rows = await this.#select(`
        select len(list_filter(${list}, lambda edge: edge < f)), ${isGrouped ? 'sum(n)' : 'count(*)'}
        from (select ${this.#measured} as f ${isGrouped ? ', n' : ''} from ${from}) where f is not null group by 1`);
      for (const [bin, count] of rows) counts[Number(bin)] = Number(count);
    } else {
      const [row] = await this.#select(`
        select map_values(histogram(f, ${list}))::varchar
        from (select ${this.#measured} as f from ${from}) where f is not null`);
      // In the order of the edges. The last bin is left out if it's empty.
      const found = JSON.parse(String(row![0])) as number[];
      found.forEach((count, at) => (counts[at] = count));
    }
    return counts;
  }

  #measureOf(text: string): bigint | number {
    return isFloat(this.#type) ? Number(text) : measureOf(text);
  }

  async #textsOf(values: readonly string[]): Promise<string[]> {
    const texts = values.map((_, at) => valueText({ name: `v${at}`, ...this.#type }));
    const given = values.map((value, at) => `${value} as v${at}`);
    const [row] = await this.#select(`select ${texts.join(', ')} from (select ${given.join(', ')})`);
    return row!.map(String);
  }

  async #select(query: string): Promise<unknown[][]> {
    return (await this.#connection.runAndReadAll(query)).getRows();
  }
}

function floatBins(measures: readonly [number, number, number, number]) {
  const range = rangeOf(measures, (one, other) => one - other);
  return { range: range as Range<bigint | number>, edges: floatEdges(range) as (bigint | number)[] };
}

const textOf = (value: unknown): string | null => (value == null ? null : String(value));
