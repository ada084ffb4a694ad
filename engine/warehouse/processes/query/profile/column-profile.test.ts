import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import type { QueryFilter } from '@headwater/shared/contract';
import { identifier, literal } from '../../../sql/sql.ts';
import { MatchingRows } from '../matching-rows.ts';
import type { ProfileResult } from '../messages.ts';
import { profileColumn } from './column-profile.ts';

type Cell = string | null;
type Measure = bigint | number;

/** The second implementation: how the texts of a type are ordered and measured. */
interface TypeUnderTest {
  type: string;
  values: fc.Arbitrary<string>;
  /** Null for values that have no place in the order, such as NaN. */
  measure?(text: string): Measure | null;
  mean?: boolean;
  length?(text: string): number;
}

const days = (text: string) => BigInt(Date.parse(`${text}T00:00:00Z`) / 86_400_000);
const microseconds = (text: string) => {
  const [, seconds, fraction = ''] = /^(.+?)(?:\.(\d+))?Z$/.exec(text)!;
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000n + BigInt(fraction.padEnd(6, '0'));
};
const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const around = (values: fc.Arbitrary<string>, few: readonly string[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...few) }, values);

const TYPES: readonly TypeUnderTest[] = [
  {
    type: 'BIGINT',
    values: around(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String), ['0', '1', '2', '7']),
    measure: BigInt,
    mean: true,
  },
  { type: 'SMALLINT', values: fc.integer({ min: -20, max: 300 }).map(String), measure: BigInt, mean: true },
  {
    type: 'DECIMAL(38,2)',
    values: around(
      fc
        .bigInt(-(10n ** 38n - 1n), 10n ** 38n - 1n)
        .map(
          (whole) => `${whole / 100n}.${String(whole < 0n ? -whole % 100n : whole % 100n).padStart(2, '0')}`,
        )
        .filter((text) => !text.startsWith('0.')),
      ['0.01', '19.99', '20.00', '-3.50'],
    ),
    measure: (text) => BigInt(text.replace('.', '')),
    mean: true,
  },
  {
    type: 'DOUBLE',
    values: around(
      fc.double({ noDefaultInfinity: false }).map((value) => String(Object.is(value, -0) ? 0 : value)),
      ['0.1', '0.3', '2.5', '-4', 'NaN', 'Infinity'],
    ),
    measure: (text) => (Number.isFinite(Number(text)) ? Number(text) : null),
    mean: true,
  },
  {
    type: 'DATE',
    values: around(
      day.map((iso) => iso.slice(0, 10)),
      ['2024-02-29', '2024-03-01'],
    ),
    measure: days,
  },
  {
    type: 'TIMESTAMP WITH TIME ZONE',
    values: around(
      day.map((iso) => `${iso.slice(0, 19)}Z`),
      ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000001Z'],
    ),
    measure: microseconds,
  },
  {
    type: 'VARCHAR',
    values: around(fc.string({ unit: 'grapheme-composite', maxLength: 150 }), ['', 'a', 'b', 'Zoë']),
    length: (text) => [...text].length,
  },
  { type: 'JSON', values: fc.json({ maxDepth: 1 }), length: (text) => Buffer.byteLength(text) },
  { type: 'BOOLEAN', values: fc.constantFrom('true', 'false') },
  { type: 'UUID', values: around(fc.uuid(), ['3f0c64c1-3aa6-4a0f-9f3a-6f5b5e1f3a10']) },
];

let connection: DuckDBConnection;
before(async () => {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '512MB' });
  connection = await instance.connect();
  await connection.run(`set TimeZone = 'UTC'`);
});
after(() => connection.closeSync());

const NAME = 'the "column", or -so';

async function tableOf(type: string, cells: readonly Cell[]): Promise<void> {
  await connection.run(`create or replace table memory.main.data (${identifier(NAME)} ${type})`);
  for (let at = 0; at < cells.length; at += 5_000) {
    const rows = cells.slice(at, at + 5_000).map((cell) => `(${cell === null ? 'null' : literal(cell)})`);
    await connection.run(`insert into memory.main.data values ${rows.join(', ')}`);
  }
}

async function check(
  { type, measure, mean, length }: TypeUnderTest,
  cells: readonly Cell[],
): Promise<ProfileResult> {
  await tableOf(type, cells);
  const column = { name: NAME, type };
  const facts = await profileColumn(connection, 'memory', column, null);
  const values = cells.filter((cell) => cell !== null);
  assert.equal(facts.rows, cells.length);
  assert.equal(facts.nulls, cells.length - values.length);
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (facts.distinct.isExact) assert.equal(facts.distinct.count, counts.size);
  if (facts.unique !== null) assert.equal(facts.unique, counts.size === values.length);
  if (facts.top) {
    const most = [...counts.values()].sort((a, b) => b - a).slice(0, 10);
    assert.deepEqual(
      facts.top.map(({ rows }) => rows),
      most,
    );
    for (const { value, cut, rows } of facts.top)
      if (!cut && measure === undefined) assert.equal(counts.get(value), rows, value);
  }
  if (measure) {
    const compare = (a: Measure, b: Measure) => (a < b ? -1 : a > b ? 1 : 0);
    const measured = values
      .map((value) => measure(value))
      .filter((value) => value !== null)
      .sort(compare);
    assert.equal(facts.unmeasured, values.length - measured.length);
    if (measured.length === 0) {
      assert.deepEqual([facts.least, facts.quartiles, facts.histogram], [null, null, null]);
      return facts;
    }
    assert.deepEqual([measure(facts.least!), measure(facts.greatest!)], [measured[0], measured.at(-1)]);
    const { isExact, ...quartiles } = facts.quartiles!;
    assert.ok(isExact);
    const at = (quarter: number) => measured[Math.ceil((measured.length * quarter) / 4) - 1];
    assert.deepEqual(Object.values(quartiles).map(measure), [at(1), at(2), at(3)]);
    requireBins(
      facts,
      (from, to, isFirst) =>
        measured.filter(
          (value) => (isFirst ? value >= measure(from)! : value > measure(from)!) && value <= measure(to)!,
        ).length,
    );
    await requireFiltered(facts, column);
    if (mean && facts.mean !== null) {
      const scale = type.startsWith('DECIMAL') ? 100 : 1;
      const expected = measured.reduce<number>(
        (sum, value) => sum + Number(value) / scale / measured.length,
        0,
      );
      const size = Math.max(...measured.map((value) => Math.abs(Number(value) / scale)));
      assert.ok(
        Math.abs(facts.mean - expected) <= size * 1e-12 * measured.length + 1e-300,
        `${facts.mean} ${expected}`,
      );
    }
  }
  if (length) {
    const lengths = values.map(length).sort((a, b) => a - b);
    assert.equal(facts.lengths?.least ?? undefined, lengths[0]);
    assert.equal(facts.lengths?.greatest ?? undefined, lengths.at(-1));
    if (lengths.length > 0)
      requireBins(
        facts,
        (from, to, isFirst) =>
          lengths.filter(
            (value) => (isFirst ? value >= Number(from) : value > Number(from)) && value <= Number(to),
          ).length,
      );
  }
  return facts;
}

/** The bins follow each other, and have the rows that are between their ends. */
function requireBins(
  { histogram }: ProfileResult,
  count: (from: string, to: string, isFirst: boolean) => number,
): void {
  const { bins } = histogram!;
  assert.ok(bins.length >= 1 && bins.length <= 20, `${bins.length} bins`);
  for (const [at, { from, to, rows }] of bins.entries()) {
    if (at > 0) assert.equal(from, bins[at - 1]!.to);
    assert.equal(rows, count(from, to, at === 0), `${from} to ${to}`);
  }
}

/** Each bin has as many rows as the filter for it finds. */
async function requireFiltered({ histogram }: ProfileResult, column: { name: string; type: string }) {
  for (const [at, { from, to, rows }] of histogram!.bins.entries()) {
    const filter: QueryFilter = [
      [{ column: NAME, operator: at === 0 ? 'greater_or_equal' : 'greater', values: [from] }],
      [{ column: NAME, operator: 'less_or_equal', values: [to] }],
    ];
    const found = await new MatchingRows(connection, 'memory', [column], { filter, sort: [] }).count();
    assert.equal(found, rows, `${from} to ${to}`);
  }
}

for (const one of TYPES)
  test(`${one.type}: facts are those of a second computation`, async () => {
    const cells = fc.array(fc.option(one.values, { nil: null, freq: 6 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(cells, async (some) => void (await check(one, some))),
      { numRuns: 15 },
    );
  });

/** More than are counted one by one. */
const MANY = 28_000;
const many = (make: (at: number) => string, type: string) => {
  // In no order, so that nothing can be told from the neighbors.
  const cells: Cell[] = Array.from({ length: MANY }, (_, at) => make((at * 7_919) % MANY));
  return { one: TYPES.find((each) => each.type === type)!, cells };
};
const MANY_VALUES = [
  many((at) => String(at * at), 'BIGINT'),
  many((at) => `${at}.${String(at % 100).padStart(2, '0')}`, 'DECIMAL(38,2)'),
  many((at) => String((at - 9_000) / 7), 'DOUBLE'),
  many((at) => new Date(at * 1_234_567_000).toISOString().replace('.000Z', 'Z'), 'TIMESTAMP WITH TIME ZONE'),
  many((at) => 'x'.repeat(at % 90) + at, 'VARCHAR'),
  many((at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`, 'UUID'),
];

for (const { one, cells } of MANY_VALUES)
  test(`${one.type}: many values are all measured and compared`, async () => {
    const facts = await check(one, [...cells, null]);
    // Fractions are only known to be unique if they rise.
    const isKnown = one.type !== 'DOUBLE' && one.type !== 'DECIMAL(38,2)';
    assert.deepEqual(
      [facts.distinct.isExact, facts.top, facts.unique],
      [isKnown, null, isKnown ? true : null],
    );
    if (isKnown) assert.equal(facts.distinct.count, cells.length);
    assert.equal((await check(one, [...cells, cells[3]!])).unique, isKnown ? false : null);
  });

test('values that rise are known to be unique, unless two are equal', async () => {
  const rising = Array.from({ length: MANY }, (_, at) => String(at));
  assert.equal((await check(TYPES[0]!, rising)).unique, true);
  assert.equal((await check(TYPES[0]!, [...rising, rising.at(-1)!])).unique, false);
});

const factsOf = async (type: string, cells: readonly Cell[]) => {
  await tableOf(type, cells);
  return profileColumn(connection, 'memory', { name: NAME, type }, null);
};

test('an empty column, and one without values, have nothing to measure', async () => {
  for (const { type } of TYPES)
    for (const cells of [[], [null, null]]) {
      const { rows, nulls, distinct, least, mean, quartiles, lengths, top, histogram } = await factsOf(
        type,
        cells,
      );
      assert.deepEqual(
        { rows, nulls, distinct, least, mean, quartiles, lengths, top, histogram },
        {
          rows: cells.length,
          nulls: cells.length,
          distinct: { count: 0, isExact: true },
          least: null,
          mean: null,
          quartiles: null,
          lengths: null,
          top: [],
          histogram: null,
        },
        type,
      );
    }
});

test('values that few types or calendars have', async () => {
  const dates = await factsOf('DATE', ['0044-03-15 (BC)', '5874897-12-31', 'infinity', '-infinity']);
  assert.deepEqual([dates.least, dates.greatest, dates.unmeasured], ['0044-03-15 BC', '5874897-12-31', 2]);
  const times = await factsOf('TIMESTAMP', [
    'infinity',
    '290309-12-22 (BC) 00:00:00',
    '294246-12-31 23:59:59',
  ]);
  assert.deepEqual([times.least, times.unmeasured], ['290309-12-22T00:00:00 BC', 1]);
  const infinite = await factsOf('DOUBLE', ['NaN', 'Infinity']);
  assert.deepEqual([infinite.unmeasured, infinite.mean, infinite.histogram], [2, null, null]);
  const ends = await factsOf('DOUBLE', ['-1.7976931348623157e308', '1.7976931348623157e308', '0']);
  assert.deepEqual([ends.quartiles!.median, ends.mean], ['0', 0]);
  const tiny = await factsOf('DOUBLE', ['5e-324', '0']);
  assert.deepEqual(
    tiny.histogram!.bins.map(({ rows }) => rows),
    [2],
  );
  const part = await factsOf('DECIMAL(2,2)', ['0.05', '-0.99']);
  assert.deepEqual([part.least, part.greatest], ['-0.99', '0.05']);
  const digits = await factsOf('DECIMAL(38,0)', ['9'.repeat(38), '9'.repeat(38)]);
  assert.deepEqual([digits.quartiles!.first, digits.mean], ['9'.repeat(38), 1e38]);
  const clock = await factsOf('TIME', ['23:59:59', '08:00:00']);
  assert.deepEqual([clock.least, clock.greatest, clock.histogram], ['08:00:00', '23:59:59', null]);
});

test('lists and binary data have lengths, and JSON has bytes', async () => {
  const list = await factsOf('VARCHAR[]', [`['a', 'b']`, '[]', null]);
  assert.deepEqual(
    [list.lengths, list.distinct.count, list.top],
    [{ least: 0, greatest: 2, mean: 1 }, 2, null],
  );
  const binary = await factsOf('BLOB', ['\\xAA\\xBB', '\\xAA\\xBB', 'a']);
  assert.deepEqual(binary.lengths, { least: 1, greatest: 2, mean: 5 / 3 });
  assert.deepEqual(binary.top![0], { value: '\\xaabb', cut: false, rows: 2 });
});

test('a value of 20 MB is cut off, and read in bounded memory', async () => {
  await connection.run(
    `create or replace table memory.main.data as select repeat('ä', 10485760) as "${NAME.replaceAll('"', '""')}" from range(3)`,
  );
  const facts = await profileColumn(connection, 'memory', { name: NAME, type: 'VARCHAR' }, null);
  assert.equal(facts.least, `${'ä'.repeat(100)}…`);
  assert.deepEqual(facts.lengths, { least: 10_485_760, greatest: 10_485_760, mean: 10_485_760 });
  assert.deepEqual(facts.top, [{ value: 'ä'.repeat(100), cut: true, rows: 3 }]);
});

test('a few values far off leave room for all others', async () => {
  const cells = [...Array.from({ length: 1_000 }, (_, at) => String(at % 100)), '1000000', '-500000'];
  const { histogram } = await check(TYPES[0]!, cells);
  assert.deepEqual([histogram!.openBelow, histogram!.openAbove], [true, true]);
  assert.deepEqual([histogram!.bins[0]!.from, histogram!.bins.at(-1)!.to], ['-500000', '1000000']);
  assert.ok(histogram!.bins.length > 10 && histogram!.bins.every(({ rows }) => rows < 110));
});

test('whole numbers in a small range have a bin each', async () => {
  const { histogram } = await check(TYPES[1]!, ['1', '2', '2', '5']);
  assert.deepEqual(
    histogram!.bins.map(({ to, rows }) => [to, rows]),
    [
      ['1', 1],
      ['2', 2],
      ['3', 0],
      ['4', 0],
      ['5', 1],
    ],
  );
});

test('a sample says nothing about values that it may have missed', async () => {
  await connection.run(
    `create or replace table memory.main.data as select n as "${NAME.replaceAll('"', '""')}" from range(1000000) t(n)`,
  );
  const facts = await profileColumn(connection, 'memory', { name: NAME, type: 'BIGINT' }, 5);
  assert.ok(facts.rows > 10_000 && facts.rows < 100_000, String(facts.rows));
  assert.deepEqual([facts.unique, facts.distinct.isExact, facts.quartiles!.isExact], [null, false, false]);
});
