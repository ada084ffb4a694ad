import { ownValue } from '@headwater/shared/contract/plain';
import type { Breakout, Measure, Query, QueryFilter, ResultColumn } from '@headwater/shared/contract';
import { isMoment, isOfRows, POINTS_MAX, ROWS_MAX, usualName } from '@headwater/shared/contract/plain';
import { identifier } from '../sql/sql.ts';
import { alphabetically, isAlphabetic } from './alphabetical.ts';
import { isList, shortText, valueText } from '../sql/rows-statement.ts';
import type { PageColumn } from '../sql/page-column.ts';
import { requestedRange, momentIn, type RequestedRange } from './requested-range.ts';
import {
  byLength,
  grainFor,
  jointSpineSql,
  periodBucket,
  rangeBucket,
  valueBucket,
  type Bucket,
  type Spanned,
} from './bucket-sql.ts';
import { canBeNonFinite, rangeWithin, type ColumnExtent } from './column-extent.ts';
import { earlierBucket, type EarlierPeriods } from './earlier-periods.ts';
import { filterSql } from './filter-sql.ts';
import { measureSql, type MeasureSql } from './measure-sql.ts';
import { amountsIn, currencyKey, oneCurrency } from './one-currency.ts';

/** The table that a query is about. */
export interface QuerySource {
  /** SQL for the table. */
  from: string;
  columns: readonly PageColumn[];
  /** What is known of the values of columns that are grouped by period or range, or can be infinite. */
  extents: ReadonlyMap<string, ColumnExtent>;
  /** Whether texts are sorted alphabetically, instead of by code points. */
  isAlphabetical?: boolean;
  /** Which rows of a table these were computed of, if they aren't the table's own. */
  computedOf?: QueryFilter;
  /** When all rows up to then were read. Undefined if that isn't known. */
  knownUntil?: Date | undefined;
  /** When the rows were read, also if there may be others. */
  readAt?: Date | undefined;
  /** Between which moments there is a period of a computed column also without rows, by its name. */
  spans?: ReadonlyMap<string, RequestedRange>;
}

/** A query as statements of the engine. */
export interface CompiledQuery {
  /** Selects the rows of the result. */
  sql: string;
  /** The same as text, followed by whether each breakout is about all other values, and with one row beyond the limit. */
  texts: string;
  /** Counts the rows of the result without the limit. */
  count: string;
  /** Selects the measures of all rows as text. Null if they aren't wanted. */
  totals: string | null;
  /** Counts the rows that the result doesn't contain. Null if there are none. */
  left: { sql: string; notes: { code: 'without_moment' | 'not_finite'; column: string }[] } | null;
  limit: number;
  columns: Omit<ResultColumn, 'others'>[];
}

/** Returns the columns whose extents a query needs. */
export function columnsWithExtent(query: Query, columns: readonly PageColumn[]): PageColumn[] {
  const names = new Set([
    ...query.breakouts
      .filter(({ grain, bins }) => grain !== undefined || bins !== undefined)
      .map(({ column }) => column),
    ...query.measures.flatMap(aggregatesOf).flatMap(({ column }) => column ?? []),
  ]);
  const isNeeded = ({ name, type }: PageColumn) =>
    names.has(name) &&
    (canBeNonFinite({ type }) || query.breakouts.some(({ column, bins }) => column === name && bins));
  return columns.filter(isNeeded);
}

const aggregatesOf = (measure: Measure) =>
  'ratio' in measure ? measure.ratio : 'agg' in measure ? [measure] : [];

/**
 * Returns the statements for a query that fits the columns: see faultsOfQuery. It reads nothing, so that the same query
 * always becomes the same text, which says all that was computed. With `earlier`, the first breakout's periods are those
 * of an earlier period.
 */
export const compile = (query: Query, source: QuerySource, earlier?: EarlierPeriods): CompiledQuery =>
  new Compilation(query, source, earlier).compiled();

/** A breakout with the names of its columns in the statement. */
interface Key extends Bucket {
  as: string;
  /** Whether a row is about all other values. Null if the breakout tells all values apart. */
  other: string | null;
  breakout: Breakout;
}

/** A table of the keys of an axis, the shortest period first if they are of several breakouts. */
interface Spine {
  name: string;
  keys: readonly string[];
}

type NamedMeasure = MeasureSql & { as: string; measure: Measure };

class Compilation {
  readonly #query: Query;
  readonly #source: QuerySource;
  readonly #earlier: EarlierPeriods | undefined;
  readonly #names: Names;
  readonly #keys: readonly Key[];
  readonly #measures: readonly NamedMeasure[];
  readonly #where: string;
  readonly #tables: string[] = [];

  constructor(query: Query, source: QuerySource, earlier: EarlierPeriods | undefined) {
    this.#query = query;
    this.#source = source;
    this.#earlier = earlier;
    this.#names = new Names([
      ...source.columns.map(({ name }) => name),
      ...[...query.breakouts, ...query.measures].map(({ as }) => as),
    ]);
    this.#keys = query.breakouts.map((breakout, at) => this.#key(breakout, at));
    this.#measures = query.measures.map((measure) => this.#measure(measure));
    this.#where = this.#presentIn(this.#filter);
  }

  compiled(): CompiledQuery {
    const most = isOfRows(this.#query) ? ROWS_MAX : POINTS_MAX;
    const limit = Math.min(this.#query.limit ?? most, most);
    const body = this.#body();
    const tables = this.#tables.length > 0 ? `with ${this.#tables.join(',\n')}\n` : '';
    const upTo = (count: number, rows = body) => `${tables}${rows}\n${this.#order()}limit ${count}`;
    const texts = [
      ...this.#keys.map(({ as, type, shown }) =>
        isOfRows(this.#query) ? shortText({ name: nameIn(as), type }, TEXT_LIMIT) : textOf(as, type, shown),
      ),
      ...this.#measures.map(({ as, type }) => textOf(as, type, type)),
      ...this.#keys.map(({ other }) => other ?? 'false'),
    ];
    return {
      sql: upTo(limit, this.#inAnyZone(body)),
      texts: `select ${texts.join(', ')} from (${upTo(limit + 1)})`,
      count: `select count(*) from (${tables}${body})`,
      totals: this.#totals(),
      left: this.#left(),
      limit,
      columns: this.#columns(),
    };
  }

  /** The rows with moments that are the same in the session's time zone, whichever it is: people run them in theirs. */
  #inAnyZone(body: string): string {
    const moments = this.#keys.filter(({ type, shown }) => type !== shown);
    if (moments.length === 0) return body;
    const replaced = moments.map(({ as }) => `${as} at time zone 'UTC' as ${as}`).join(', ');
    return `select * replace (${replaced})\nfrom (\n${body}\n)`;
  }

  get #filter(): QueryFilter {
    return this.#query.filter ?? [];
  }

  #key(breakout: Breakout, at: number): Key {
    const column = this.#column(breakout.column);
    const other = breakout.top ? this.#names.unused(`other ${breakout.as}`) : null;
    const bucket =
      at === 0 && this.#earlier ? earlierBucket(column, this.#earlier) : this.#bucket(breakout, column);
    return { ...bucket, as: identifier(breakout.as), other, breakout };
  }

  #bucket({ column: name, grain, bins }: Breakout, column: PageColumn): Bucket {
    if (grain === undefined && bins === undefined) return valueBucket(column);
    const known = this.#source.extents.get(name)?.range ?? null;
    const within = known && rangeWithin(known, this.#filter, column);
    if (bins !== undefined) return rangeBucket(column, bins, within ?? known ?? NO_RANGE);
    const spanned = this.#spanned(column);
    const spans = spanned.isOnlyWithoutRows && within ? [] : [spanned.min, spanned.max];
    const limits = [within?.min, within?.max, ...spans].filter((limit) => typeof limit === 'number');
    const all = limits.length > 0 ? { min: Math.min(...limits), max: Math.max(...limits) } : NO_RANGE;
    const length = grainFor(grain!, column, all, this.#series(name));
    return periodBucket(column, length, within ?? known ?? NO_RANGE, this.#query, spanned);
  }

  /**
   * Between which moments periods without rows are known to have none: those of the range that is asked for, up to the
   * last read. What comes later isn't known. Of rows that may not be all, such as an upload's, only a range without any
   * is known to have none.
   */
  #spanned(column: PageColumn): Spanned {
    const { knownUntil, readAt, spans } = this.#source;
    const computed = spans?.get(column.name);
    if (computed) return computed;
    const until = knownUntil ?? readAt;
    if (until === undefined) return { min: null, max: null };
    const { min, max } = requestedRange(this.#filter, column);
    const known = momentIn(column, until, this.#query);
    return {
      ...(knownUntil === undefined && { isOnlyWithoutRows: true }),
      min: min !== null && min <= known ? min : null,
      max: max === null ? null : Math.min(max, known),
    };
  }

  /** How many results there are at most for each period, as far as it's limited. */
  #series(period: string): number {
    const others = this.#query.breakouts.filter(({ column }) => column !== period);
    return others.reduce((all, other) => all * (this.#mostKeys(other) ?? 1), 1);
  }

  /** How many keys a breakout has at most. Null if its rows alone limit them. */
  #mostKeys({ column, top, bins }: Breakout): number | null {
    if (top) return top.n + 1;
    return bins ?? (this.#column(column).type === 'BOOLEAN' ? 3 : null);
  }

  #measure(measure: Measure): NamedMeasure {
    const as = identifier(measure.as);
    if (!('calc' in measure)) return { ...measureSql(measure, this.#source.columns), as, measure };
    const other = this.#origin(measure.of);
    const of = identifier(measure.of);
    const [first, ...others] = this.#keys;
    const by = others.flatMap(({ as: key, other: flag }) => (flag ? [key, flag] : [key]));
    const within = by.length > 0 ? `partition by ${by.join(', ')} ` : '';
    const inOrder = first ? `over (${within}order by ${first.as})` : 'over ()';
    const before = `(${this.#isNext(inOrder, `lag(${of}) ${inOrder}`)})::double`;
    const apart = this.#currencyOf(measure.of);
    const all = apart ? `over (partition by ${apart.as})` : 'over ()';
    switch (measure.calc) {
      case 'share': {
        const sql = `${of}::double / nullif((sum(${of}) ${all})::double, 0)`;
        return { sql, type: 'DOUBLE', isAdditive: false, as, measure };
      }
      case 'running': {
        const type = other.type === 'BIGINT' ? 'HUGEINT' : other.type;
        return { sql: `sum(${of}) ${inOrder}`, type, isAdditive: false, as, measure };
      }
      case 'change': {
        const sql = `(${of}::double - ${before}) / nullif(abs(${before}), 0)`;
        return { sql, type: 'DOUBLE', isAdditive: false, as, measure };
      }
    }
  }

  /** A value of the period before, unless that one isn't there: too many periods without rows are left out. */
  #isNext(inOrder: string, value: string): string {
    const [first] = this.#keys;
    if (!first?.grain || this.#isBounded()) return value;
    const next = `lag(${first.as}) ${inOrder} + interval 1 ${first.grain}`;
    return `case when ${next} >= ${first.as} then ${value} end`;
  }

  /** The key by which a measure's amounts are kept apart. */
  #currencyOf(as: string): Key | undefined {
    const measure = this.#query.measures.find((one) => one.as === as)!;
    const apart = currencyKey(this.#query, measure);
    return apart && this.#keys.find(({ breakout }) => breakout === apart);
  }

  #origin(as: string): MeasureSql {
    const found = this.#query.measures.find((one) => one.as === as)!;
    return measureSql(found as Exclude<Measure, { calc: string }>, this.#source.columns);
  }

  /** Rows that belong to no period or range are left out, and counted elsewhere. */
  #present(): string[] {
    return this.#keys.flatMap(({ breakout, grain, width }) => {
      const name = identifier(breakout.column);
      if (!canBeNonFinite(this.#column(breakout.column))) return [];
      if (grain !== null) return [`${name} is not null`, `isfinite(${name})`];
      return width === null ? [] : [`(${name} is null or isfinite(${name}))`];
    });
  }

  /** The rows that match a filter, and have a period and a range. */
  #presentIn(filter: QueryFilter): string {
    return this.#whereOf([filterSql(filter, this.#source.columns), ...this.#present()]);
  }

  #whereOf(conditions: readonly (string | null)[]): string {
    const given = conditions.filter((condition) => condition !== null);
    return given.length > 0 ? `where ${given.join('\n  and ')}` : '';
  }

  /** Returns the statement without its order and limit, and adds the tables that it needs. */
  #body(): string {
    const isTop = this.#keys.some(({ other }) => other !== null);
    const axes = isOfRows(this.#query) ? [] : this.#axes();
    const calculated = this.#measures.filter(({ measure }) => 'calc' in measure);
    let rows = isTop ? this.#rank() : this.#grouping();
    if (axes.length > 0) rows = this.#fill(rows, axes);
    const { having = [] } = this.#query;
    if (calculated.length === 0 && having.length === 0) return rows;
    const grouped = this.#names.unused('grouped');
    this.#tables.push(`${grouped} as (\n${rows}\n)`);
    const measures = this.#measures.map(({ as, sql, measure }) =>
      'calc' in measure ? `${sql} as ${as}` : as,
    );
    rows = `select ${[...this.#keyNames(), ...measures].join(', ')}\nfrom ${grouped}`;
    if (having.length === 0) return rows;
    const all = this.#names.unused('computed');
    this.#tables.push(`${all} as (\n${rows}\n)`);
    const conditions = having.map(
      ({ measure, operator, value }) => `${identifier(measure)} ${HAVING[operator]} ${value}`,
    );
    return `select *\nfrom ${all}\nwhere ${conditions.join(' and ')}`;
  }

  #keyNames(): string[] {
    return this.#keys.flatMap(({ as, other }) => (other ? [as, other] : [as]));
  }

  #aggregates(): string[] {
    return this.#measures.flatMap((one) => {
      if ('calc' in one.measure) return [];
      return `${this.#keys.length === 0 ? this.#ofAll(one) : one.sql} as ${one.as}`;
    });
  }

  /** Of no rows at all, a sum is 0, as in a period without rows. */
  #ofAll({ sql, measure }: NamedMeasure): string {
    return 'agg' in measure && measure.agg === 'sum' && measure.column !== undefined
      ? `case when count(*) > 0 then ${sql} else 0 end`
      : sql;
  }

  /** Groups the rows of the table, unless they are shown as they are. */
  #grouping(): string {
    const keys = this.#keys.map(({ key, as }) => `${key} as ${as}`);
    if (isOfRows(this.#query))
      return `select ${keys.join(', ')}\nfrom ${this.#source.from}\n${this.#where}`.trimEnd();
    return this.#group([...keys, ...this.#aggregates()], `${this.#source.from}\n${this.#where}`, this.#keys);
  }

  #group(selected: readonly string[], from: string, keys: readonly Key[]): string {
    const positions = keys.flatMap(({ other }) => (other ? [1, 1] : [1])).map((_, at) => at + 1);
    const by = positions.length > 0 ? `\ngroup by ${positions.join(', ')}` : '';
    return `select ${selected.join(', ')}\nfrom ${from.trimEnd()}${by}`;
  }

  /** Groups the rows by the most important values and all others, which are told from NULL by a column of their own. */
  #rank(): string {
    const rows = this.#names.unused('rows');
    const keys = this.#keys.map((key) => ({ ...key, raw: this.#names.unused(`key ${key.breakout.as}`) }));
    const raws = keys.map(({ key, raw }) => `${key} as ${raw}`);
    const withKeys = (name: string, where: string) =>
      this.#tables.push(`${name} as (\nselect *, ${raws.join(', ')}\nfrom ${this.#source.from}\n${where}\n)`);
    withKeys(rows, this.#where);
    const ranked = this.#earlier ? this.#names.unused('current') : rows;
    if (this.#earlier) withKeys(ranked, this.#presentIn(this.#earlier.ranked));
    const isTop = this.#names.unused('is top');
    const joins: string[] = [];
    const selected = keys.flatMap(({ as, raw, other, breakout }) => {
      if (!breakout.top) return [`${raw} as ${as}`];
      const { n, by } = breakout.top;
      const measure = this.#measures.find((one) =>
        by === undefined ? !('calc' in one.measure) : one.measure.as === by,
      )!;
      const top = this.#names.unused(`top ${breakout.as}`);
      this.#tables.push(
        `${top} as (\nselect ${raw}, true as ${isTop}\nfrom ${ranked}\ngroup by 1\norder by ${measure.sql} desc nulls last, 1 nulls last\nlimit ${n}\n)`,
      );
      joins.push(`left join ${top} on ${rows}.${raw} is not distinct from ${top}.${raw}`);
      return [
        `case when ${top}.${isTop} then ${rows}.${raw} end as ${as}`,
        `${top}.${isTop} is null as ${other}`,
      ];
    });
    return this.#group([...selected, ...this.#aggregates()], [rows, ...joins].join('\n'), this.#keys);
  }

  /** What has a place in the result for each period and range, also for those without rows. */
  #axes(): Key[] {
    // Of two that are about the same column, hardly any pairs mean anything, unless both are periods.
    const isAlone = ({ breakout, period }: Key) =>
      this.#keys.every(
        (other) =>
          other.breakout.column !== breakout.column ||
          other.breakout === breakout ||
          (period && other.period),
      );
    return this.#keys.every(isAlone) ? this.#keys.filter(({ spine }) => spine !== null) : [];
  }

  /**
   * Whether the keys of a period are few enough that each of them has a row for all others. Longer periods of the same
   * column follow from it.
   */
  #isBounded(): boolean {
    const [first, ...others] = this.#keys;
    return others.every(
      ({ breakout, period }) =>
        this.#mostKeys(breakout) !== null || (period && breakout.column === first!.breakout.column),
    );
  }

  /** Adds the periods and ranges without rows: for each group of the others if they are few, or else those that no group has. */
  #fill(rows: string, axes: readonly Key[]): string {
    const found = this.#names.unused('found');
    const isFound = this.#names.unused('is found');
    this.#tables.push(`${found} as (\n${rows}\n)`);
    const spines = [...Map.groupBy(axes, ({ breakout }) => breakout.column).values()].map((some) =>
      this.#spine(found, byLength(some)),
    );
    const others = this.#keyNames().filter((name) => !axes.some(({ as }) => as === name));
    const series = this.#names.unused('series');
    if (others.length > 0) this.#tables.push(`${series} as (\n${this.#groups(found, others)}\n)`);
    const parts = [...spines.map(({ name }) => name), ...(others.length > 0 ? [series] : [])];
    const cells = this.#names.unused('cells');
    this.#tables.push(`${cells} as (\n${this.#cells(found, spines, others, parts)}\n)`);
    const same = this.#keyNames().map((name) => `f.${name} is not distinct from ${cells}.${name}`);
    const keys = this.#keyNames().map((name) => `${cells}.${name}`);
    const measures = this.#measures.flatMap(({ as, isAdditive, measure }) => {
      if ('calc' in measure) return [];
      return isAdditive ? `case when f.${isFound} then f.${as} else 0 end as ${as}` : `f.${as}`;
    });
    return `select ${[...keys, ...measures].join(', ')}
from ${cells}
left join (select *, true as ${isFound} from ${found}) f on ${same.join(' and ')}`;
  }

  /** Adds the table of an axis' keys, or of those of several breakouts of one column that go together. */
  #spine(found: string, axes: readonly Key[]): Spine {
    const parts = axes.map(({ spine, as, ...key }) => {
      const name = this.#names.unused(`spine ${nameIn(as)}`);
      this.#tables.push(`${name} as (\n${spine!(found, as)}\n)`);
      return { name, as, grain: key.grain!, period: key.period! };
    });
    const keys = parts.map(({ as }) => as);
    if (parts.length === 1) return { name: parts[0]!.name, keys };
    const name = this.#names.unused('spine');
    this.#tables.push(`${name} as (\n${jointSpineSql(parts, this.#names.unused('day'))}\n)`);
    return { name, keys };
  }

  /** The groups beside the axes. Where there are no rows, one stands for them, so that each period has its place. */
  #groups(found: string, others: readonly string[]): string {
    const flags = new Set(this.#keys.map(({ other }) => other));
    const none = others.map((name) => (flags.has(name) ? 'true' : 'null'));
    return `select distinct ${others.join(', ')}
from ${found}
union all select ${none.join(', ')} where not exists (select 1 from ${found})`;
  }

  /** The keys of all rows of a result. */
  #cells(
    found: string,
    spines: readonly Spine[],
    others: readonly string[],
    parts: readonly string[],
  ): string {
    const keys = this.#keyNames().join(', ');
    if (spines.length === 1 && this.#isBounded()) return `select ${keys}\nfrom ${parts.join(' cross join ')}`;
    const [first, ...more] = spines as [(typeof spines)[number], ...typeof spines];
    const all = parts.map((name) => `(select count(*) from ${name})::double`).join(' * ');
    const few = `(select * from ${parts[0]} where ${all} <= ${POINTS_MAX})`;
    const rest = [...more.flatMap((one) => one.keys), ...others];
    const [key] = first.keys;
    const alone = `(select ${rest.join(', ')} from ${found} order by all nulls last limit 1)`;
    return `select ${keys}\nfrom ${[few, ...parts.slice(1)].join(' cross join ')}
union select ${keys} from ${found}
union select ${keys} from (select * from ${first.name} where ${key} not in (select ${key} from ${found} where ${key} is not null)) cross join ${alone}`;
  }

  #order(): string {
    const { sort } = this.#query;
    const texts = new Set([...this.#keys, ...this.#measures].filter(isAlphabetic).map(({ as }) => as));
    const by = (as: string, descending: boolean) => {
      const direction = `${descending ? 'desc' : 'asc'} nulls last`;
      const isText = this.#source.isAlphabetical === true && texts.has(as);
      return isText ? `${alphabetically(as)} ${direction}, ${as} ${direction}` : `${as} ${direction}`;
    };
    const keys = this.#keys.flatMap(({ as, other }) => [...(other ? [by(other, false)] : []), by(as, false)]);
    if (sort && sort.length > 0) {
      const named = sort.map((key) => by(identifier(key.by), key.descending));
      return `order by ${[...named, ...keys].join(', ')}\n`;
    }
    if (keys.length === 0 || isOfRows(this.#query)) return '';
    const ordered = this.#keys.filter(isOrdered).map(({ as }) => by(as, false));
    const flags = this.#keys.flatMap(({ other }) => (other ? [by(other, false)] : []));
    const most = this.#keys.some((key) => !isOrdered(key)) ? [by(this.#measures[0]!.as, true)] : [];
    return `order by ${[...new Set([...ordered, ...flags, ...most, ...keys])].join(', ')}\n`;
  }

  #totals(): string | null {
    if (!this.#query.totals || isOfRows(this.#query)) return null;
    const selected = this.#measures.map((one) =>
      'calc' in one.measure ? `null as ${one.as}` : `${this.#totalOf(one)} as ${one.as}`,
    );
    const texts = this.#measures.map(({ as, type, measure }) =>
      'calc' in measure ? 'null' : textOf(as, type, type),
    );
    return `select ${texts.join(', ')} from (select ${selected.join(', ')} from ${this.#source.from} ${this.#where})`;
  }

  /** Amounts of several currencies have no total. */
  #totalOf(one: NamedMeasure): string {
    const { measure } = one;
    const apart = currencyKey(this.#query, measure);
    if (!apart || 'calc' in measure) return this.#ofAll(one);
    const own = amountsIn(measure, this.#source.columns, this.#query);
    const only = own.length > 0 ? ` filter (where ${own.join(' and ')})` : '';
    return `case when count(distinct ${identifier(apart.column)})${only} <= 1 then ${this.#ofAll(one)} end`;
  }

  #left(): CompiledQuery['left'] {
    const counts: string[] = [];
    const notes: { code: 'without_moment' | 'not_finite'; column: string }[] = [];
    const add = (code: 'without_moment' | 'not_finite', column: string) => {
      if (notes.some((note) => note.code === code && note.column === column)) return;
      const name = identifier(column);
      const isLeft =
        code === 'not_finite' ? `not isfinite(${name})` : `${name} is null or not isfinite(${name})`;
      notes.push({ code, column });
      counts.push(`count(*) filter (where ${isLeft})`);
    };
    for (const { breakout, grain, width } of this.#keys) {
      const extents = this.#source.extents.get(breakout.column);
      if (grain !== null && (extents?.hasNull || extents?.hasNonFinite))
        add('without_moment', breakout.column);
      if (width !== null && extents?.hasNonFinite) add('not_finite', breakout.column);
    }
    for (const { agg, column } of this.#query.measures.flatMap(aggregatesOf)) {
      const isLeftOut = agg !== 'count' && agg !== 'distinct';
      if (column !== undefined && isLeftOut && this.#source.extents.get(column)?.hasNonFinite)
        add('not_finite', column);
    }
    if (notes.length === 0) return null;
    const where = this.#whereOf([filterSql(this.#filter, this.#source.columns)]);
    return { sql: `select ${counts.join(', ')} from ${this.#source.from} ${where}`, notes };
  }

  #columns(): Omit<ResultColumn, 'others'>[] {
    return [
      ...this.#keys.map(({ breakout, shown, grain, width }) => ({
        ...{ as: breakout.as, role: 'breakout' as const, kind: kindOf(shown), type: shown, grain, width },
      })),
      ...this.#measures.map(({ measure, type }) => ({
        ...{ as: measure.as, role: 'measure' as const, kind: kindOf(type), type, grain: null, width: null },
        ...this.#writing(measure),
      })),
    ];
  }

  /** How a measure's values and its name are written. */
  #writing(measure: Measure): Pick<ResultColumn, 'percent' | 'currency' | 'mixed' | 'aggregate'> {
    const currency =
      'calc' in measure ? undefined : oneCurrency(this.#source.computedOf ?? this.#filter, measure.currency);
    return {
      ...(isFraction(measure) && { percent: true }),
      ...(currency !== undefined && { currency }),
      ...(currencyKey(this.#query, measure) && { mixed: true }),
      ...('agg' in measure &&
        measure.as === usualName(measure) && {
          aggregate: { agg: measure.agg, column: measure.column ?? null },
        }),
    };
  }

  #column(name: string): PageColumn {
    return this.#source.columns.find((column) => column.name === name)!;
  }
}

const NO_RANGE = { min: 0, max: 0 };

/** Whether keys follow each other, rather than the measure. The most important ones of many are those with the most. */
const isOrdered = ({ spine, breakout, type }: Key): boolean =>
  spine !== null || (!breakout.top && ['number', 'date', 'timestamp', 'time'].includes(kindOf(type)));

/** Whether it is read as a percentage. */
const isFraction = (measure: Measure): boolean =>
  'ratio' in measure ? measure.percent === true : 'calc' in measure && measure.calc !== 'running';

const HAVING = { greater: '>', greater_or_equal: '>=', less: '<', less_or_equal: '<=' } as const;

/** Longer texts are cut off in a result. */
const TEXT_LIMIT = 1_000;

function textOf(as: string, type: string, shown: string): string {
  if (type === 'VARCHAR') return `left(${as}, ${TEXT_LIMIT})`;
  const name = nameIn(as);
  if (type === shown) return valueText({ name, type });
  return valueText({ name, type: shown }).replaceAll(as, `cast(${as} as ${shown})`);
}

const nameIn = (quoted: string) => quoted.slice(1, -1).replaceAll('""', '"');

function kindOf(type: string): ResultColumn['kind'] {
  if (type === 'DATE') return 'date';
  if (isMoment({ type })) return 'timestamp';
  if (type === 'VARCHAR') return 'text';
  if (type === 'BOOLEAN') return 'boolean';
  if (isList({ type })) return 'list';
  return ownValue(KINDS, type) ?? 'number';
}

const KINDS: Readonly<Record<string, ResultColumn['kind']>> = {
  UUID: 'uuid',
  JSON: 'json',
  TIME: 'time',
  BLOB: 'binary',
};

/** Makes names that no column has. */
class Names {
  readonly #taken: Set<string>;

  constructor(names: readonly string[]) {
    this.#taken = new Set(names.map((name) => name.toLowerCase()));
  }

  unused(wanted: string): string {
    let name = wanted.slice(0, 200);
    while (this.#taken.has(name.toLowerCase())) name += '_';
    this.#taken.add(name.toLowerCase());
    return identifier(name);
  }
}
