import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import type { QueryCondition, QueryFilter, QuerySort, TableQuery } from '@headwater/shared/contract';
import { MatchingRows } from './matching-rows.ts';
import { orderKeys } from '../../query/alphabetical.ts';
import { orderSql } from '../../query/order-sql.ts';
import type { Place } from './messages.ts';

const COLUMNS = [
  { name: 'whole', type: 'BIGINT' },
  { name: 'exact', type: 'DECIMAL(38,2)' },
  { name: 'rough', type: 'DOUBLE' },
  { name: 'a "word", or -so', type: 'VARCHAR' },
  { name: 'moment', type: 'TIMESTAMP WITH TIME ZONE' },
  { name: 'day', type: 'DATE' },
  { name: 'flag', type: 'BOOLEAN' },
];
type Cell = string | null;

/** Few different values, so that there are many equal ones. Each list is in the order of its values. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  whole: ['-9007199254740993', '-2', '0', '7', '9007199254740992', '9007199254740993'],
  exact: [
    '-1.10',
    '0.00',
    '0.01',
    '999999999999999999999999999999999999.98',
    '999999999999999999999999999999999999.99',
  ],
  rough: ['-1e308', '-0.1', '0.1', '0.30000000000000004', '1e308', 'NaN'],
  'a "word", or -so': ['', '%', 'A_b', "O'Neil", 'Zoë', 'zoë', '東京'],
  moment: ['1969-12-31 23:59:59.999999+00', '2024-02-29 12:00:00+00', '2024-02-29 12:00:00.000001+00'],
  day: ['0099-12-31', '1970-01-01', '2024-02-29'],
  flag: ['false', 'true'],
};
const rankOf = (column: string, value: string) => VALUES[column]!.indexOf(value);

const cell = (column: string) =>
  fc.option(fc.constantFrom(...VALUES[column]!), { nil: null, freq: 4 }) as fc.Arbitrary<Cell>;
const tableRows = fc.array(fc.tuple(...COLUMNS.map(({ name }) => cell(name))), {
  minLength: 1,
  maxLength: 40,
});

const condition: fc.Arbitrary<QueryCondition> = fc.constantFrom(...COLUMNS).chain(({ name, type }) => {
  const value = fc.constantFrom(...VALUES[name]!);
  const one = (operator: QueryCondition['operator']) =>
    value.map((text) => ({ column: name, operator, values: [text] }));
  const several = (operator: QueryCondition['operator']) =>
    fc
      .tuple(fc.uniqueArray(value, { minLength: 1 }), fc.boolean())
      .map(([values, orNull]) => ({ column: name, operator, values, ...(orNull && { orNull }) }));
  const none = (operator: QueryCondition['operator']) =>
    fc.constant<QueryCondition>({ column: name, operator, values: [] });
  const part = fc.constantFrom('%', '_', 'O', 'zo', "'", '京');
  const partly = (operator: QueryCondition['operator']) =>
    part.map((text) => ({ column: name, operator, values: [text] }));
  const always = [one('equals'), one('not_equals'), several('one_of'), none('is_null'), none('is_not_null')];
  const texts = [partly('contains'), partly('not_contains'), partly('starts_with'), partly('ends_with')];
  const order = [one('less'), one('less_or_equal'), one('greater'), one('greater_or_equal')];
  return fc.oneof(...always, several('none_of'), ...(type === 'VARCHAR' ? texts : order));
});
const filters: fc.Arbitrary<QueryFilter> = fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), {
  maxLength: 3,
});
const sorts: fc.Arbitrary<QuerySort> = fc.uniqueArray(
  fc.record({ column: fc.constantFrom(...COLUMNS.map(({ name }) => name)), descending: fc.boolean() }),
  { maxLength: 3, selector: ({ column }) => column },
);

/** The second implementation: what a filter and a sort mean, row by row. */
function holds({ column, operator, values, orNull = false }: QueryCondition, value: Cell): boolean {
  const rank = value === null ? null : rankOf(column, value);
  const other = values.length === 0 ? 0 : rankOf(column, values[0]!);
  const has = (test: (text: string, sought: string) => boolean) =>
    value !== null && test(value.toLowerCase(), values[0]!.toLowerCase());
  switch (operator) {
    case 'is_null':
      return value === null;
    case 'is_not_null':
      return value !== null;
    case 'equals':
      return value === values[0];
    case 'one_of':
      return value === null ? orNull : values.includes(value);
    case 'not_equals':
      return value !== values[0];
    case 'none_of':
      return value === null ? !orNull : !values.includes(value);
    case 'less':
      return rank !== null && rank < other;
    case 'less_or_equal':
      return rank !== null && rank <= other;
    case 'greater':
      return rank !== null && rank > other;
    case 'greater_or_equal':
      return rank !== null && rank >= other;
    case 'contains':
      return has((text, sought) => text.includes(sought));
    case 'not_contains':
      return !has((text, sought) => text.includes(sought));
    case 'starts_with':
      return has((text, sought) => text.startsWith(sought));
    case 'ends_with':
      return has((text, sought) => text.endsWith(sought));
    case 'in_range':
      throw new Error('It has become its bounds before.');
  }
}

function naive(rows: readonly (readonly Cell[])[], { filter, sort }: TableQuery): number[] {
  const valueOf = (id: number, name: string) =>
    rows[id]![COLUMNS.findIndex((column) => column.name === name)] ?? null;
  const compare = (one: number, other: number) => {
    for (const { column, descending } of sort) {
      const [a, b] = [valueOf(one, column), valueOf(other, column)];
      if (a === b) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      return (rankOf(column, a) - rankOf(column, b)) * (descending ? -1 : 1);
    }
    return one - other;
  };
  return rows
    .map((_, id) => id)
    .filter((id) => filter.every((group) => group.some((one) => holds(one, valueOf(id, one.column)))))
    .sort(compare);
}

describe('the rows that match a query, page by page,', () => {
  let connection: DuckDBConnection;
  before(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`set TimeZone = 'UTC'; attach ':memory:' as v`);
  });
  after(() => connection.closeSync());

  async function fill(rows: readonly (readonly Cell[])[]) {
    const columns = COLUMNS.map(({ name, type }) => `"${name.replaceAll('"', '""')}" ${type}`);
    await connection.run(`create or replace table v.main.data (${columns.join(', ')})`);
    const text = (value: Cell) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`);
    const values = rows.map((row) => `(${row.map(text).join(', ')})`);
    await connection.run(`insert into v.main.data values ${values.join(', ')}`);
  }

  /** Reads page after page, in the direction of the first place. */
  async function walk(
    matching: MatchingRows,
    size: number,
    direction: 'after' | 'before',
  ): Promise<number[]> {
    const ids: number[] = [];
    for (;;) {
      const last = direction === 'after' ? (ids.at(-1) ?? null) : (ids[0] ?? null);
      const place = { [direction]: last } as unknown as Place;
      const page = await matching.of(place, size);
      if (page.length === 0) return ids;
      if (direction === 'after') ids.push(...page);
      else ids.unshift(...page);
    }
  }

  test('are the same as those of a second implementation, in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(
        tableRows,
        filters,
        sorts,
        fc.integer({ min: 1, max: 7 }),
        async (rows, filter, sort, size) => {
          await fill(rows);
          const matching = new MatchingRows(connection, 'v', COLUMNS, { filter, sort });
          const expected = naive(rows, { filter, sort });
          assert.deepEqual(await walk(matching, size, 'after'), expected);
          assert.deepEqual(await walk(matching, size, 'before'), expected);
          assert.equal(await matching.count(), expected.length);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('are those without a value, too, if they are to be one value or another one', async () => {
    await fill([COLUMNS.map(() => null)]);
    const values = ['1970-01-01 00:00:00+00'];
    const filter: QueryFilter = [
      [
        { column: 'moment', operator: 'equals', values },
        { column: 'moment', operator: 'not_equals', values },
      ],
    ];
    const either = new MatchingRows(connection, 'v', COLUMNS, { filter, sort: [] });
    assert.deepEqual(await either.of({ after: null }, 10), [0]);
  });

  test('are in alphabetical order for people, none twice and none lost', async () => {
    const [text, whole] = [COLUMNS[3]!.name, 'whole'];
    const sort: QuerySort = [{ column: text, descending: false }];
    const idsOf = async (size: number, by = sort) =>
      walk(new MatchingRows(connection, 'v', COLUMNS, { filter: [], sort: by }, true), size, 'after');
    const rowOf = (value: Cell, number = '0') =>
      COLUMNS.map(({ name }) => (name === text ? value : name === whole ? number : null));
    const words = [
      'Zebra',
      'apple',
      'Österreich',
      'zoo',
      'Apfel',
      'oz',
      'Ostsee',
      null,
      '10',
      '9',
      'éa',
      'eb',
    ];
    await fill(words.map((word) => rowOf(word)));
    assert.deepEqual(
      (await idsOf(2)).map((id) => words[id]),
      ['10', '9', 'Apfel', 'apple', 'éa', 'eb', 'Österreich', 'Ostsee', 'oz', 'Zebra', 'zoo', null],
    );
    // The same to an alphabet: one letter in two encodings, and characters that it ignores.
    const same = ['é', 'e\u0301', 'é\u0001', '\u0001é', 'e\u0301'];
    await fill([...same, ...same].map((word) => rowOf(word)));
    for (const size of [1, 3])
      assert.deepEqual((await idsOf(size)).toSorted(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('are in that order in a large table, too, of which most rows are passed over', async () => {
    const text = COLUMNS[3]!.name.replaceAll('"', '""');
    const letters = fc.string({
      unit: fc.constantFrom(...' _-,.:@/~$0129abAByzZäÖß\u0301\u0001éяК東aaa'),
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(letters, { minLength: 1_500, maxLength: 1_500 }),
        fc.boolean(),
        fc.constantFrom(text, 'whole'),
        async (words, descending, first) => {
          await fill([COLUMNS.map(() => null)]);
          await connection.run('delete from v.main.data');
          const rows = words.map((word, at) => `(${at % 3}, '${word}')`);
          await connection.run(`insert into v.main.data (whole, "${text}") values ${rows.join(', ')}`);
          const sort: QuerySort = [...new Set([first, text])].map((name) => ({
            column: name.replaceAll('""', '"'),
            descending,
          }));
          const order = orderSql(orderKeys(sort, COLUMNS, true), 'forward');
          const all = await connection.runAndReadAll(`select rowid from v.main.data order by ${order}`);
          const expected = all.getRows().map(([id]) => Number(id));
          const matching = new MatchingRows(connection, 'v', COLUMNS, { filter: [], sort }, true);
          for (const at of [0, 1, 400, 749, 1_480])
            assert.deepEqual(await matching.of({ after: expected[at]! }, 3), expected.slice(at + 1, at + 4));
          assert.deepEqual(await matching.of({ after: null }, 3), expected.slice(0, 3));
          assert.deepEqual(await matching.of({ before: null }, 3), expected.slice(-3));
          assert.deepEqual(await matching.of({ before: expected[700]! }, 3), expected.slice(697, 700));
        },
      ),
      { numRuns: 20 },
    );
  });

  test('end at a row that doesn’t exist', async () => {
    await fill([COLUMNS.map(() => null)]);
    const sorted = new MatchingRows(connection, 'v', COLUMNS, {
      filter: [],
      sort: [{ column: 'whole', descending: false }],
    });
    assert.deepEqual(await sorted.of({ after: 99 }, 10), []);
  });
});
