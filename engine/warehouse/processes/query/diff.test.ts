import assert from 'node:assert/strict';
import { truncate } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { QueryPool, QueryTooLarge, VersionAltered, type DiffRequest } from '../../index.ts';
import { column, READER, TestWarehouse } from '../../testing/test-warehouse.ts';

const warehouse = await TestWarehouse.open();
after(() => warehouse.close());

const ORDERS = [column('id', 'BIGINT'), column('status', 'VARCHAR'), column('total', 'DECIMAL(10,2)')];

type Version = Awaited<ReturnType<TestWarehouse['stageOf']>>;
const orders = (text: string, columns: readonly StreamColumn[] = ORDERS) => warehouse.stageOf(columns, text);

function request(before: Version, after: Version, key: readonly string[]): DiffRequest {
  const types = new Map(after.columns.map(({ name, type }) => [name, type]));
  return {
    kind: 'diff',
    before: before.page.file,
    after: after.page.file,
    columns: before.columns.flatMap(({ name, type }) => {
      const now = types.get(name);
      return now === undefined ? [] : { name, before: type, after: now };
    }),
    shown: { before: before.columns, after: after.columns },
    key,
    examples: 3,
    changesCounted: 100,
    rowsAtOnce: 200,
  };
}
const diff = (before: Version, after: Version, key: readonly string[] = ['id']) =>
  warehouse.pool.run(request(before, after, key), READER);
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('');
const counts = ({ added, removed, changed }: { added: number; removed: number; changed: number }) => ({
  added,
  removed,
  changed,
});

describe('with a key', () => {
  test('rows were added, removed, and changed, and each change names its columns', async () => {
    const before = await orders('1,paid,10\n2,open,20\n3,open,30\n');
    const after = await orders('2,paid,20\n3,open,30\n4,open,40\n');
    const found = await diff(before, after);
    assert.deepEqual(counts(found), { added: 1, removed: 1, changed: 1 });
    assert.deepEqual([found.counted, found.changes], [1, [0, 1, 0]]);
    assert.deepEqual(found.examples, {
      added: [['4', 'open', '40.00']],
      removed: [['1', 'paid', '10.00']],
      changed: [{ before: ['2', 'open', '20.00'], after: ['2', 'paid', '20.00'], changed: [1] }],
    });
  });

  test('NULL differs from every value, and not from NULL', async () => {
    const before = await orders('1,,1\n2,"",2\n3,x,3\n4,,\n');
    const after = await orders('1,"",1\n2,,2\n3,,3\n4,,\n');
    const found = await diff(before, after);
    assert.deepEqual([counts(found), found.changes], [{ added: 0, removed: 0, changed: 3 }, [0, 3, 0]]);
  });

  test('a key with a NULL identifies a row, too', async () => {
    const found = await diff(await orders(',a,1\n'), await orders(',b,1\n'));
    assert.deepEqual(counts(found), { added: 0, removed: 0, changed: 1 });
  });

  test('equal rows of one key cancel each other out, whatever their order', async () => {
    const before = await orders('1,a,1\n1,b,1\n1,c,1\n');
    const after = await orders('1,c,1\n1,b,1\n1,b,1\n1,d,1\n1,e,1\n');
    const found = await diff(before, after);
    // a → one of b, d, e; the other two were added.
    assert.deepEqual(counts(found), { added: 2, removed: 0, changed: 1 });
  });

  test('several columns are one key', async () => {
    const before = await orders('1,a,1\n1,b,2\n');
    const after = await orders('1,a,5\n1,c,2\n');
    const found = await diff(before, after, ['id', 'status']);
    assert.deepEqual(counts(found), { added: 1, removed: 1, changed: 1 });
  });

  test('a key that hardly tells rows apart is not used', async () => {
    const rows = (from: number) => lines(201, (at) => `1,${from + at},1`);
    const found = await diff(await orders(rows(0)), await orders(rows(10)));
    assert.deepEqual([found.key, counts(found)], [[], { added: 10, removed: 10, changed: 0 }]);
  });
});

describe('without a key', () => {
  test('rows are added or removed, as often as they are there', async () => {
    const before = await orders('1,a,1\n1,a,1\n2,b,2\n');
    const after = await orders('1,a,1\n1,a,1\n1,a,1\n1,a,1\n3,c,3\n');
    const found = await diff(before, after, []);
    assert.deepEqual(counts(found), { added: 3, removed: 1, changed: 0 });
    assert.deepEqual(found.examples.added, [
      ['3', 'c', '3.00'],
      ['1', 'a', '1.00'],
      ['1', 'a', '1.00'],
    ]);
  });
});

describe('columns', () => {
  test('that only one version has are shown and not compared', async () => {
    const before = await orders('1,a,1\n2,b,2\n');
    const after = await orders('1,new,a\n2,new,x\n', [
      ORDERS[0]!,
      column('channel', 'VARCHAR'),
      column('status', 'VARCHAR'),
    ]);
    const found = await diff(before, after);
    assert.deepEqual([counts(found), found.changes], [{ added: 0, removed: 0, changed: 1 }, [0, 1]]);
    assert.deepEqual(found.examples.changed, [
      { before: ['2', 'b', '2.00'], after: ['2', 'new', 'x'], changed: [1] },
    ]);
  });

  test('with another type have the same values if these read the same', async () => {
    const before = await orders('1,2,1.00\n2,2.5,1.50\n3,x,\n');
    const after = await orders('1,2,1\n2,2.5,1.5\n3,,3\n', [
      column('id', 'DECIMAL(20,4)'),
      column('status', 'DOUBLE'),
      column('total', 'DOUBLE'),
    ]);
    const found = await diff(before, after);
    assert.deepEqual([counts(found), found.changes], [{ added: 0, removed: 0, changed: 1 }, [0, 1, 1]]);
  });

  test('of which the versions share none leave no row the same', async () => {
    const before = await orders('1,a,1\n');
    const after = await orders('1\n2\n', [column('other', 'BIGINT')]);
    assert.deepEqual(counts(await diff(before, after, [])), { added: 2, removed: 1, changed: 0 });
  });

  test('with long values are compared whole and shown shortened', async () => {
    const long = 'x'.repeat(5_000);
    const found = await diff(await orders(`1,${long}a,1\n`), await orders(`1,${long}b,1\n`));
    assert.equal(found.changed, 1);
    assert.equal(found.examples.changed[0]!.after[1], `${'x'.repeat(200)}…`);
  });

  test('of every kind can be compared', async () => {
    const all = [
      column('id', 'BIGINT'),
      column('list', 'BIGINT[]', 'json_list'),
      column('json', 'JSON', 'json'),
      column('bytes', 'BLOB', 'hex'),
      column('at', 'TIMESTAMP WITH TIME ZONE'),
      column('token', 'UUID'),
    ];
    const row = (list: string) =>
      `1,"[${list}]","{""a"":1}",\\x00ff,2026-01-01 00:00:00+00,b5ddbd4b-7f4b-4b7e-9e3b-5a1d0c3f2a10\n`;
    const found = await diff(await orders(row('1,2'), all), await orders(row('1,3'), all));
    assert.deepEqual(found.changes, [0, 1, 0, 0, 0, 0]);
    assert.equal(found.examples.changed[0]!.before[1], '[1,2]');
  });
});

describe('versions', () => {
  test('of which one has no rows', async () => {
    const [none, some] = [await orders(''), await orders('1,a,1\n2,b,2\n')];
    assert.deepEqual(counts(await diff(none, some)), { added: 2, removed: 0, changed: 0 });
    assert.deepEqual(counts(await diff(some, none)), { added: 0, removed: 2, changed: 0 });
    assert.deepEqual(counts(await diff(none, none)), { added: 0, removed: 0, changed: 0 });
  });

  test('that are the same, or hold the same rows in another order and at other row IDs', async () => {
    const some = await orders('1,a,1\n2,b,2\n3,c,3\n');
    const moved = await orders('9,x,9\n3,c,3\n2,b,2\n1,a,1\n');
    await warehouse.change(moved.path, 'delete from t where id = 9');
    moved.page.file.bytes = await warehouse.sizeOf(moved.path);
    for (const other of [some, moved])
      assert.deepEqual(counts(await diff(some, other)), { added: 0, removed: 0, changed: 0 });
  });

  test('with more differences than are compared at a time are compared in rounds', async () => {
    const rows = (status: string) => lines(2_000, (at) => `${at},${status},1`);
    const found = await diff(await orders(rows('a')), await orders(`${rows('b')}7777,c,1\n`));
    assert.deepEqual(counts(found), { added: 1, removed: 0, changed: 2_000 });
    assert.deepEqual([found.counted, found.changes], [100, [0, 100, 0]]);
  });

  test('with more differences than memory are named too large', async (t) => {
    const small = new QueryPool({ root: warehouse.root, size: 1, memoryLimit: '24MB' });
    t.after(() => small.close());
    const rows = (status: string) => lines(300_000, (at) => `${at},${status},1`);
    const [before, after] = [await orders(rows('a')), await orders(rows('b'))];
    const all = { ...request(before, after, ['id']), rowsAtOnce: 1_000_000 };
    await assert.rejects(small.run(all, READER), QueryTooLarge);
  });

  test('that are damaged are noticed', async () => {
    const [before, after] = [await orders('1,a,1\n'), await orders('1,b,1\n')];
    await truncate(before.path, 100);
    await assert.rejects(diff(before, after), VersionAltered);
  });
});

test('whoever leaves ends a comparison, and the next one works', async () => {
  const rows = (status: string) => lines(20_000, (at) => `${at},${status},1`);
  const [before, after] = [await orders(rows('a')), await orders(rows('b'))];
  const leaving = new AbortController();
  const left = warehouse.pool.run(request(before, after, ['id']), READER, leaving.signal);
  leaving.abort(new Error('left'));
  await assert.rejects(left, /left/);
  assert.equal((await diff(before, after)).changed, 20_000);
});

describe('two tables', () => {
  const BILLS = [column('bill', 'BIGINT'), column('order_no', 'INTEGER'), column('amount', 'DECIMAL(12,4)')];

  test('columns with other names and types are compared, as a loop over random rows compares them', async () => {
    let state = 5;
    const next = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    const left = new Map(Array.from({ length: 300 }, () => [next(400), next(5)]));
    const right = new Map(Array.from({ length: 300 }, () => [next(400), next(5)]));
    const before = await orders([...left].map(([id, total]) => `${id},x,${total}\n`).join(''));
    const after = await orders([...right].map(([id, total], at) => `${at},${id},${total}\n`).join(''), BILLS);
    const asked: DiffRequest = {
      ...request(before, after, ['id']),
      columns: [
        { name: 'id', nameAfter: 'order_no', before: 'BIGINT', after: 'INTEGER' },
        { name: 'total', nameAfter: 'amount', before: 'DECIMAL(10,2)', after: 'DECIMAL(12,4)' },
      ],
    };
    const found = await warehouse.pool.run(asked, READER);
    const both = [...left].filter(([id]) => right.has(id));
    const changed = both.filter(([id, total]) => right.get(id) !== total).length;
    assert.deepEqual(counts(found), {
      added: right.size - both.length,
      removed: left.size - both.length,
      changed,
    });
    assert.deepEqual([found.rows, found.changes], [{ before: left.size, after: right.size }, [0, changed]]);
  });

  test('a part has the same rows on both sides', async () => {
    const rows = await orders(lines(500, (at) => `${at},x,1`));
    const more = await orders(lines(510, (at) => `${at},x,1`));
    const found = await warehouse.pool.run({ ...request(rows, more, ['id']), oneOf: 5 }, READER);
    assert.ok(found.rows.before > 0 && found.rows.before < 250);
    assert.ok(found.added <= 10);
    assert.deepEqual(
      [found.removed, found.changed, found.rows.after - found.rows.before],
      [0, 0, found.added],
    );
  });
});
