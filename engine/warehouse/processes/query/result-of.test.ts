import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { faultsOfQuery, type Breakout, type Query, type QueryFilter } from '@headwater/shared/contract';
import type { Computed } from './messages.ts';
import { resultOf } from './result-of.ts';

const COLUMNS = [
  { name: 'whole', type: 'BIGINT' },
  { name: 'exact', type: 'DECIMAL(20,2)' },
  { name: 'rough', type: 'DOUBLE' },
  { name: 'a "word"', type: 'VARCHAR' },
  { name: 'moment', type: 'TIMESTAMP WITH TIME ZONE' },
  { name: 'wall', type: 'TIMESTAMP' },
  { name: 'day', type: 'DATE' },
  { name: 'flag', type: 'BOOLEAN' },
];
type Cell = string | null;
type Row = Readonly<Record<string, Cell>>;

/**
 * Clocks change in these weeks: in most of Europe, in Lord Howe by half an hour (in September from 15:30 UTC, in April from
 * 15:00), in Chatham in the middle of one of its hours (in September from 14:00 UTC), and at midnight in São Paulo.
 */
const TIMES = [
  ...['2018-11-03T23:30:00', '2018-11-04T02:30:00', '2018-11-04T03:30:00', '2023-03-26T00:59:59'],
  ...['2023-03-26T01:00:00', '2023-10-28T22:00:00', '2023-10-29T00:30:00', '2023-10-29T01:30:00'],
  ...['2023-04-01T14:45:00', '2023-04-01T15:15:00', '2023-04-01T15:45:00', '2023-09-23T13:50:00'],
  ...['2023-09-23T14:05:00', '2023-09-30T15:15:00'],
  ...['2023-09-30T15:45:00', '2023-12-31T23:30:00', '2024-01-01T00:00:00.000001', '1969-12-31T23:59:59'],
];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  whole: ['-9007199254740993', '-12', '-1', '0', '3', '7', '99', '9007199254740993'],
  exact: ['-1.10', '0.00', '0.29', '0.30', '0.31', '12.50', '999999999999999999.99'],
  rough: ['-2.5', '0.1', '0.2', '0.35', '1e9', 'NaN', 'Infinity', '-Infinity'],
  'a "word"': ['', 'a', 'A', "O'Neil", 'Zoë', '東京'],
  moment: TIMES.map((time) => `${time}Z`),
  wall: TIMES,
  day: TIMES.map((time) => time.slice(0, 10)),
  flag: ['false', 'true'],
};
const cell = (name: string) =>
  fc.option(fc.constantFrom(...VALUES[name]!), { nil: null, freq: 5 }) as fc.Arbitrary<Cell>;
const tableRows: fc.Arbitrary<Row[]> = fc.array(
  fc.record(Object.fromEntries(COLUMNS.map(({ name }) => [name, cell(name)]))),
  { maxLength: 30 },
);

const DAYS = ['day', 'week', 'month', 'quarter', 'year'] as const;
const breakout: fc.Arbitrary<Omit<Breakout, 'as'>> = fc.oneof(
  fc.record({ column: fc.constantFrom('a "word"', 'flag', 'whole', 'day') }),
  fc.record({
    column: fc.constantFrom('a "word"', 'whole', 'flag', 'moment'),
    top: fc.record({ n: fc.integer({ min: 1, max: 4 }) }),
  }),
  fc.record({ column: fc.constantFrom('whole', 'exact', 'rough'), bins: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ column: fc.constantFrom('moment', 'wall', 'day'), grain: fc.constantFrom(...DAYS) }),
  fc.record({ column: fc.constantFrom('moment', 'wall'), grain: fc.constantFrom('minute' as const, 'hour') }),
);
const FILTERS: readonly QueryFilter[] = [
  [[{ column: 'whole', operator: 'greater', values: ['-2'] }]],
  [
    [
      { column: 'a "word"', operator: 'is_null', values: [] },
      { column: 'flag', operator: 'equals', values: ['true'] },
    ],
  ],
  // Ranges of time, of which one has no rows.
  ...[
    ['day', '2023-09-15', '2024-02-01'],
    ['moment', '2023-10-27T12:00:00Z', '2023-10-30T11:59:59Z'],
    ['moment', '2018-11-01T00:00:00Z', '2024-01-20T00:00:00Z'],
    ['wall', '2020-01-05T06:00:00', '2020-01-19T06:00:00'],
  ].map(([column, from, to]): QueryFilter => [
    [{ column: column!, operator: 'greater_or_equal', values: [from!] }],
    [{ column: column!, operator: 'less_or_equal', values: [to!] }],
  ]),
];
const isWithin = (filter: QueryFilter | undefined, row: Row) => {
  if (filter === undefined) return true;
  if (filter === FILTERS[0]) return row.whole !== null && BigInt(row.whole!) > -2n;
  if (filter === FILTERS[1]) return row['a "word"'] === null || row.flag === 'true';
  const [from, to] = filter.map(([one]) => one!);
  const text = row[from!.column] ?? null;
  return text !== null && text >= from!.values[0]! && text <= to!.values[0]!;
};
/** After all ranges of time. */
const KNOWN_UNTIL = '2024-06-01T00:00:00Z';
const measure = fc.record(
  {
    agg: fc.constantFrom('count' as const, 'sum', 'avg', 'min', 'max', 'distinct', 'median'),
    column: fc.constantFrom('whole', 'exact', 'rough'),
    where: fc.constantFrom(...FILTERS.slice(0, 2)) as unknown as fc.Arbitrary<NonNullable<Query['filter']>>,
  },
  { requiredKeys: ['agg', 'column'] },
);
const ZONES = [
  ...['Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Chatham'],
  'UTC',
];
const queries: fc.Arbitrary<Query> = fc
  .record({
    filter: fc.option(fc.constantFrom(...FILTERS), { nil: undefined }),
    breakouts: fc.array(breakout, { maxLength: 2 }),
    measures: fc.array(measure, { maxLength: 3 }),
    zone: fc.constantFrom(...ZONES),
    weekStart: fc.constantFrom('monday' as const, 'sunday'),
  })
  .map(({ filter, breakouts, measures, ...rest }) => ({
    ...rest,
    ...(filter && { filter: filter as NonNullable<Query['filter']> }),
    totals: true,
    breakouts: breakouts.map((one, at) => ({ ...one, as: `by ${at}` })),
    // Ranks values without a rounding error.
    measures: [
      { as: 'rows', agg: 'count' as const },
      ...measures.map((one, at) => ({ ...one, as: `m${at}` })),
    ],
  }));

/** The key of all values that aren't among the top. */
const OTHER = Symbol('other');
type Key = string | null | typeof OTHER;
const isFiniteText = (text: string) => Number.isFinite(Number(text));

/** Returns the beginning of the period that a row belongs to, or undefined without one. */
function periodOf(
  text: Cell,
  { grain, column }: Breakout,
  { zone = 'UTC', weekStart }: Query,
): Key | undefined {
  if (text === null) return undefined;
  const instant = column === 'moment' ? Temporal.Instant.from(text).toZonedDateTimeISO(zone) : null;
  const local = instant?.toPlainDateTime() ?? Temporal.PlainDateTime.from(text);
  if (grain === 'minute' || grain === 'hour') {
    const begin = local.round({ smallestUnit: grain, roundingMode: 'floor' });
    if (!instant) return begin.toString({ smallestUnit: 'second' });
    const whole = begin.toZonedDateTime('UTC').epochNanoseconds - BigInt(instant.offsetNanoseconds);
    const change = instant.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
    const before = change?.subtract({ nanoseconds: 1 });
    const by = before ? instant.offsetNanoseconds - before.offsetNanoseconds : 0;
    // Clocks that change by a part of a period begin another one.
    const isCut = change && by % (grain === 'hour' ? 3.6e12 : 6e10) !== 0 && change.epochNanoseconds > whole;
    return Temporal.Instant.fromEpochNanoseconds(isCut ? change.epochNanoseconds : whole).toString({
      smallestUnit: 'second',
    });
  }
  const day = local.toPlainDate();
  const weekday = weekStart === 'sunday' ? day.dayOfWeek % 7 : day.dayOfWeek - 1;
  if (grain === 'week') return day.subtract({ days: weekday }).toString();
  if (grain === 'month') return day.with({ day: 1 }).toString();
  if (grain === 'quarter')
    return day.with({ day: 1, month: Math.floor((day.month - 1) / 3) * 3 + 1 }).toString();
  return (grain === 'year' ? day.with({ day: 1, month: 1 }) : day).toString();
}

/** Whole numbers of hundredths, which binary floating point can't round. */
const hundredths = (text: string) => {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(2, '0').slice(0, 2));
};
const floorTo = (value: bigint, width: bigint) => value - (((value % width) + width) % width);

function rangeOf(text: Cell, column: string, width: string): Key | undefined {
  if (text === null) return null;
  if (column !== 'rough') {
    const begin = floorTo(hundredths(text), hundredths(width));
    if (column === 'whole') return String(begin / 100n);
    const digits = String(begin < 0n ? -begin : begin).padStart(3, '0');
    return `${begin < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  }
  return isFiniteText(text)
    ? String(Number((Math.floor(Number(text) / Number(width) + 1e-9) * Number(width)).toPrecision(12)))
    : undefined;
}

const inOrder = (one: Cell, other: Cell) => Number(one === null) - Number(other === null);
function compareValues(column: string, one: Cell, other: Cell): number {
  if (one === null || other === null) return inOrder(one, other);
  if (column === 'whole') return Number(BigInt(one) - BigInt(other));
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Groups rows as the query says, with everything computed one row at a time. */
function naive(
  all: readonly Row[],
  query: Query,
  result: Computed,
): Map<string, (number | bigint | string | null)[]> {
  let keyed = all
    .filter((row) => isWithin(query.filter, row))
    .map((row) => ({
      row,
      keys: query.breakouts.map((one, at): Key | undefined => {
        const text = row[one.column]!;
        if (one.grain) return periodOf(text, one, query);
        return one.bins ? rangeOf(text, one.column, result.columns[at]!.width!) : text;
      }),
    }))
    .filter(({ keys }) => !keys.includes(undefined)) as { row: Row; keys: Key[] }[];
  const counts = query.breakouts.map((one, at) => {
    const byValue = Map.groupBy(keyed, ({ keys }) => keys[at]! as Cell);
    return [...byValue]
      .sort(([a, x], [b, y]) => y.length - x.length || compareValues(one.column, a, b))
      .map(([value]) => value);
  });
  keyed = keyed.map(({ row, keys }) => ({
    row,
    keys: keys.map((key, at) => {
      const { top } = query.breakouts[at]!;
      return top && !counts[at]!.slice(0, top.n).includes(key as Cell) ? OTHER : key;
    }),
  }));
  const groups = new Map<string, Row[]>();
  if (query.breakouts.length === 0) groups.set(textOfKeys([]), []);
  for (const { row, keys } of keyed) {
    const name = textOfKeys(keys);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const none = query.measures.map((one) =>
    'agg' in one && ['count', 'sum', 'distinct'].includes(one.agg) ? 0n : null,
  );
  const computed = new Map(
    [...groups].map(([name, rows]) => [name, rows.length > 0 ? measuresOf(rows, query) : none]),
  );
  for (const cell of cellsOf(keyed, query, result)) if (!computed.has(cell)) computed.set(cell, none);
  return computed;
}

/** Returns the keys of all rows of a result: with periods and ranges along one or two axes, also those without rows. */
function cellsOf(keyed: readonly { keys: Key[] }[], query: Query, result: Computed): string[] {
  const { breakouts } = query;
  const isAxis = breakouts.map(({ grain, bins }) => grain !== undefined || bins !== undefined);
  const columns = new Set(breakouts.map(({ column }) => column));
  if (columns.size < breakouts.length)
    return breakouts.every(({ grain }) => grain) ? jointCells(keyed, query) : [];
  if (!isAxis.includes(true)) return [];
  const others = new Map(
    keyed.map(({ keys }) => {
      const own = keys.map((key, at) => (isAxis[at] ? null : key));
      return [textOfKeys(own), own];
    }),
  );
  // Of a range without rows, too.
  const none = breakouts.map(({ top }, at) => (top && !isAxis[at] ? OTHER : null));
  if (keyed.length === 0 && !isAxis.every(Boolean)) others.set(textOfKeys(none), none);
  if (isAxis.every(Boolean))
    others.set(
      textOfKeys(breakouts.map(() => null)),
      breakouts.map(() => null),
    );
  const lists = breakouts.map((one, at) =>
    isAxis[at]
      ? between(
          [...keyed.map(({ keys }) => keys[at] as Cell), ...limitsOf(one, query)],
          one,
          query,
          result.columns[at]!.width,
        )
      : [],
  );
  const size = lists.reduce((all, list, at) => all * (isAxis[at] ? list.length : 1), others.size);
  const isLimited = breakouts
    .slice(1)
    .every(({ top, bins, column }, at) => !isAxis[at + 1] && (top || bins || column === 'flag'));
  if (size <= 10_000 || isLimited) {
    let cells = [...others.values()];
    lists.forEach((list, at) => {
      if (isAxis[at]) cells = cells.flatMap((keys) => list.map((key) => keys.toSpliced(at, 1, key)));
    });
    return cells.map(textOfKeys);
  }
  // Too many: periods that nothing has are there once, with any of the other keys.
  const axis = isAxis.indexOf(true);
  const known = new Set(keyed.map(({ keys }) => keys[axis]));
  const found: readonly Cell[] = result.values[axis]!;
  return lists[axis]!.filter((key) => !known.has(key)).flatMap((key) => {
    const at = found.indexOf(key);
    assert.equal(found.lastIndexOf(key), at, `${key} is there once`);
    return at < 0 ? ['missing'] : [keysOf(result, query, at)];
  });
}

/** Returns the pairs of periods of one column that have a moment in common. */
function jointCells(keyed: readonly { keys: Key[] }[], query: Query): string[] {
  const LENGTHS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
  const { breakouts } = query;
  const lists = breakouts.map((one, at) =>
    between([...keyed.map(({ keys }) => keys[at] as Cell), ...limitsOf(one, query)], one, query, null),
  );
  const [longer, finest] = [1, 0].toSorted(
    (one, other) => LENGTHS.indexOf(breakouts[other]!.grain!) - LENGTHS.indexOf(breakouts[one]!.grain!),
  ) as [number, number];
  const { grain } = breakouts[finest]!;
  return lists[finest]!.flatMap((key) => {
    if (key === null) return [];
    const isWithinDay = grain === 'minute' || grain === 'hour';
    const first = isWithinDay ? null : Temporal.PlainDate.from(key);
    const end = first?.add(grain === 'quarter' ? { months: 3 } : { [`${grain}s`]: 1 });
    const parts = first
      ? Array.from({ length: first.until(end!).days }, (_, at) =>
          periodOf(String(first.add({ days: at })), { ...breakouts[longer]!, column: 'day' }, query),
        )
      : [periodOf(key, breakouts[longer]!, query)];
    return [...new Set(parts)]
      .filter((part) => lists[longer]!.includes(part as Cell))
      .map((part) => textOfKeys((finest === 0 ? [key, part] : [part, key]) as Key[]));
  });
}

const textOfKeys = (keys: readonly Key[]) =>
  JSON.stringify(keys.map((key) => (key === OTHER ? { other: true } : key)));
/** Returns the periods with the first and the last moment that a filter asks for. */
const limitsOf = (breakout: Breakout, query: Query): Cell[] =>
  (query.filter ?? [])
    .filter(([one]) => one!.column === breakout.column && breakout.grain !== undefined)
    .map(([one]) => periodOf(one!.values[0]!, breakout, query) as Cell);

/** Returns every key from the least to the greatest one. */
function between(keys: readonly Cell[], breakout: Breakout, query: Query, width: string | null): Cell[] {
  const { grain, column } = breakout;
  const given = keys.filter((key) => key !== null);
  if (given.length === 0) return keys.slice(0, 1);
  if (width !== null) {
    const numbers = given.map(column === 'rough' ? Number : (text) => Number(hundredths(text)));
    const step = column === 'rough' ? Number(width) : Number(hundredths(width));
    const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
    const found: Cell[] = keys.includes(null) ? [null] : [];
    for (let at = Math.round(min / step); at <= Math.round(max / step) && found.length < 500; at += 1)
      found.push(
        rangeOf(
          column === 'rough'
            ? String(at * step)
            : `${BigInt(at) * BigInt(step)}`
                .replace(/^(-?)(\d{0,2})$/, (_, sign, digits) => sign + digits.padStart(3, '0'))
                .replace(/(\d\d)$/, '.$1'),
          column,
          width,
        )! as Cell,
      );
    return found;
  }
  const sorted = given.toSorted();
  const found: Cell[] = [];
  if (grain === 'minute' || grain === 'hour') {
    const isInstant = column === 'moment';
    const last = Date.parse(isInstant ? sorted.at(-1)! : `${sorted.at(-1)}Z`);
    const step = grain === 'minute' ? 60_000 : isInstant ? 900_000 : 3_600_000;
    for (let at = Date.parse(isInstant ? sorted[0]! : `${sorted[0]}Z`); at <= last; at += step)
      found.push(new Date(at).toISOString().slice(0, 19) + (isInstant ? 'Z' : ''));
    // Some clocks change by less than an hour.
    return isInstant
      ? [...new Set([...sorted, ...found.map((text) => periodOf(text, breakout, query) as Cell)])]
      : found;
  }
  const unit = grain === 'quarter' ? { months: 3 } : { [`${grain}s`]: 1 };
  for (let at = Temporal.PlainDate.from(sorted[0]!); String(at) <= sorted.at(-1)!; at = at.add(unit))
    found.push(String(at));
  return found;
}

function measuresOf(rows: readonly Row[], query: Query): (number | bigint | string | null)[] {
  return query.measures.map((one) => {
    if (!('agg' in one)) throw new Error('not random');
    const some = rows.filter((row) => isWithin(one.where as QueryFilter, row));
    if (one.column === undefined) return BigInt(some.length);
    if (one.agg === 'sum' && one.where && some.length === 0 && rows.length > 0) return 0n;
    const texts = some.flatMap((row) => row[one.column!] ?? []);
    if (one.agg === 'count') return BigInt(texts.length);
    if (one.agg === 'distinct') return BigInt(new Set(texts).size);
    const finite = texts.filter(isFiniteText);
    if (finite.length === 0) return null;
    const numbers = finite.map(Number).sort((a, b) => a - b);
    const exactly = () => finite.map(hundredths).reduce((a, b) => a + b, 0n);
    if (one.agg === 'avg')
      return (
        (one.column === 'rough' ? numbers.reduce((a, b) => a + b, 0) : Number(exactly()) / 100) /
        numbers.length
      );
    if (one.agg === 'median') {
      const [low, high] = [numbers[(numbers.length - 1) >> 1]!, numbers[numbers.length >> 1]!];
      return (low + high) / 2;
    }
    if (one.agg === 'min') return one.column === 'rough' ? numbers[0]! : least(finite);
    if (one.agg === 'max') return one.column === 'rough' ? numbers.at(-1)! : least(finite, true);
    return one.column === 'rough'
      ? numbers.reduce((a, b) => a + b, 0)
      : exactly() / (one.column === 'whole' ? 100n : 1n);
  });
}
const least = (texts: readonly string[], isMost = false) =>
  texts.toSorted((a, b) => (hundredths(a) < hundredths(b) ? -1 : 1) * (isMost ? -1 : 1))[0]!;

/** Returns the query with the periods that were chosen, because there would have been too many of the others. */
const withGrains = (query: Query, { columns }: Computed): Query => ({
  ...query,
  breakouts: query.breakouts.map((one, at) => (one.grain ? { ...one, grain: columns[at]!.grain! } : one)),
});

const rowOf = ({ values }: Computed, at: number) => values.map((column) => column[at]!);
function keysOf(result: Computed, query: Query, at: number): string {
  const keys = rowOf(result, at).slice(0, query.breakouts.length);
  return textOfKeys(keys.map((key, index) => (result.columns[index]!.others.includes(at) ? OTHER : key)));
}

/** Fails unless a value in a result is the computed one: exactly, or nearly if it's rounded. */
function assertSame(text: Cell, expected: number | bigint | string | null, what: string): void {
  if (expected === null || typeof expected === 'string') return assert.equal(text, expected, what);
  if (typeof expected === 'bigint')
    return assert.equal((text ?? '').replace('.', '').replace(/^(-?)0+(?=\d)/, '$1'), String(expected), what);
  const difference = Math.abs(Number(text) - expected);
  assert.ok(
    text !== null && difference <= Math.max(1e-9, Math.abs(expected) * 1e-9),
    `${what}: ${text}, ${expected}`,
  );
}

const pairs = (firsts: readonly Cell[], seconds: readonly Cell[]): Cell[][] =>
  firsts.flatMap((first) => seconds.map((second) => [first, second]));
const byText = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

describe('the result of a query', () => {
  let connection: DuckDBConnection;
  before(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`set TimeZone = 'UTC'; attach ':memory:' as v`);
  });
  after(() => connection.closeSync());

  async function fill(rows: readonly Row[]) {
    const columns = COLUMNS.map(({ name, type }) => `"${name.replaceAll('"', '""')}" ${type}`);
    await connection.run(`create or replace table v.main.data (${columns.join(', ')})`);
    const text = (value: Cell) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`);
    const values = rows.map((row) => `(${COLUMNS.map(({ name }) => text(row[name]!)).join(', ')})`);
    if (values.length > 0) await connection.run(`insert into v.main.data values ${values.join(', ')}`);
  }
  const run = (query: Query, columns = COLUMNS) => {
    assert.deepEqual(faultsOfQuery(query, columns), []);
    return resultOf(connection, {
      ...{ schema: 'v', extents: new Map(), columns, query, shownAs: 'v.main.data' },
      knownUntil: KNOWN_UNTIL,
    });
  };
  const rowsOf = (result: Computed) => Array.from({ length: result.rows }, (_, at) => rowOf(result, at));

  test('is that of a second implementation, row by row', async () => {
    await fc.assert(
      fc.asyncProperty(tableRows, queries, async (rows, query) => {
        await fill(rows);
        const result = await run(query);
        if (result.cut) return;
        const expected = naive(rows, withGrains(query, result), result);
        const found = Array.from({ length: result.rows }, (_, at) => keysOf(result, query, at));
        assert.deepEqual(found.toSorted(), [...expected.keys()].toSorted());
        const first = query.breakouts.length;
        found.forEach((keys, at) =>
          expected
            .get(keys)!
            .forEach((value, measured) =>
              assertSame(result.values[first + measured]![at]!, value, `${keys} ${measured}`),
            ),
        );
        const counted = rows.filter((row) => isWithin(query.filter, row)).length;
        const left = result.notes.filter(({ code }) => code === 'without_moment' || code === 'not_finite');
        if (query.breakouts.length === 0) assert.equal(result.totals![0], String(counted));
        if (left.length === 0 && query.breakouts.length > 0) assert.equal(result.totals![0], String(counted));
        // What people see is what was run.
        assert.equal((await connection.runAndReadAll(result.sql)).currentRowCount, result.rows);
      }),
      { numRuns: Number(process.env.QUERY_RUNS ?? 150) },
    );
  });

  test('has a place for each period of two breakouts of one column, and for each of a range without rows', async () => {
    await fill([
      { ...sale('2023-11-15', 'a', '1'), moment: '2023-11-15T12:00:00Z' },
      { ...sale('2024-02-10', 'b', '2'), moment: '2024-02-10T12:00:00Z' },
    ]);
    const of = (column: string, ...grains: ('hour' | 'day' | 'week' | 'month' | 'year')[]) =>
      grains.map((grain) => ({ as: grain, column, grain }));
    const keys = async (query: Omit<Query, 'measures'>) => {
      const found = await run({ ...query, measures: [{ as: 'n', agg: 'count' }] });
      return Array.from({ length: found.rows }, (_, at) => rowOf(found, at).join(' ')).toSorted();
    };
    for (const column of ['day', 'moment'])
      assert.deepEqual(
        await keys({ breakouts: of(column, 'year', 'month'), zone: 'America/Sao_Paulo' }),
        [
          '2023-01-01 2023-11-01 1',
          '2023-01-01 2023-12-01 0',
          '2024-01-01 2024-01-01 0',
          '2024-01-01 2024-02-01 1',
        ],
        column,
      );
    const filter: Query['filter'] = [
      [{ column: 'day', operator: 'greater_or_equal', values: ['2023-11-27'] }],
      [{ column: 'day', operator: 'less_or_equal', values: ['2023-12-10'] }],
    ];
    // A week that is in two months has a place in each.
    assert.deepEqual(await keys({ breakouts: of('day', 'week', 'month'), filter }), [
      '2023-11-27 2023-11-01 0',
      '2023-11-27 2023-12-01 0',
      '2023-12-04 2023-12-01 0',
    ]);
    const byGroup = (group: object) => ({
      breakouts: [...of('day', 'month'), { as: 'group', ...group }] as Query['breakouts'],
      filter,
    });
    for (const group of [{ column: 'flag' }, { column: 'a "word"' }, { column: 'a "word"', top: { n: 1 } }])
      assert.deepEqual(await keys(byGroup(group)), ['2023-11-01  0', '2023-12-01  0'], JSON.stringify(group));
  });

  const hours = async (zone: string, ...moments: string[]) => {
    await fill(moments.map((moment) => ({ ...sale('2023-01-01', 'a', '1'), moment })));
    const breakouts = [{ as: 'hour', column: 'moment', grain: 'hour' as const }];
    const found = await run({ breakouts, zone, measures: [{ as: 'n', agg: 'count' }] });
    return rowsOf(found)
      .map((cells) => cells.join(' '))
      .toSorted();
  };
  // Each hour begins where it begins for the clocks, so that it has the rows from there to the beginning of the next.
  for (const [name, zone, moments, expected] of [
    [
      'ends where clocks go forward by half of one',
      'Australia/Lord_Howe',
      ['2023-09-30T15:29:59Z', '2023-09-30T15:45:00Z', '2023-09-30T16:00:00Z'],
      ['2023-09-30T14:30:00Z 1', '2023-09-30T15:30:00Z 1', '2023-09-30T16:00:00Z 1'],
    ],
    [
      'is named by its beginning although nothing is before it',
      'Australia/Lord_Howe',
      ['2023-09-30T15:45:00Z'],
      ['2023-09-30T15:30:00Z 1'],
    ],
    [
      'shows half an hour again where clocks go back by half of one',
      'Australia/Lord_Howe',
      ['2023-04-01T14:45:00Z', '2023-04-01T15:15:00Z', '2023-04-01T16:45:00Z'],
      [
        '2023-04-01T14:00:00Z 1',
        '2023-04-01T15:00:00Z 1',
        '2023-04-01T15:30:00Z 0',
        '2023-04-01T16:30:00Z 1',
      ],
    ],
    [
      'goes on where clocks change by a whole one within it',
      'Pacific/Chatham',
      ['2023-09-23T13:20:00Z', '2023-09-23T14:05:00Z', '2023-09-23T15:20:00Z'],
      ['2023-09-23T13:15:00Z 2', '2023-09-23T14:15:00Z 0', '2023-09-23T15:15:00Z 1'],
    ],
    [
      'begins anew where a country has chosen other clocks',
      'Asia/Kathmandu',
      ['1985-12-31T18:29:00Z', '1985-12-31T18:31:00Z', '1985-12-31T20:00:00Z'],
      ['1985-12-31T17:30:00Z 1', '1985-12-31T18:30:00Z 1', '1985-12-31T19:15:00Z 1'],
    ],
  ] as const)
    test(`an hour ${name}`, async () => assert.deepEqual(await hours(zone, ...moments), expected));

  const sale = (day: string, word: Cell, whole: Cell, rough: Cell = null): Row => ({
    ...Object.fromEntries(COLUMNS.map(({ name }) => [name, null])),
    ...{ day, 'a "word"': word, whole, rough },
  });
  const SALES = [
    sale('2024-01-01', 'a', '10', '1'),
    sale('2024-01-01', 'b', '2', '2'),
    sale('2024-01-03', 'a', '5', '0'),
    sale('2024-01-03', 'c', '1', 'NaN'),
    sale('2024-01-03', null, '7', '4'),
  ];
  const BY_DAY = { as: 'day', column: 'day', grain: 'day' as const };
  const SUM = { as: 'sum', agg: 'sum' as const, column: 'whole' };

  test('computes parts, sums so far, changes, and ratios', async () => {
    await fill(SALES);
    const ratio: Query['measures'][number] = {
      as: 'each',
      ratio: [{ agg: 'sum', column: 'whole' }, { agg: 'count' }],
    };
    const result = await run({
      breakouts: [BY_DAY],
      measures: [
        SUM,
        { as: 'part', calc: 'share', of: 'sum' },
        { as: 'so far', calc: 'running', of: 'sum' },
        { as: 'change', calc: 'change', of: 'sum' },
        ratio,
      ],
      totals: true,
    });
    assert.deepEqual(rowsOf(result), [
      ['2024-01-01', '12', '0.48', '12', null, '6'],
      ['2024-01-02', '0', '0', '12', '-1', null],
      ['2024-01-03', '13', '0.52', '25', null, '4.333333333333333'],
    ]);
    assert.deepEqual(result.totals, ['25', null, null, null, '5']);
  });

  test('has the most important values first, and all others last', async () => {
    await fill(SALES);
    const top = { n: 2, by: 'sum' };
    const result = await run({
      breakouts: [{ as: 'word', column: 'a "word"', top }],
      measures: [{ as: 'rows', agg: 'count' }, SUM],
    });
    assert.deepEqual(rowsOf(result), [
      ['a', '2', '15'],
      [null, '1', '7'],
      [null, '2', '3'],
    ]);
    assert.deepEqual(result.columns[0]!.others, [2]);
  });

  test('has the rows that were asked for, in their order, and says how many there are', async () => {
    await fill(SALES);
    const query: Query = {
      breakouts: [{ as: 'word', column: 'a "word"' }],
      measures: [SUM],
      sort: [{ by: 'word', descending: true }],
      having: [{ measure: 'sum', operator: 'greater', value: 1 }],
    };
    assert.deepEqual(rowsOf(await run(query)), [
      ['b', '2'],
      ['a', '15'],
      [null, '7'],
    ]);
    const cut = await run({ ...query, limit: 2 });
    assert.deepEqual([cut.rows, cut.cut], [2, { shown: 2, of: 3 }]);
  });

  test('shows rows as they are without measures, twice if they are there twice, in the table’s order or another', async () => {
    await fill([...SALES, ...SALES]);
    const query: Query = {
      breakouts: [
        { as: 'Word', column: 'a "word"' },
        { as: 'n', column: 'whole' },
        { as: 'when', column: 'moment' },
      ],
      measures: [],
      filter: [[{ column: 'a "word"', operator: 'equals', values: ['a'] }]],
    };
    const expected = [...SALES, ...SALES]
      .filter((row) => row['a "word"'] === 'a')
      .map((row) => [row['a "word"'], row.whole, row.moment]);
    const plain = await run(query);
    assert.deepEqual(rowsOf(plain), expected);
    assert.deepEqual(
      plain.columns.map(({ kind, role }) => [kind, role]),
      [
        ['text', 'breakout'],
        ['number', 'breakout'],
        ['timestamp', 'breakout'],
      ],
    );
    const sorted = await run({ ...query, sort: [{ by: 'n', descending: true }], limit: 3, totals: true });
    assert.deepEqual(
      rowsOf(sorted),
      expected.toSorted((one, other) => Number(other[1]) - Number(one[1])).slice(0, 3),
    );
    assert.deepEqual([sorted.cut, sorted.totals], [{ shown: 3, of: expected.length }, null]);
  });

  test('shows rows with values of every kind, and says where it cuts one', async () => {
    await connection.run(`
      create or replace table v.main.data as
      select json('{"a":1}') as doc, [1, 2] as list, '1'::blob as bytes, repeat('x', 1001) as long, time '10:00' as at
      from range(1001)`);
    const columns = [
      ...[
        { name: 'doc', type: 'JSON' },
        { name: 'list', type: 'INTEGER[]' },
        { name: 'bytes', type: 'BLOB' },
      ],
      ...[
        { name: 'long', type: 'VARCHAR' },
        { name: 'at', type: 'TIME' },
      ],
    ];
    const breakouts = columns.map(({ name }) => ({ as: name, column: name }));
    const result = await run({ breakouts, measures: [] }, columns);
    assert.deepEqual([result.rows, result.cut], [1_000, { shown: 1_000, of: 1_001 }]);
    assert.deepEqual(
      result.columns.map(({ kind }) => kind),
      ['json', 'list', 'binary', 'text', 'time'],
    );
    const [first] = rowsOf(result);
    assert.equal(first![3], `${'x'.repeat(1_000)}…`);
    assert.equal(first![0], '{"a":1}');
  });

  test('needs a column, and groups by few', () => {
    const codes = (query: Query) => faultsOfQuery(query, COLUMNS).map(({ code }) => code);
    const each = COLUMNS.slice(0, 4).map(({ name }) => ({ as: name, column: name }));
    assert.deepEqual(codes({ breakouts: [], measures: [] }), ['query_empty']);
    assert.deepEqual(codes({ breakouts: each, measures: [] }), []);
    assert.deepEqual(codes({ breakouts: each, measures: [SUM] }), ['query_too_many_breakouts']);
    assert.deepEqual(codes({ breakouts: [BY_DAY], measures: [] }), ['query_breakout_unfit']);
  });

  test('says which rows it leaves out', async () => {
    await fill([...SALES, sale(null as unknown as string, 'a', '1')]);
    const { notes } = await run({
      breakouts: [BY_DAY],
      measures: [{ as: 'm', agg: 'max', column: 'rough' }],
    });
    assert.deepEqual(notes, [
      { code: 'without_moment', column: 'day', rows: 1 },
      { code: 'not_finite', column: 'rough', rows: 1 },
    ]);
  });

  test('has periods of a readable length, also where the filter leaves only some', async () => {
    await fill(['2001-05-05', '2024-01-01', '2024-02-09'].map((day) => sale(day, null, '1')));
    const query: Query = { breakouts: [{ ...BY_DAY, grain: 'auto' }], measures: [SUM] };
    assert.equal((await run(query)).columns[0]!.grain, 'quarter');
    const filter = [[{ column: 'day', operator: 'greater_or_equal' as const, values: ['2024-01-01'] }]];
    const some = await run({ ...query, filter });
    assert.deepEqual([some.columns[0]!.grain, some.rows], ['day', 40]);
  });

  test('keeps names apart, whatever columns and results are called', async () => {
    await connection.run(
      `create or replace table v.main.data as select 'x' as "is top", 1::bigint as "rows", 2::bigint as "found"`,
    );
    const columns = [
      { name: 'is top', type: 'VARCHAR' },
      { name: 'rows', type: 'BIGINT' },
      { name: 'found', type: 'BIGINT' },
    ];
    const query: Query = {
      breakouts: [
        { as: 'found', column: 'rows', bins: 3 },
        { as: 'rows', column: 'is top', top: { n: 1 } },
      ],
      measures: [
        { as: 'is top', agg: 'sum', column: 'found' },
        { as: '"', calc: 'running', of: 'is top' },
      ],
    };
    assert.deepEqual(rowsOf(await run(query, columns)), [['1', 'x', '2', '2']]);
    await fill([{ ...sale('2023-01-01', 'a', '1'), moment: '2023-09-30T15:45:00Z' }]);
    for (const as of ['first', 'last', 'one']) {
      const breakouts = [{ as, column: 'moment', grain: 'hour' as const }];
      const measures = [{ as: 'n', agg: 'count' as const }];
      const found = await run({ breakouts, measures, zone: 'Australia/Lord_Howe' });
      assert.deepEqual(rowsOf(found), [['2023-09-30T15:30:00Z', '1']], as);
    }
  });

  describe('along an axis', () => {
    /** A row in January and two in March, of two words, two numbers, and one flag. */
    const ROWS = [
      { ...sale('2024-01-10', 'a', '10', '1'), flag: 'true' },
      { ...sale('2024-03-05', 'b', '2', '4'), flag: 'true' },
      { ...sale('2024-03-09', 'a', '10', '9'), flag: 'false' },
    ];
    const TIME = { column: 'day', grain: 'month' as const };
    const COUNT = { as: 'rows', agg: 'count' as const };
    const MONTHS = ['2024-01-01', '2024-02-01', '2024-03-01'];
    const cases: [string, Omit<Breakout, 'as'>[], Cell[][]][] = [
      ['time', [TIME], MONTHS.map((month) => [month])],
      ['time × boolean', [TIME, { column: 'flag' }], pairs(MONTHS, ['false', 'true'])],
      ['time × text', [TIME, { column: 'a "word"' }], pairs(MONTHS, ['a', 'b'])],
      ['time × text with a limit', [TIME, { column: 'a "word"', top: { n: 1 } }], pairs(MONTHS, ['a', null])],
      ['time × each number', [TIME, { column: 'whole' }], pairs(MONTHS, ['2', '10'])],
      [
        'time × ranges, of which one is empty',
        [TIME, { column: 'rough', bins: 3 }],
        pairs(MONTHS, ['0', '5']),
      ],
      ['text × time', [{ column: 'a "word"' }, TIME], pairs(['a', 'b'], MONTHS)],
      ['boolean × time', [{ column: 'flag' }, TIME], pairs(['false', 'true'], MONTHS)],
      ['each number × time', [{ column: 'whole' }, TIME], pairs(['2', '10'], MONTHS)],
      ['each number', [{ column: 'whole' }], [['2'], ['10']]],
      [
        'each number × text',
        [{ column: 'whole' }, { column: 'a "word"' }],
        [
          ['2', 'b'],
          ['10', 'a'],
        ],
      ],
      ['numbers with a limit, the most first', [{ column: 'whole', top: { n: 1 } }], [['10'], [null]]],
    ];
    for (const [name, breakouts, expected] of cases)
      test(`has every place: ${name}`, async () => {
        await fill(ROWS);
        const result = await run({
          breakouts: breakouts.map((one, at) => ({ ...one, as: `by ${at}` })),
          measures: [COUNT],
        });
        const keys = rowsOf(result).map((row) => row.slice(0, breakouts.length));
        if (breakouts.length === 1) assert.deepEqual(keys, expected);
        assert.deepEqual(keys.toSorted(byText), expected.toSorted(byText));
        const values = rowsOf(result).map((row) => Number(row.at(-1)));
        assert.equal(
          values.reduce((sum, value) => sum + value, 0),
          ROWS.length,
        );
      });

    test('follows the number, not the measure', async () => {
      await fill([sale('2024-01-01', null, '9'), ...ROWS]);
      const { values } = await run({ breakouts: [{ as: 'n', column: 'whole' }], measures: [COUNT] });
      assert.deepEqual(values, [
        ['2', '9', '10'],
        ['1', '1', '2'],
      ]);
    });

    test('compares a period with the one before it, beside groups without a limit', async () => {
      await fill(ROWS);
      const result = await run({
        breakouts: [
          { as: 'month', ...TIME },
          { as: 'word', column: 'a "word"' },
        ],
        measures: [SUM, { as: 'change', calc: 'change', of: 'sum' }],
      });
      assert.deepEqual(
        rowsOf(result).filter(([, word]) => word === 'a'),
        [
          ['2024-01-01', 'a', '10', null],
          ['2024-02-01', 'a', '0', '-1'],
          ['2024-03-01', 'a', '10', null],
        ],
      );
    });

    test('has each period once where there are too many groups, and compares none with another than the one before', async () => {
      const many = Array.from({ length: 4_000 }, (_, at) =>
        sale(`2024-0${at % 2 ? 1 : 4}-01`, `w${at >> 1}`, '1'),
      );
      await fill(many);
      const result = await run({
        breakouts: [
          { as: 'day', column: 'day', grain: 'day' },
          { as: 'word', column: 'a "word"' },
        ],
        measures: [SUM, { as: 'change', calc: 'change', of: 'sum' }],
      });
      assert.equal(result.cut, null);
      assert.equal(result.rows, 4_000 + 90);
      assert.equal(new Set(result.values[0]).size, 92);
      // Only of the group that stands for those without rows.
      const changes = rowsOf(result).filter(([, , , change]) => change !== null);
      assert.deepEqual(changes, [['2024-01-02', 'w0', '0', '-1']]);
    });

    const inMay = [
      [{ column: 'day', operator: 'greater_or_equal' as const, values: ['2024-05-01'] }],
      [{ column: 'day', operator: 'less' as const, values: ['2024-05-04'] }],
    ];
    test('is zeros in a range without rows, and so is a sum of it', async () => {
      await fill(ROWS);
      const days = await run({ breakouts: [BY_DAY], measures: [COUNT, SUM], filter: inMay });
      assert.deepEqual(rowsOf(days), [
        ['2024-05-01', '0', '0'],
        ['2024-05-02', '0', '0'],
        ['2024-05-03', '0', '0'],
      ]);
      const average = { as: 'avg', agg: 'avg' as const, column: 'whole' };
      const all = await run({ breakouts: [], measures: [COUNT, SUM, average], filter: inMay, totals: true });
      assert.deepEqual([rowsOf(all), all.totals], [[['0', '0', null]], ['0', '0', null]]);
    });

    test('has the range’s own periods, however far away the rows are', async () => {
      await fill([sale('1950-01-01', 'a', '1')]);
      const minutes = await run({
        breakouts: [{ as: 'at', column: 'moment', grain: 'minute' }],
        measures: [COUNT],
        filter: [
          [{ column: 'moment', operator: 'greater_or_equal', values: ['2024-05-01T00:00:00Z'] }],
          [{ column: 'moment', operator: 'less', values: ['2024-05-01T00:03:00Z'] }],
        ],
      });
      assert.deepEqual(
        rowsOf(minutes).map(([, count]) => count),
        ['0', '0', '0'],
      );
    });
  });
});
