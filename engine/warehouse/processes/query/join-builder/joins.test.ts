import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { JoinKind, JoinMatch } from '@headwater/shared/contract';
import type { JoinMatchesRequest } from '../../../index.ts';
import { column, READER, TestWarehouse } from '../../../testing/test-warehouse.ts';

const warehouse = await TestWarehouse.open();
after(() => warehouse.close());

const COLUMNS = [column('a', 'BIGINT'), column('b', 'VARCHAR')];
type Row = [a: number | null, b: string | null];

const fileOf = async (rows: readonly Row[]) =>
  (await warehouse.stageOf(COLUMNS, rows.map(([a, b]) => `${a ?? ''},${b ?? ''}\n`).join(''))).page.file;

/** The same numbers each time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => Math.floor(((state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31) * below);
}

interface Key {
  table: number;
  left: 0 | 1;
  right: 0 | 1;
}
interface Step {
  rows: readonly Row[];
  kind: JoinKind;
  keys: readonly Key[];
}

/** Joins by comparing each row with each. */
function byLoops(first: readonly Row[], steps: readonly Step[]): JoinMatch[] {
  let joined: (Row | null)[][] = first.map((row) => [row]);
  return steps.map(({ rows, kind, keys }) => {
    const valueOf = (row: (Row | null)[], { table, left }: Key) => row[table]?.[left] ?? null;
    const partners = joined.map((row) =>
      rows.filter((other) =>
        keys.every((key) => {
          const value = valueOf(row, key);
          return value !== null && other[key.right] !== null && String(value) === String(other[key.right]);
        }),
      ),
    );
    const before = joined;
    joined = joined.flatMap((row, at): (Row | null)[][] => {
      const found = partners[at]!;
      if (kind === 'anti') return found.length === 0 ? [[...row, null]] : [];
      if (found.length === 0) return kind === 'left' ? [[...row, null]] : [];
      return found.map((other) => [...row, other]);
    });
    return {
      rowsBefore: before.length,
      rowsAfter: joined.length,
      matched: partners.filter(({ length }) => length > 0).length,
      several: partners.filter(({ length }) => length > 1).length,
      empty: before.filter((row) => keys.some((key) => valueOf(row, key) === null)).length,
      mostPartners: Math.max(0, ...partners.map(({ length }) => length)),
    };
  });
}

test('random joins are counted as loops over all rows count them', async () => {
  const next = random(5);
  const rowsOf = (count: number): Row[] =>
    Array.from({ length: count }, () => [
      next(8) === 0 ? null : next(9),
      next(8) === 0 ? null : String(next(5)),
    ]);
  const kinds: JoinKind[] = ['inner', 'left', 'anti'];
  for (let round = 0; round < 12; round += 1) {
    const first = rowsOf(10 + next(30));
    // What has no partner has no columns to join by.
    const steps: Step[] = [];
    for (let at = 0; at <= round % 3; at += 1) {
      const from = [0, ...steps.flatMap(({ kind }, n) => (kind === 'anti' ? [] : [n + 1]))];
      const key = (): Key => ({
        table: from[next(from.length)]!,
        left: next(2) as 0 | 1,
        right: next(2) as 0 | 1,
      });
      const keys = at === 0 ? [{ ...key(), table: 0 }] : next(2) === 0 ? [key(), key()] : [key()];
      steps.push({ rows: rowsOf(next(20)), kind: kinds[next(3)]!, keys });
    }
    const joins: JoinMatchesRequest['joins'][number][] = [];
    for (const { rows, kind, keys } of steps)
      joins.push({
        ...{ kind, file: await fileOf(rows) },
        keys: keys.map(({ table, left, right }) => ({
          left: { table, column: COLUMNS[left]! },
          right: COLUMNS[right]!,
        })),
      });
    const file = await fileOf(first);
    const found = await warehouse.pool.run({ kind: 'join_matches', file, joins, rowsAtOnce: 7 }, READER);
    assert.deepEqual(found, byLoops(first, steps), JSON.stringify({ first, steps }));
  }
});

test('a join that explodes is counted at once', async () => {
  const file = await fileOf(Array.from({ length: 3_000 }, () => [1, 'x']));
  const keys = (table: number) => [{ left: { table, column: COLUMNS[0]! }, right: COLUMNS[0]! }];
  const found = await warehouse.pool.run(
    {
      kind: 'join_matches',
      file,
      joins: [0, 1, 2, 3].map((table) => ({ file, kind: 'inner' as const, keys: keys(table) })),
      rowsAtOnce: 1e6,
    },
    READER,
  );
  assert.deepEqual(
    found.map(({ rowsAfter }) => rowsAfter),
    [2, 3, 4, 5].map((power) => 3_000 ** power),
  );
});

test('values of a column are looked for in another one', async () => {
  const file = await fileOf([...Array.from({ length: 30 }, (_, at): Row => [at % 10, 'x']), [null, null]]);
  const other = await fileOf([
    [3, '4'],
    [3, '5'],
    [4, '11'],
    [99, null],
  ]);
  const pairs = [
    { left: COLUMNS[0]!, right: COLUMNS[0]! },
    { left: COLUMNS[0]!, right: COLUMNS[1]! },
  ];
  assert.deepEqual(
    await warehouse.pool.run({ kind: 'key_overlaps', file, other, pairs, rows: 10_000 }, READER),
    [
      { values: 10, found: 2, mostRows: 2 },
      { values: 10, found: 2, mostRows: 1 },
    ],
  );
});
