import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { StreamColumn } from '@headwater/protocol/protocol';
import type { MergeMode, Merged, MergeRequest } from './merge-request.ts';
import { column, TestWarehouse } from '../testing/test-warehouse.ts';

let warehouse: TestWarehouse;
before(async () => {
  warehouse = await TestWarehouse.open();
});
after(() => warehouse.close());

const maskKey = randomBytes(32);
let files = 0;

/** A version that a merge has written. */
interface Version {
  path: string;
  sha256: string;
  columns: StreamColumn[];
}

type Options = Partial<Omit<MergeRequest, 'incoming' | 'base' | 'target'>> & { hasRejections?: boolean };

/** Loads rows and merges them into a version that follows `base`. */
async function merge(
  columns: readonly StreamColumn[],
  rows: readonly (readonly (string | number | null)[])[],
  base: Version | null,
  { hasRejections = false, ...options }: Options = {},
): Promise<Merged & { version: Version }> {
  const path = join(warehouse.folder, `incoming-${(files += 1)}.duckdb`);
  const stage = await warehouse.engine.begin(path, 'orders', columns, 1_000);
  const text = rows.map((row) => `${row.map(field).join(',')}\n`).join('');
  if (rows.length > 0) await stage.load(await warehouse.records(text));
  const { columns: staged } = await stage.finish(base?.columns);
  const target = warehouse.newVersionPath();
  const merged = await warehouse.engine.merge({
    tableName: 'orders',
    mode: 'append',
    isWhole: base === null,
    key: [],
    isKeyUnique: false,
    cursor: null,
    filter: [],
    rowCap: null,
    masks: {},
    maskKey,
    readAt: new Date('2026-01-01T00:00:00Z'),
    ...options,
    incoming: { path, columns: staged, hasRejections },
    base,
    target,
  });
  const version = merged.file ? { path: target, ...merged.file } : base!;
  return { ...merged, version };
}

const field = (value: string | number | null) =>
  value === null ? '' : typeof value === 'number' ? String(value) : `"${value.replaceAll('"', '""')}"`;

const counts = ({ loaded, deduplicated, filtered, rejected }: Merged) => ({
  loaded,
  deduplicated,
  filtered,
  rejected,
});

/** Reads all rows, in their order in the file. */
async function rowsOf({ path }: Version): Promise<(string | null)[][]> {
  return warehouse.query(path, `select columns(*)::varchar from t order by rowid`);
}

const ID = column('id', 'INTEGER');
const AT = column('at', 'INTEGER');
const NOTE = column('note', 'VARCHAR');
const COLUMNS = [ID, AT, NOTE];
const DEDUP: Options = { mode: 'append_dedup', key: ['id'], cursor: 'at' };

describe('rows with a key', () => {
  test('replace those with the same key, unless they are older or the same', async () => {
    const first = await merge(
      COLUMNS,
      [
        [1, 1, 'a'],
        [2, 2, 'b'],
        [3, 9, 'c'],
        [4, 4, null],
      ],
      null,
      DEDUP,
    );
    assert.deepEqual(counts(first), { loaded: 4, deduplicated: 0, filtered: 0, rejected: 0 });
    const second = await merge(
      COLUMNS,
      [
        [2, 3, 'newer'],
        [3, 8, 'older'],
        [4, 4, null],
        [1, 1, 'tie'],
        [5, null, 'new'],
      ],
      first.version,
      DEDUP,
    );
    assert.deepEqual(counts(second), { loaded: 3, deduplicated: 2, filtered: 0, rejected: 0 });
    assert.deepEqual(await rowsOf(second.version), [
      ['3', '9', 'c'],
      ['4', '4', null],
      ['2', '3', 'newer'],
      ['1', '1', 'tie'],
      ['5', null, 'new'],
    ]);
    assert.equal(second.file?.rows, 5);
    assert.deepEqual(second.file?.nullCounts, { id: 0, at: 1, note: 1 });
    assert.deepEqual((await rowsOf(first.version)).length, 4, 'the base stays as it is');
  });

  test('count once if several have the same key: the latest, or the last to arrive', async () => {
    const rows = [
      [1, 5, 'late'],
      [1, 4, 'early'],
      [2, 1, 'first'],
      [2, 1, 'last'],
      [3, null, 'n'],
      [3, 0, 'y'],
    ];
    const { version, ...merged } = await merge(COLUMNS, rows, null, DEDUP);
    assert.deepEqual(counts(merged), { loaded: 3, deduplicated: 3, filtered: 0, rejected: 0 });
    assert.deepEqual(await rowsOf(version), [
      ['1', '5', 'late'],
      ['2', '1', 'last'],
      ['3', '0', 'y'],
    ]);
  });

  const ignoring: [
    what: string,
    ignores: StreamColumn['keyIgnores'],
    before: string,
    now: string,
    isSame: boolean,
  ][] = [
    ['case', ['case'], 'abc É', 'ABC é', true],
    ['case, where the source doesn’t', undefined, 'abc', 'ABC', false],
    ['spaces at the end', ['padding'], 'abc', 'abc  ', true],
    ['spaces at the start', ['padding'], 'abc', ' abc', false],
    ['accents', ['case', 'accents'], 'Émile', 'emile', true],
    ['accents, where the source doesn’t', ['case'], 'Émile', 'emile', false],
    ['vowel signs, which are letters', ['case', 'accents'], 'कि', 'क', false],
    ['zeros', ['zeros'], '1.000', '1', true],
    ['zeros of negative numbers', ['zeros'], '-01.50', '-1.5', true],
    ['zeros of zero', ['zeros'], '-0.00', '0', true],
    ['zeros of a whole number', ['zeros'], '100', '1', false],
    ['zeros of what isn’t a number', ['zeros'], 'NaN0.0', 'NaN0', false],
  ];
  for (const [what, keyIgnores, before, now, isSame] of ignoring)
    test(`are the same if they differ in nothing but ${what}`, async () => {
      const columns = [{ ...column('code', 'VARCHAR'), ...(keyIgnores && { keyIgnores }) }, AT];
      const keyed: Options = { mode: 'append_dedup', key: ['code'], cursor: 'at' };
      const first = await merge(columns, [[before, 1]], null, keyed);
      const second = await merge(columns, [[now, 2]], first.version, keyed);
      assert.deepEqual(await rowsOf(second.version), [...(isSame ? [] : [[before, '1']]), [now, '2']]);
      const both = await merge(
        columns,
        [
          [before, 1],
          [now, 2],
        ],
        null,
        keyed,
      );
      assert.equal(both.version && (await rowsOf(both.version)).length, isSame ? 1 : 2);
    });

  test('are the same number when the key no longer fits a DECIMAL, and when it does again', async () => {
    const key = { ...column('id', 'VARCHAR', 'widest_decimal'), sourceType: 'numeric' };
    const keyed: Options = { mode: 'append_dedup', key: ['id'], cursor: 'at' };
    const first = await merge(
      [key, AT],
      [
        ['1.000', 1],
        ['2.5', 1],
      ],
      null,
      keyed,
    );
    const long = `1.${'0'.repeat(45)}`;
    const second = await merge(
      [key, AT],
      [
        [long, 2],
        [`3.${'1'.repeat(45)}`, 2],
      ],
      first.version,
      keyed,
    );
    assert.deepEqual(
      (await rowsOf(second.version)).map(([id]) => id),
      ['2.500', long, `3.${'1'.repeat(45)}`],
    );
    const third = await merge(
      [key, AT],
      [
        ['2.50', 3],
        ['1', 3],
      ],
      second.version,
      keyed,
    );
    assert.deepEqual(
      (await rowsOf(third.version)).map(([id]) => id),
      [`3.${'1'.repeat(45)}`, '2.50', '1'],
    );
  });

  test('are rejected without a key, and the reason says which columns it has', async () => {
    const merged = await merge(
      COLUMNS,
      [
        [null, 5, 'x'],
        [1, 4, 'y'],
      ],
      null,
      DEDUP,
    );
    assert.deepEqual(counts(merged), { loaded: 1, deduplicated: 0, filtered: 0, rejected: 1 });
    const [{ code, values, raw } = { code: '', values: {}, raw: '' }] = merged.rejections;
    assert.deepEqual(
      [code, values, JSON.parse(raw)],
      ['key_empty', { columns: 'id' }, { id: null, at: 5, note: 'x' }],
    );
  });

  test('write no file if nothing changes', async () => {
    const rows = [
      [1, 1, 'a'],
      [2, null, null],
    ];
    const first = await merge(COLUMNS, rows, null, DEDUP);
    const second = await merge(COLUMNS, rows, first.version, DEDUP);
    assert.deepEqual(
      [second.file, counts(second)],
      [null, { loaded: 0, deduplicated: 2, filtered: 0, rejected: 0 }],
    );
    assert.equal((await merge(COLUMNS, [], first.version, DEDUP)).file, null);
  });
});

describe('appended rows', () => {
  const options: Options = { mode: 'append', cursor: 'at' };

  test('are those that the table doesn’t have yet, as often as the source has them', async () => {
    const first = await merge(
      COLUMNS,
      [
        [1, 1, 'a'],
        [2, 2, 'b'],
        [2, 2, 'b'],
        [3, null, 'n'],
      ],
      null,
      options,
    );
    const second = await merge(
      COLUMNS,
      [
        [2, 2, 'b'],
        [2, 2, 'b'],
        [2, 2, 'b'],
        [2, 2, 'tie'],
        [3, null, 'n'],
        [4, null, 'n'],
        [5, 3, 'new'],
        [5, 3, 'new'],
      ],
      first.version,
      options,
    );
    assert.deepEqual(counts(second), { loaded: 5, deduplicated: 3, filtered: 0, rejected: 0 });
    assert.deepEqual((await rowsOf(second.version)).slice(4), [
      ['2', '2', 'b'],
      ['2', '2', 'tie'],
      ['4', null, 'n'],
      ['5', '3', 'new'],
      ['5', '3', 'new'],
    ]);
  });

  test('are known by the columns that both reads have, and get the values of new ones', async () => {
    const extra = column('extra', 'INTEGER');
    const wider = [...COLUMNS, extra];
    const base = await merge(
      COLUMNS,
      [
        [1, 1, 'a'],
        [2, 2, 'b'],
        [2, 2, 'b'],
      ],
      null,
      options,
    );
    const added = [
      [2, 2, 'b', 7],
      [2, 2, 'b', 7],
      [3, 3, 'c', 7],
    ];
    const second = await merge(wider, added, base.version, options);
    assert.deepEqual(counts(second), { loaded: 1, deduplicated: 2, filtered: 0, rejected: 0 });
    const rows = [
      ['1', '1', 'a', null],
      ['2', '2', 'b', '7'],
      ['2', '2', 'b', '7'],
      ['3', '3', 'c', '7'],
    ];
    assert.deepEqual(await rowsOf(second.version), rows);
    const again = await merge(wider, added, second.version, options);
    assert.deepEqual([again.file, counts(again).deduplicated], [null, 3]);
    // The column goes, while no row changes, and returns with other values.
    const lost = await merge(COLUMNS, [[3, 3, 'c']], second.version, options);
    assert.deepEqual([counts(lost).deduplicated, await rowsOf(lost.version)], [1, rows]);
    const returned = await merge(wider, [[3, 3, 'c', 8]], lost.version, options);
    assert.deepEqual(counts(returned), { loaded: 0, deduplicated: 1, filtered: 0, rejected: 0 });
    assert.deepEqual((await rowsOf(returned.version)).at(-1), ['3', '3', 'c', '8']);
  });

  test('of a snapshot are all of them, with the time', async () => {
    const first = await merge([ID], [[1], [1]], null, { mode: 'snapshot' });
    const readAt = new Date('2026-01-02T03:04:05.678Z');
    const second = await merge([ID], [[1]], first.version, { mode: 'snapshot', isWhole: true, readAt });
    assert.deepEqual(await rowsOf(second.version), [
      ['1', '2026-01-01 00:00:00+00'],
      ['1', '2026-01-01 00:00:00+00'],
      ['1', '2026-01-02 03:04:05.678+00'],
    ]);
    assert.deepEqual(
      second.version.columns.map(({ name }) => name),
      ['id', '_synced_at'],
    );
  });
});

describe('a history', () => {
  const options: Options = { mode: 'history', key: ['id'], isWhole: true };
  const [T1, T2] = ['2026-01-01 00:00:00+00', '2026-01-02 00:00:00+00'];
  const later = { ...options, readAt: new Date('2026-01-02T00:00:00Z') };

  test('keeps what rows were, and ends those whose key is gone', async () => {
    const first = await merge(
      COLUMNS,
      [
        [1, 1, 'a'],
        [2, 1, 'b'],
        [3, 1, 'c'],
      ],
      null,
      options,
    );
    const second = await merge(
      COLUMNS,
      [
        [1, 1, 'a'],
        [2, 1, 'changed'],
        [4, 1, 'new'],
      ],
      first.version,
      later,
    );
    assert.deepEqual(counts(second), { loaded: 2, deduplicated: 1, filtered: 0, rejected: 0 });
    assert.deepEqual(await rowsOf(second.version), [
      ['1', '1', 'a', T1, null, 'true'],
      ['2', '1', 'b', T1, T2, 'false'],
      ['3', '1', 'c', T1, T2, 'false'],
      ['2', '1', 'changed', T2, null, 'true'],
      ['4', '1', 'new', T2, null, 'true'],
    ]);
    const third = await merge(
      COLUMNS,
      [
        [3, 1, 'c'],
        [2, 1, 'changed'],
        [1, 1, 'a'],
        [4, 1, 'new'],
      ],
      second.version,
      later,
    );
    assert.equal(third.loaded, 1, 'a key that returns begins anew');
    assert.equal(
      (
        await merge(
          COLUMNS,
          [
            [3, 1, 'c'],
            [2, 1, 'changed'],
            [1, 1, 'a'],
            [4, 1, 'new'],
          ],
          third.version,
          later,
        )
      ).file,
      null,
    );
  });

  test('ends nothing if only some rows were read, or some couldn’t be', async () => {
    const first = await merge(
      COLUMNS,
      [
        [1, 1, 'a'],
        [2, 1, 'b'],
      ],
      null,
      options,
    );
    for (const partial of [{ isWhole: false }, { hasRejections: true }]) {
      const second = await merge(COLUMNS, [[1, 1, 'a']], first.version, { ...later, ...partial });
      assert.equal(second.file, null);
    }
    assert.notEqual((await merge(COLUMNS, [[1, 1, 'a']], first.version, later)).file, null);
  });

  test('renames columns of the source that have the names of its own', async () => {
    const own = [ID, column('_is_current', 'VARCHAR'), column('_Is_Current_2', 'VARCHAR')];
    const { version } = await merge(own, [[1, 'x', 'y']], null, options);
    assert.deepEqual(
      version.columns.map(({ name }) => name),
      ['id', '_is_current_3', '_Is_Current_2', '_valid_from', '_valid_to', '_is_current'],
    );
    const same = await merge(own, [[1, 'x', 'y']], version, later);
    assert.equal(same.file, null);
  });
});

describe('columns', () => {
  test('that come or go are NULL where they are absent, and types only widen', async () => {
    const first = await merge(
      [ID, AT, NOTE, column('price', 'DECIMAL(6,2)')],
      [[1, 1, 'a', 1.5]],
      null,
      DEDUP,
    );
    const changed = [column('ID', 'BIGINT'), AT, column('price', 'DECIMAL(10,4)'), column('added', 'DATE')];
    const second = await merge(
      changed,
      [
        [2, 2, 2.125, '2026-01-01'],
        [5_000_000_000, 2, null, null],
      ],
      first.version,
      { ...DEDUP, key: ['ID'] },
    );
    assert.deepEqual(
      second.version.columns.map(({ name, type }) => `${name} ${type}`),
      ['id BIGINT', 'at INTEGER', 'note VARCHAR', 'price DECIMAL(10,4)', 'added DATE'],
    );
    assert.deepEqual(await rowsOf(second.version), [
      ['1', '1', 'a', '1.5000', null],
      ['2', '2', null, '2.1250', '2026-01-01'],
      ['5000000000', '2', null, null, null],
    ]);
    const third = await merge(
      [ID, AT, NOTE, column('price', 'VARCHAR')],
      [[2, 3, 'x', 'much']],
      second.version,
      DEDUP,
    );
    assert.deepEqual((await rowsOf(third.version))[0], ['1', '1', 'a', '1.5000', null]);
    assert.deepEqual(
      third.version.columns.map(({ type }) => type),
      ['BIGINT', 'INTEGER', 'VARCHAR', 'VARCHAR', 'DATE'],
    );
    const fourth = await merge([ID, AT, NOTE], [[2, 4, 'y']], third.version, DEDUP);
    assert.deepEqual(
      (await rowsOf(fourth.version)).at(-1),
      ['2', '4', 'y', null, null],
      'a column that is gone is NULL',
    );
  });

  test('by which rows are ordered fail the merge once they become text', async () => {
    const first = await merge(COLUMNS, [[1, 1, 'a']], null, DEDUP);
    for (const mode of ['append_dedup', 'append'] as const)
      await assert.rejects(
        merge([ID, column('at', 'VARCHAR'), NOTE], [[1, 'x', 'a']], first.version, { ...DEDUP, mode }),
        /can’t be found by column at/,
      );
  });

  test('called rowid or arrival are like any other', async () => {
    const own = [column('rowid', 'INTEGER'), column('arrival', 'INTEGER'), column('c0', 'INTEGER')];
    const options: Options = { mode: 'append_dedup', key: ['rowid_2'], cursor: 'arrival' };
    const first = await merge(
      own,
      [
        [1, 2, 3],
        [2, 3, 4],
      ],
      null,
      options,
    );
    const second = await merge(own, [[1, 3, 5]], first.version, options);
    assert.deepEqual(await rowsOf(second.version), [
      ['2', '3', '4'],
      ['1', '3', '5'],
    ]);
  });
});

describe('masks', () => {
  test('replace values before they reach the table', async () => {
    const columns = [
      ID,
      column('mail', 'VARCHAR'),
      column('phone', 'INTEGER'),
      column('born', 'DATE'),
      column('pin', 'VARCHAR'),
    ];
    const rows = [
      [1, 'jane@example.com', 5551234, '1980-02-03', 'x'],
      [2, null, null, null, null],
      [3, 'ab', 7, '1980-02-03', 'é€'],
    ];
    const { version } = await merge(columns, rows, null, {
      mode: 'overwrite',
      masks: { mail: 'partial', phone: 'hash', born: 'null', pin: 'drop' },
    });
    const hash = (text: string) => createHmac('sha256', maskKey).update(text).digest('hex');
    assert.deepEqual(await rowsOf(version), [
      ['1', '***.com', hash('5551234'), null],
      ['2', null, null, null],
      ['3', '***b', hash('7'), null],
    ]);
    assert.deepEqual(
      version.columns.map(({ type }) => type),
      ['INTEGER', 'VARCHAR', 'VARCHAR', 'DATE'],
    );
  });

  test('hash any text as HMAC-SHA256', async () => {
    const texts = ['', 'é€😀', 'a'.repeat(1_000), '\n', "'"];
    const { version } = await merge(
      [NOTE],
      texts.map((text) => [text]),
      null,
      { mode: 'overwrite', masks: { note: 'hash' } },
    );
    assert.deepEqual(
      (await rowsOf(version)).map(([hash]) => hash),
      texts.map((text) => createHmac('sha256', maskKey).update(text).digest('hex')),
    );
  });
});

test('a filter and a cap leave rows out, which are counted', async () => {
  const rows = Array.from({ length: 10 }, (_, at) => [at, at, at % 2 ? "it's" : null]);
  const filter = [{ column: 'note', operator: 'equals' as const, values: ["it's"] }];
  const some = await merge(COLUMNS, rows, null, { mode: 'overwrite', filter });
  assert.deepEqual(counts(some), { loaded: 5, deduplicated: 0, filtered: 5, rejected: 0 });
  const capped = await merge(COLUMNS, rows, null, { mode: 'overwrite', filter, rowCap: 2 });
  assert.deepEqual(await rowsOf(capped.version), [
    ['1', '1', "it's"],
    ['3', '3', "it's"],
  ]);
  assert.equal(capped.filtered, 8);
  assert.equal((await merge(COLUMNS, rows, null, { mode: 'overwrite', rowCap: 20 })).loaded, 10);
  await assert.rejects(
    merge(COLUMNS, rows, null, { filter: [{ column: 'gone', operator: 'is_null', values: [] }] }),
    /filter of orders/,
  );
});

test('a file with many gaps is written anew, without them', async () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => [at, 1, 'a']);
  let { version } = await merge(COLUMNS, rows, null, DEDUP);
  const changed = (cursor: number) => rows.slice(0, 200).map(([id]) => [id!, cursor, 'b']);
  version = (await merge(COLUMNS, changed(2), version, DEDUP)).version;
  const ids = () =>
    warehouse.query(version.path, 'select count(*)::varchar, (max(rowid) + 1)::varchar from t');
  assert.deepEqual(await ids(), [['1000', '1200']]);
  version = (await merge(COLUMNS, changed(3), version, DEDUP)).version;
  assert.deepEqual(await ids(), [['1000', '1000']]);
  assert.equal(new Set((await rowsOf(version)).map(([id]) => id)).size, 1_000);
});

test('rows with large values are copied in parts', async () => {
  const large = (letter: string) => letter.repeat(200_000);
  const columns = [ID, AT, NOTE];
  const first = await merge(
    columns,
    [
      [1, 1, large('a')],
      [2, 1, large('b')],
      [3, 1, 'c'],
    ],
    null,
    { ...DEDUP },
  );
  const second = await merge(
    columns,
    [
      [1, 2, large('d')],
      [2, 2, large('e')],
    ],
    first.version,
    DEDUP,
  );
  assert.deepEqual(
    (await rowsOf(second.version)).map(([id, , note]) => [id, note!.length, note![0]]),
    [
      ['3', 1, 'c'],
      ['1', 200_000, 'd'],
      ['2', 200_000, 'e'],
    ],
  );
});

describe('random merges', () => {
  const row = fc.tuple(
    fc.integer({ min: 0, max: 6 }),
    fc.option(fc.integer({ min: 0, max: 4 })),
    fc.constantFrom('x', 'y', null),
  );
  const batches = fc.array(fc.array(row, { maxLength: 12 }), { minLength: 1, maxLength: 5 });
  type Row = [id: number, at: number | null, note: string | null];

  /** What a table holds after each batch, computed in the simplest way. */
  const models: Record<'append_dedup' | 'append', (table: Row[], batch: Row[]) => Row[]> = {
    append_dedup(table, batch) {
      const latest = new Map<number, Row>();
      const isNewer = (one: Row, other: Row) => (one[1] ?? -1) >= (other[1] ?? -1);
      for (const each of batch) {
        const other = latest.get(each[0]);
        if (!other || isNewer(each, other)) latest.set(each[0], each);
      }
      const rows = new Map(table.map((each) => [each[0], each]));
      for (const [id, each] of latest) {
        const before = rows.get(id);
        const isOlder = before && before[1] !== null && each[1] !== null && before[1] > each[1];
        if (!isOlder) rows.set(id, each);
      }
      return [...rows.values()];
    },
    append(table, batch) {
      const left = Map.groupBy(table, (each) => JSON.stringify(each));
      return [...table, ...batch.filter((each) => left.get(JSON.stringify(each))?.pop() === undefined)];
    },
  };
  const sorted = (rows: unknown[][]) => rows.map((each) => JSON.stringify(each)).sort();

  for (const mode of ['append_dedup', 'append'] as const)
    test(`end as the model says: ${mode}`, async () => {
      await fc.assert(
        fc.asyncProperty(batches, async (all) => {
          let version: Version | null = null;
          let expected: Row[] = [];
          for (const batch of all) {
            expected = version
              ? models[mode](expected, batch)
              : mode === 'append'
                ? batch
                : models[mode]([], batch);
            const options: Options = {
              mode: mode satisfies MergeMode,
              key: mode === 'append' ? [] : ['id'],
              cursor: 'at',
            };
            const merged: Awaited<ReturnType<typeof merge>> = await merge(COLUMNS, batch, version, options);
            version = merged.version;
            const { loaded, deduplicated, rejected } = merged;
            assert.equal(loaded + deduplicated + rejected, batch.length);
            const rows = (await rowsOf(version)).map(([id, at, note]) => [
              Number(id),
              at === null ? null : Number(at),
              note,
            ]);
            assert.deepEqual(sorted(rows), sorted(expected));
          }
        }),
        { numRuns: 12 },
      );
    });
});

describe('addresses that an earlier version stored with /32 or /128', () => {
  const HOST = column('host', 'VARCHAR');
  const NOW = { ...HOST, spelling: 'bare_addresses' as const };
  const by = (mode: MergeMode): Options => ({ mode, key: ['host'], cursor: 'at' });
  const old: [string, number, string][] = [
    ['::1/128', 1, 'a'],
    ['10.0.0.1/32', 1, 'b'],
    ['10.0.0.0/8', 1, 'c'],
    ['fe80::/64', 1, 'd'],
    ['::ffff:1.2.3.4/128', 1, 'e'],
  ];

  test('are the same key, and spelled as the source does from then on', async () => {
    const first = await merge([HOST, AT, NOTE], old, null, by('append_dedup'));
    const second = await merge([NOW, AT, NOTE], [['::1', 2, 'newer']], first.version, by('append_dedup'));
    assert.equal(second.respelled, 3);
    assert.deepEqual((await rowsOf(second.version)).toSorted(), [
      ['10.0.0.0/8', '1', 'c'],
      ['10.0.0.1', '1', 'b'],
      ['::1', '2', 'newer'],
      ['::ffff:1.2.3.4', '1', 'e'],
      ['fe80::/64', '1', 'd'],
    ]);
    const third = await merge([NOW, AT, NOTE], [['::1', 2, 'newer']], second.version, by('append_dedup'));
    assert.deepEqual([third.respelled, third.file], [0, null]);
  });

  test('and came again since then lose the row that was loaded before', async () => {
    const both: [string, number, string][] = [...old, ['::1', 2, 'again'], ['10.0.0.1', 3, 'again']];
    for (const arriving of [
      [],
      [['::1', 1, 'a']],
      [['::1', 2, 'again']],
      [['10.0.0.1', 4, 'newest']],
    ] as const) {
      const first = await merge([HOST, AT, NOTE], both, null, by('append_dedup'));
      const second = await merge([NOW, AT, NOTE], arriving, first.version, by('append_dedup'));
      const rows = await rowsOf(second.version);
      const notes = new Map(rows.map(([host, , note]) => [host, note]));
      assert.equal(notes.size, rows.length, JSON.stringify(rows));
      assert.equal(rows.length, old.length, JSON.stringify(rows));
      assert.equal(notes.get('::1'), 'again');
      assert.equal(notes.get('10.0.0.1'), arriving[0]?.[2] === 'newest' ? 'newest' : 'again');
    }
  });

  test('are no change in a history, and no new rows where rows are added', async () => {
    const first = await merge([HOST, AT, NOTE], old, null, by('history'));
    const arriving: [string, number, string][] = [['10.0.0.1', 1, 'b']];
    const second = await merge([NOW, AT, NOTE], arriving, first.version, by('history'));
    assert.deepEqual([second.loaded, (await rowsOf(second.version)).length], [0, old.length]);
    const appended = await merge([HOST, AT, NOTE], old, null, { mode: 'append', cursor: 'at' });
    const again = await merge([NOW, AT, NOTE], arriving, appended.version, { mode: 'append', cursor: 'at' });
    assert.deepEqual([again.loaded, (await rowsOf(again.version)).length], [0, old.length]);
  });

  test('are spelled so in lists, too', async () => {
    const list = column('hosts', 'VARCHAR[]', 'json_list');
    const json = column('nested', 'JSON', 'json');
    const first = await merge(
      [ID, list, json],
      [
        [1, '["::1/128","10.0.0.0/8",null]', '[["::1/128","10.0.0.1/32"],["10.0.0.0/8",null]]'],
        [2, null, null],
      ],
      null,
    );
    const spelling = 'bare_addresses' as const;
    const second = await merge([ID, { ...list, spelling }, { ...json, spelling }], [], first.version);
    assert.deepEqual(await rowsOf(second.version), [
      ['1', "['::1', 10.0.0.0/8, NULL]", '[["::1","10.0.0.1"],["10.0.0.0/8",null]]'],
      ['2', null, null],
    ]);
  });
});
