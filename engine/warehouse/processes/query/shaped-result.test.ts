import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { faultsOfQuery, type Query, type QueryShape } from '@headwater/shared/contract';
import type { Computed } from './messages.ts';
import { resultOf } from './result-of.ts';

const COLUMNS = [
  { name: 'who', type: 'VARCHAR' },
  { name: 'on', type: 'DATE' },
  { name: 'paid', type: 'DECIMAL(12,2)' },
  { name: 'step', type: 'VARCHAR' },
];

/** Someone did something on a day. Amounts are in hundredths. */
interface Row {
  who: string | null;
  on: string | null;
  paid: number | null;
  step: string;
}

const DAYS = [
  '2025-11-03',
  '2025-12-31',
  '2026-01-01',
  '2026-02-14',
  '2026-02-28',
  '2026-04-30',
  '2026-05-02',
];
const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    who: fc.constantFrom('ann', 'bob', 'cy', 'dee', "O'Neil", null),
    on: fc.constantFrom(...DAYS, null),
    paid: fc.option(fc.oneof(fc.integer({ min: -500, max: 500 }), fc.constantFrom(0, 100, -100)), {
      nil: null,
      freq: 6,
    }),
    step: fc.constantFrom('visit', 'cart', 'pay'),
  }),
  { minLength: 1, maxLength: 40 },
);

let connection: DuckDBConnection;
before(async () => {
  const instance = await DuckDBInstance.create();
  connection = await instance.connect();
  await connection.run(`attach ':memory:' as shop`);
});
after(() => connection.closeSync());

const SEGMENTS = ['champions', 'loyal', 'new', 'promising', 'lapsing', 'gone'];
const MOVEMENTS = ['new', 'back', 'more', 'same', 'less', 'lost'];
const shapes = {
  cohorts: { kind: 'cohorts', customer: 'who', date: 'on' },
  customers: { kind: 'customers', customer: 'who', date: 'on', amount: 'paid', segments: SEGMENTS },
  recurring: { kind: 'recurring', customer: 'who', date: 'on', amount: 'paid', movements: MOVEMENTS },
  funnel: { kind: 'funnel', subject: 'who', step: 'step', date: 'on' },
} as const satisfies Record<string, QueryShape | object>;

const ask = async (given: readonly Row[], query: Query): Promise<(string | null)[][]> => {
  const found = await computed(given, query);
  return Array.from({ length: found.rows }, (_, row) => found.values.map((column) => column[row] ?? null));
};

async function computed(given: readonly Row[], query: Query): Promise<Computed> {
  assert.deepEqual(faultsOfQuery(query, COLUMNS), []);
  const text = (value: string | null) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`);
  const values = given.map(
    ({ who, on, paid, step }) =>
      `(${text(who)}, ${text(on)}, ${paid === null ? 'null' : (paid / 100).toFixed(2)}, ${text(step)})`,
  );
  await connection.run(
    `create or replace table shop.main.data (who varchar, "on" date, paid decimal(12,2), step varchar)`,
  );
  await connection.run(`insert into shop.main.data values ${values.join(', ')}`);
  const found = await resultOf(connection, {
    ...{ schema: 'shop', extents: new Map(), columns: COLUMNS, query, shownAs: 'shop.main.data' },
  });
  // The statement that people see computes the same.
  const again = (await connection.runAndReadAll(found.sql)).getRows();
  assert.equal(again.length, found.rows);
  return found;
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const firstOf = (month: number) =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
const counted = (given: readonly Row[]) =>
  given.filter((row): row is Row & { who: string; on: string } => row.who !== null && row.on !== null);
/** The last day of the table, whoever was there. */
const lastDay = (given: readonly Row[]) =>
  given
    .flatMap(({ on }) => on ?? [])
    .toSorted()
    .at(-1)!;
/** The first month that isn't over, by the last day that there is. */
function openMonth(given: readonly Row[]): number {
  const last = lastDay(given);
  const next = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
  return monthOf(next);
}
const groupBy = <T>(all: readonly T[], key: (one: T) => string) => Map.groupBy(all, key);

describe('rows that are computed before they are grouped', () => {
  test('cohorts: how many customers of each month did it again, month by month', async () => {
    const query: Query = {
      shape: shapes.cohorts,
      breakouts: [
        { as: 'cohort', column: 'cohort' },
        { as: 'age', column: 'age' },
      ],
      measures: [
        { as: 'size', agg: 'sum', column: 'customers' },
        { as: 'active', agg: 'sum', column: 'active' },
      ],
      sort: [
        { by: 'cohort', descending: false },
        { by: 'age', descending: false },
      ],
    };
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const all = counted(given);
        const expected: string[][] = [];
        if (all.length > 0) {
          const until = openMonth(given);
          const months = [...groupBy(all, ({ who }) => who).values()]
            .map((own) => new Set(own.map(({ on }) => monthOf(on)).filter((month) => month < until)))
            .filter((own) => own.size > 0);
          const cohorts = groupBy(months, (own) => String(Math.min(...own)));
          for (const [cohort, members] of [...cohorts].toSorted(([a], [b]) => Number(a) - Number(b)))
            for (let age = 0; Number(cohort) + age < until; age += 1) {
              const active = members.filter((own) => own.has(Number(cohort) + age)).length;
              expected.push([firstOf(Number(cohort)), `${age}`, `${members.length}`, `${active}`]);
            }
        }
        assert.deepEqual(await ask(given, query), expected);
      }),
      { numRuns: 40 },
    );
  });

  test('customers: each has what they did, and equal customers are in the same segment', async () => {
    const query: Query = {
      shape: shapes.customers,
      breakouts: ['customer', 'segment', 'first'].map((column) => ({ as: column, column })),
      measures: ['last', 'recency', 'times', 'amount'].map((column) => ({
        ...{ as: column, agg: 'max' as const, column },
      })),
      sort: [{ by: 'customer', descending: false }],
    };
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const people = [...groupBy(counted(given), ({ who }) => who)]
          .map(([who, own]) => ({
            who,
            // Refunds are no purchases.
            days: own
              .filter(({ paid }) => (paid ?? 0) >= 0)
              .map(({ on }) => on)
              .toSorted(),
            paid: own.reduce((sum, { paid }) => sum + (paid ?? 0), 0),
          }))
          .filter(({ days }) => days.length > 0);
        const newest = lastDay(given);
        const score = (
          of: (one: (typeof people)[number]) => number | string,
          one: (typeof people)[number],
        ) => {
          const below = people.filter((other) => of(other) < of(one)).length;
          return Math.min(5, 1 + Math.floor(people.length > 1 ? (below / (people.length - 1)) * 5 : 0));
        };
        const expected = people
          .map((one) => {
            const recent = score(({ days }) => days.at(-1)!, one);
            const valuable = (score(({ days }) => days.length, one) + score(({ paid }) => paid, one)) / 2;
            const at =
              recent >= 4
                ? valuable >= 4
                  ? 0
                  : valuable >= 3
                    ? 1
                    : 2
                : recent >= 3
                  ? valuable >= 3
                    ? 1
                    : 3
                  : valuable >= 3
                    ? 4
                    : 5;
            const days = (Date.parse(newest) - Date.parse(one.days.at(-1)!)) / 86_400_000;
            return [
              ...[one.who, SEGMENTS[at]!, one.days[0]!, one.days.at(-1)!],
              ...[`${days}`, `${one.days.length}`, (one.paid / 100).toFixed(2)],
            ];
          })
          .toSorted(([a], [b]) => (a! < b! ? -1 : 1));
        assert.deepEqual(await ask(given, query), expected);
      }),
      { numRuns: 40 },
    );
  });

  test('recurring: the movements of a month add up to the difference of its revenue', async () => {
    const query: Query = {
      shape: shapes.recurring,
      breakouts: [
        { as: 'month', column: 'month' },
        { as: 'movement', column: 'movement' },
      ],
      measures: ['customers', 'revenue', 'change'].map((column) => ({
        as: column,
        agg: 'sum' as const,
        column,
      })),
      sort: [
        { by: 'month', descending: false },
        { by: 'movement', descending: false },
      ],
    };
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const all = counted(given);
        const moved = new Map<string, [customers: number, revenue: number, change: number]>();
        const until = all.length > 0 ? openMonth(given) : 0;
        for (const own of groupBy(all, ({ who }) => who).values()) {
          const paid = new Map<number, number>();
          for (const { on, paid: amount } of own)
            if (monthOf(on) < until) paid.set(monthOf(on), (paid.get(monthOf(on)) ?? 0) + (amount ?? 0));
          let hasPaid = false;
          for (let month = Math.min(...paid.keys()); month < until; month += 1) {
            const [now, former] = [paid.get(month) ?? 0, paid.get(month - 1) ?? 0];
            // Whoever gets money back, or pays nothing, is no customer in that month.
            const counts = now > 0 || former > 0;
            if (!counts && now === former) continue;
            const moves = now > former ? 'more' : now < former ? 'less' : 'same';
            const pays = former > 0 ? moves : hasPaid ? 'back' : 'new';
            const movement = now > 0 ? pays : former > 0 ? 'lost' : moves;
            hasPaid ||= now > 0;
            const key = `${firstOf(month)} ${movement}`;
            const [customers, revenue, change] = moved.get(key) ?? [0, 0, 0];
            moved.set(key, [customers + (counts ? 1 : 0), revenue + now, change + now - former]);
          }
        }
        const expected = [...moved]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, [customers, revenue, change]]) => [
            ...[...key.split(' '), `${customers}`],
            ...[revenue, change].map((amount) => (amount / 100).toFixed(2)),
          ]);
        assert.deepEqual(await ask(given, query), expected);
      }),
      { numRuns: 40 },
    );
  });

  const funnelOf = (steps?: string[]): Query => ({
    shape: { ...shapes.funnel, ...(steps && { steps }) },
    breakouts: ['place', 'step'].map((column) => ({ as: column, column })),
    measures: ['subjects', 'before', 'first'].map((column) => ({
      as: column,
      agg: 'sum' as const,
      column,
    })),
    sort: [{ by: 'place', descending: false }],
  });
  /** How many people reach each step, one after the other, whatever else they do before and between. */
  const walked = (all: ReturnType<typeof counted>, steps: readonly string[]) => {
    const counts = steps.map(() => 0);
    for (const own of groupBy(all, ({ who }) => who).values()) {
      let [at, since] = [0, ''];
      for (; at < steps.length; at += 1) {
        const [next] = own
          .filter(({ step, on }) => step === steps[at] && on >= since)
          .map(({ on }) => on)
          .toSorted();
        if (next === undefined) break;
        [since, counts[at]] = [next, counts[at]! + 1];
      }
    }
    return steps.map((step, at) => [
      ...[`${at + 1}`, step, `${counts[at]}`, `${counts[Math.max(0, at - 1)]}`, `${counts[0]}`],
    ]);
  };

  test('funnel: whoever takes a step after the one before reaches it, whatever is before and between', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const all = counted(given);
        const firsts = [...groupBy(all, ({ who }) => who).values()].flatMap((own) => {
          const days = [...groupBy(own, ({ step }) => step)].map(([step, some]) => ({
            step,
            on: some.map(({ on }) => on).toSorted()[0]!,
          }));
          return days.map((one) => ({ ...one, turn: 1 + days.filter(({ on }) => on < one.on).length }));
        });
        const steps = [...groupBy(firsts, ({ step }) => step)]
          .map(([step, some]) => ({
            ...{ step, count: some.length, on: some.map(({ on }) => on).toSorted()[0]! },
            turn: some.reduce((sum, { turn }) => sum + turn, 0) / some.length,
          }))
          .toSorted(
            (one, other) =>
              other.count - one.count ||
              one.turn - other.turn ||
              (one.on + one.step < other.on + other.step ? -1 : 1),
          )
          .map(({ step }) => step);
        assert.deepEqual(await ask(given, funnelOf()), walked(all, steps));
        const chosen = ['pay', 'nobody', 'visit'];
        assert.deepEqual(await ask(given, funnelOf(chosen)), walked(all, chosen));
        assert.deepEqual(await ask(given, funnelOf(['visit', 'pay'])), walked(all, ['visit', 'pay']));
      }),
      { numRuns: 40 },
    );
  });

  test('rows that do not match the filter do not count', async () => {
    const given = [
      { who: 'ann', on: '2026-01-05', paid: 100, step: 'visit' },
      { who: 'ann', on: '2026-02-05', paid: 100, step: 'cart' },
      { who: 'bob', on: '2026-02-28', paid: 100, step: 'visit' },
    ];
    const query: Query = {
      filter: [[{ column: 'step', operator: 'one_of', values: ['visit'] }]],
      shape: shapes.customers,
      breakouts: [],
      measures: [{ as: 'times', agg: 'sum', column: 'times' }],
    };
    assert.deepEqual(await ask(given, query), [['2']]);
  });

  test('amounts are in the only currency that the filter leaves of the rows', async () => {
    const given = [{ who: 'ann', on: '2026-01-05', paid: 100, step: 'EUR' }];
    const currencyOf = async (...values: string[]) => {
      const query: Query = {
        filter: [[{ column: 'step', operator: 'one_of', values }]],
        shape: shapes.customers,
        breakouts: [],
        measures: [{ as: 'revenue', agg: 'sum', column: 'amount', currency: 'step' }],
      };
      return (await computed(given, query)).columns[0]!.currency;
    };
    assert.equal(await currencyOf('EUR'), 'EUR');
    assert.equal(await currencyOf('EUR', 'USD'), undefined);
  });

  test('a shape is refused where the table has no such column, or one of another type', () => {
    const query: Query = {
      shape: { ...shapes.cohorts, customer: 'whom', date: 'step' },
      breakouts: [],
      measures: [{ as: 'all', agg: 'sum', column: 'who' }],
    };
    assert.deepEqual(
      faultsOfQuery(query, COLUMNS).map(({ code, pointer }) => [code, pointer]),
      [
        ['query_column_misspelled', '/shape/customer'],
        ['query_shape_unfit', '/shape/date'],
        ['query_column_unknown', '/measures/0/column'],
      ],
    );
  });
});
