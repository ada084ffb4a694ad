import assert from 'node:assert/strict';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { FailureError } from '@headwater/base/failures/failure';
import type { Encoding } from '@headwater/protocol/protocol';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import {
  QueryPool,
  QueryProcessLost,
  QueryTimeout,
  rowsOfPage,
  sha256Of,
  VersionAltered,
  VersionGone,
  type Place,
} from './index.ts';
import type { Loaded } from './versions/stage.ts';
import { StageEngine } from './versions/stage-engine.ts';
import { column, READER, TestWarehouse } from './testing/test-warehouse.ts';

const warehouse = await TestWarehouse.open();
after(() => warehouse.close());
const { folder, root, engine, pool } = warehouse;
const records = warehouse.records.bind(warehouse);
const stageOf = warehouse.stageOf.bind(warehouse);
const pageOf = warehouse.pageOf.bind(warehouse);
const rowsOf = warehouse.rowsOf.bind(warehouse);

/** Loads a value of this type, and returns the column's type and the value as shown on a page. */
async function through(type: string, text: string, encoding?: Encoding) {
  const { page, columns } = await stageOf(
    [column('value', type, encoding), column('id', 'BIGINT')],
    `${text},1\n`,
  );
  return [columns[0]!.type, (await rowsOf(page))[0]![0]];
}

describe('a value is returned as its source wrote it', () => {
  const faithful: [type: string, text: string, shown: string | null, encoding?: Encoding][] = [
    ['BIGINT', '-9223372036854775808', '-9223372036854775808'],
    ['DECIMAL(38,0)', '12345678901234567890123', '12345678901234567890123'],
    ['DECIMAL(38,9)', '12345678901234567890.123456789', '12345678901234567890.123456789'],
    ['DOUBLE', '0.1', '0.1'],
    ['DOUBLE', '2', '2'],
    ['DOUBLE', '-0.00001', '-0.00001'],
    ['DOUBLE', '1e20', '1e+20'],
    ['FLOAT', '0.1', '0.1'],
    ['DOUBLE', 'NaN', 'NaN'],
    ['DOUBLE', '-Infinity', '-Infinity'],
    ['BOOLEAN', 't', 'true'],
    ['UUID', 'f4466415-59bd-4e71-920d-38c4997f36d2', 'f4466415-59bd-4e71-920d-38c4997f36d2'],
    ['DATE', '2024-02-29', '2024-02-29'],
    ['DATE', '-infinity', '-infinity'],
    ['DATE', '0044-03-15 (BC)', '0044-03-15 BC'],
    ['TIMESTAMP', '0044-03-15 (BC) 10:00:00', '0044-03-15T10:00:00 BC'],
    ['TIMESTAMP WITH TIME ZONE', '0044-03-15 (BC) 10:00:00+00', '0044-03-15T10:00:00Z BC'],
    ['TIME', '23:59:59.999999', '23:59:59.999999'],
    ['TIMESTAMP', '2024-01-01 10:00:00.000001', '2024-01-01T10:00:00.000001'],
    ['TIMESTAMP WITH TIME ZONE', '2024-01-01 10:00:00.12+02', '2024-01-01T08:00:00.12Z'],
    ['TIMESTAMP WITH TIME ZONE', 'infinity', 'infinity'],
    ['VARCHAR', '007', '007'],
    ['VARCHAR', '""', ''],
    ['VARCHAR', '', null],
    ['VARCHAR', '"a ""b"",\nç\t\\N 🦆"', 'a "b",\nç\t\\N 🦆'],
    [
      'JSON',
      '"{""a"": 12345678901234567890.10, ""a"": 1}"',
      '{"a": 12345678901234567890.10, "a": 1}',
      'json',
    ],
    ['BLOB', '\\x00ff', '\\x00ff', 'hex'],
    ['VARCHAR[]', '"[""a,b"",null,""\\""""]"', '["a,b",null,"\\""]', 'json_list'],
    ['BIGINT', '""', null, 'empty_is_null'],
  ];
  for (const [type, text, shown, encoding] of faithful) {
    test(`${type} ${text}`, async () => assert.deepEqual(await through(type, text, encoding), [type, shown]));
  }
});

describe('a column whose type can’t hold a value becomes text with all its values', () => {
  const widened: [type: string, before: string, after: string, encoding?: Encoding][] = [
    ['DECIMAL(12,2)', '1.50', 'NaN'],
    ['DATE', '2024-01-01', '0044-03-15 BC'],
    ['DOUBLE', '2', 'two'],
    ['TIMESTAMP', '2024-01-01 10:00:00', '0044-03-15 10:00:00 BC'],
    ['TIMESTAMP WITH TIME ZONE', '2024-01-01 10:00:00.5+00', '0044-03-15 10:00:00+00 BC'],
    ['TIMESTAMP WITH TIME ZONE', '2024-01-01 10:00:00+00', '294276-12-31 23:59:59+00'],
    ['VARCHAR[]', '"[""a""]"', '"[[""b""],[""c""]]"', 'json_list'],
    ['BIGINT[]', '"[1,2]"', '"[[3],[4]]"', 'json_list'],
    ['BLOB', '\\x00ff', 'plain', 'hex'],
  ];
  for (const [type, before, then, encoding] of widened) {
    test(`${type} gets ${then}`, async () => {
      const columns = [column('value', type, encoding), column('id', 'BIGINT')];
      const { page, columns: staged, rows } = await stageOf(columns, `${before},1\n,2\n`, `${then},3\n`);
      const plain = (text: string) => text.replace(/^"|"$/g, '').replaceAll('""', '"');
      assert.deepEqual(
        staged.map((each) => each.type),
        ['VARCHAR', 'BIGINT'],
      );
      assert.equal(rows, 3);
      assert.deepEqual(await rowsOf(page), [
        [plain(before), '1'],
        [null, '2'],
        [plain(then), '3'],
      ]);
    });
  }
});

describe('a records file', () => {
  const two = [column('a', 'VARCHAR'), column('b', 'BIGINT')];

  test('with CRLF, also within quotes', async () => {
    const { page } = await stageOf(
      two,
      await records('a;b\r\n"x\r\ny";1\r\nz;2\r\n', { newline: '\r\n', skip: 1, delimiter: ';' }),
    );
    assert.deepEqual(await rowsOf(page), [
      ['x\r\ny', '1'],
      ['z', '2'],
    ]);
  });

  test('with rows of another shape has them counted and kept with line and reason', async () => {
    const { loads, rows } = await stageOf(two, 'x,1\nshort\nlong,2,3,4\ny,4\n');
    assert.equal(rows, 2);
    assert.deepEqual(
      loads.map(({ loaded, rejected }) => [loaded, rejected]),
      [[2, 2]],
    );
    assert.deepEqual(
      loads[0]!.rejections.map(({ line, code, values, raw }) => [line, code, values, raw]),
      [
        [2, 'fields_differ', { fields: 1, expected: 2 }, 'short'],
        [3, 'fields_differ', { fields: 4, expected: 2 }, 'long,2,3,4'],
      ],
    );
  });

  test('without rows makes an empty table', async () => {
    const { rows, page } = await stageOf(two);
    assert.equal(rows, 0);
    assert.deepEqual(await rowsOf(page), []);
  });

  test('that doesn’t exist fails with its name and leaves no file', async () => {
    const path = join(root, 'v-none.duckdb');
    const stage = await engine.begin(path, 'orders', two, null);
    await assert.rejects(
      stage.load({
        path: join(folder, 'absent.csv'),
        delimiter: ',',
        newline: '\n',
        skip: 0,
        rows: null,
        temporary: false,
      }),
      (error) =>
        error instanceof FailureError &&
        error.failure.code === 'load_failed' &&
        error.failure.values.table === 'orders',
    );
    await stage.discard();
    assert.deepEqual(
      (await readdir(root)).filter((name) => name.startsWith('v-none')),
      [],
    );
  });

  test('with ten rows takes less than 100 KB', async () => {
    const { path, bytes } = await stageOf(two, 'x,1\n'.repeat(10));
    assert.equal(bytes, (await stat(path)).size);
    assert.ok(bytes < 100_000, `${bytes}`);
  });
});

describe('a page of rows', () => {
  const numbered = async (rows: number) =>
    stageOf([column('id', 'BIGINT')], Array.from({ length: rows }, (_, id) => `${id}\n`).join(''));

  test('starts after a row, or ends before one, in the order of the source, up to both ends', async () => {
    const { page } = await numbered(10_000);
    const at = async (place: Place, limit: number) => (await rowsOf({ ...page, place, limit })).flat();
    assert.deepEqual(await at({ after: null }, 2), ['0', '1']);
    assert.deepEqual(await at({ after: 7_498 }, 3), ['7499', '7500', '7501']);
    assert.deepEqual(await at({ after: 9_998 }, 10), ['9999']);
    assert.deepEqual(await at({ after: 9_999 }, 10), []);
    assert.deepEqual(await at({ before: 7_502 }, 3), ['7499', '7500', '7501']);
    assert.deepEqual(await at({ before: 2 }, 10), ['0', '1']);
    assert.deepEqual(await at({ before: null }, 2), ['9998', '9999']);
    assert.deepEqual(await at({ before: 20_000 }, 1), ['9999']);
    assert.deepEqual(await at({ before: 0 }, 10), []);
  });

  test('finds its rows where others were deleted, from both ends', async () => {
    const { path, page } = await numbered(300_000);
    // Nothing is left of the start, of a wide range, and of the end; in between, every third row is.
    await warehouse.change(
      path,
      'delete from t where id < 999 or id between 5000 and 200000 or id % 3 > 0 or id > 299000',
    );
    const left = (await warehouse.query(path, 'select id::varchar from t order by rowid')).flat();
    assert.equal(left.length > 30_000, true);
    for (const limit of [7, 1_000]) {
      const forward: (string | null)[] = [];
      for (let place: Place = { after: null }; ;) {
        const { ends, ...found } = await pageOf({ ...page, place, limit });
        if (!ends) break;
        forward.push(...found.rows.flat());
        place = { after: ends.last };
        if (limit < 10 && forward.length > 2_000) break;
      }
      assert.deepEqual(forward, left.slice(0, forward.length));
      const backward: (string | null)[] = [];
      for (let place: Place = { before: null }; ;) {
        const { ends, ...found } = await pageOf({ ...page, place, limit });
        if (!ends) break;
        backward.unshift(...found.rows.flat());
        place = { before: ends.first };
        if (limit < 10 && backward.length > 2_000) break;
      }
      assert.deepEqual(backward, left.slice(-backward.length));
    }
  });

  test('truncates long cells and reports which', async () => {
    const { page } = await stageOf(
      [column('id', 'BIGINT'), column('text', 'VARCHAR')],
      `1,${'x'.repeat(10_000)}\n2,${'y'.repeat(10_001)}\n`,
    );
    // A page without the column comes first, so nothing that is kept of it may be about its columns alone.
    assert.deepEqual((await pageOf({ ...page, shown: page.columns.slice(0, 1) })).rows, [['1'], ['2']]);
    const { rows, cut } = await pageOf(page);
    assert.deepEqual(
      rows.map(([, text]) => text!.length),
      [10_000, 10_000],
    );
    assert.deepEqual(cut, [[1, 1]]);
  });

  test('is only read from version files', async () => {
    const outside = await stageOf([column('id', 'BIGINT')], '1\n');
    const moved = join(folder, 'outside.duckdb');
    await rename(outside.path, moved);
    await assert.rejects(
      pageOf({ ...outside.page, file: { path: moved, bytes: outside.bytes } }),
      /Permission Error/,
    );
  });
});

describe('a version file that isn’t as it was written', () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => `${at},${(at * 7_919) % 104_729}\n`).join('');
  const fresh = () => stageOf([column('id', 'BIGINT'), column('n', 'BIGINT')], rows);

  test('is noticed by its size when it is opened', async () => {
    const { path, bytes, page } = await fresh();
    await truncate(path, bytes - 1);
    await assert.rejects(pool.run(page, READER), VersionAltered);
  });

  test('is noticed when an altered block is read, and by its hash', async () => {
    const { path, bytes, sha256, page } = await fresh();
    assert.equal(await sha256Of(path), sha256);
    const file = await open(path, 'r+');
    const headers = 3 * 4_096;
    await file.write(Buffer.alloc(bytes - headers, 7), 0, bytes - headers, headers);
    await file.close();
    assert.notEqual(await sha256Of(path), sha256);
    await assert.rejects(pool.run(page, READER), VersionAltered);
  });
});

describe('a large records file', () => {
  test('whose quoted values look like rows is read correctly, however large', async () => {
    const text = '1,x,y\n'.repeat(4_000);
    const rows = Array.from({ length: 2_500 }, (_, at) => `${at},"${text}",y\n`).join('');
    const columns = [column('id', 'BIGINT'), column('text', 'VARCHAR'), column('last', 'VARCHAR')];
    const { loads } = await stageOf(columns, rows);
    assert.deepEqual(loads, [{ loaded: 2_500, rejected: 0, rejections: [] }]);
  });

  test('loads a record up to the limit and rejects a longer one', async () => {
    const longest = `1,${'x'.repeat(RECORD_LIMIT - '1,\n'.length)}\n`;
    const columns = [column('id', 'BIGINT'), column('text', 'VARCHAR')];
    const { loads } = await stageOf(columns, `0,\n${longest}2,\n3,${'x'.repeat(RECORD_LIMIT)}\n4,\n`);
    const [{ loaded, rejected, rejections }] = loads as [Loaded];
    assert.deepEqual([loaded, rejected], [4, 1]);
    assert.deepEqual(
      rejections.map(({ line, code, values }) => [line, code, values]),
      [[4, 'line_too_long', { mebibytes: 20 }]],
    );
  });

  for (const [count, rows] of [
    [400, 20_000],
    [1_600, 4_000],
  ] as const) {
    test(`with ${count} columns loads within the memory of a sync`, async () => {
      const names = Array.from({ length: count }, (_, at) => column(`c${at}`, at % 2 ? 'VARCHAR' : 'BIGINT'));
      const line = `${names.map((_, at) => at * 7_919).join(',')}\n`;
      const path = warehouse.newVersionPath();
      const stage = await engine.begin(path, 'wide', names, null);
      assert.equal((await stage.load(await records(line.repeat(rows)))).loaded, rows);
      assert.equal((await stage.finish()).rows, rows);
    });
  }
});

describe('many large values', () => {
  /** Files as a connector delivers them, each far smaller than all of them together. */
  const filesOf = (files: number, rows: number, value: string) =>
    Array.from({ length: files }, () => `${value}\n`.repeat(rows));

  test('load within the memory of a sync, however many there are', async () => {
    const small = await StageEngine.open({ temporaryFolder: join(folder, 'spill'), memoryLimit: '120MB' });
    try {
      const path = warehouse.newVersionPath();
      const stage = await small.begin(path, 'documents', [column('body', 'VARCHAR')], null);
      for (const text of filesOf(10, 20, 'x'.repeat(1024 ** 2))) await stage.load(await records(text));
      assert.equal((await stage.finish()).rows, 200);
    } finally {
      small.close();
    }
  });

  test('are read within the memory of a query process if they are lists', async (t) => {
    const list = `"[${Array.from({ length: 2_500 }, (_, at) => `""${at}""`).join(',')}]"`;
    const { page } = await stageOf([column('tags', 'VARCHAR[]', 'json_list')], ...filesOf(8, 125, list));
    const small = new QueryPool({ root, size: 1, memoryLimit: '60MB' });
    t.after(() => small.close());
    const { rows, cut } = await pageOf({ ...page, place: { after: 99 }, limit: 100 }, small);
    assert.equal(rows.length, 100);
    assert.equal(cut.length, 100);
  });
});

test('a list that would take too much memory turns its column into JSON text', async () => {
  const long = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => `value ${at}`));
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"\n`;
  const columns = [column('tags', 'VARCHAR[]', 'json_list')];
  const { page, columns: staged } = await stageOf(columns, cell('["a"]'), cell(long));
  assert.deepEqual([staged[0]!.type, staged[0]!.kind], ['VARCHAR', 'json']);
  assert.deepEqual(await pageOf(page).then(({ rows, cut }) => [rows, cut]), [
    [['["a"]'], [long.slice(0, 10_000)]],
    [[1, 0]],
  ]);
});

describe('query processes', () => {
  test('serve more requests than there are processes', async () => {
    const { page } = await stageOf([column('id', 'BIGINT')], '7\n');
    const responses = await Promise.all(Array.from({ length: 20 }, () => rowsOf(page)));
    assert.deepEqual(new Set(responses.map((rows) => rows[0]![0])), new Set(['7']));
  });

  test('open more files in turn than they keep open at a time', async (t) => {
    const pages = [];
    for (let i = 0; i < 70; i += 1) pages.push((await stageOf([column('id', 'BIGINT')], `${i}\n`)).page);
    const small = new QueryPool({ root, size: 1 });
    t.after(() => small.close());
    for (const [i, page] of [...pages, ...pages].entries()) {
      assert.equal((await pageOf(page, small)).rows[0]![0], String(i % 70));
    }
  });

  test('end a statement that takes too long and serve the next one', async (t) => {
    const { page } = await stageOf(
      [column('id', 'BIGINT')],
      Array.from({ length: 1_000_000 }, (_, i) => `${i}\n`).join(''),
    );
    const hasty = new QueryPool({ root, size: 1, timeout: 1 });
    t.after(() => hasty.close());
    await pageOf({ ...page, limit: 1 }, hasty).catch(() => undefined);
    await assert.rejects(pageOf({ ...page, limit: 1_000_000 }, hasty), QueryTimeout);
    assert.equal((await rowsOf(page)).length, 1_000);
  });

  test('are replaced if one is killed, and its request is tried on another', async (t) => {
    const { page } = await stageOf(
      [column('id', 'BIGINT')],
      Array.from({ length: 300_000 }, (_, i) => `${i}\n`).join(''),
    );
    const mortal = new QueryPool({ root, size: 1 });
    t.after(() => mortal.close());
    await pageOf(page, mortal);
    const killed = mortal.pids;
    const inFlight = pageOf({ ...page, limit: 300_000 }, mortal);
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    assert.equal((await inFlight).rows.length, 300_000);
    assert.notDeepEqual(mortal.pids, killed);
    await mortal.close();
    assert.deepEqual(mortal.pids, []);
  });

  test('report an error if they keep dying, and the next request gets a new one', async (t) => {
    const { page } = await stageOf([column('id', 'BIGINT')], '7\n');
    const mortal = new QueryPool({ root, size: 1 });
    t.after(() => mortal.close());
    let isOver = false;
    const lost = assert.rejects(pageOf(page, mortal), QueryProcessLost).finally(() => (isOver = true));
    while (!isOver) {
      for (const pid of mortal.pids) process.kill(pid, 'SIGKILL');
      await new Promise((resolve) => setImmediate(resolve));
    }
    await lost;
    assert.deepEqual((await pageOf(page, mortal)).rows, [['7']]);
  });

  test('stop reading for a client that has disconnected', async (t) => {
    const { page } = await stageOf(
      [column('id', 'BIGINT')],
      Array.from({ length: 300_000 }, (_, i) => `${i}\n`).join(''),
    );
    const single = new QueryPool({ root, size: 1 });
    t.after(() => single.close());
    await pageOf({ ...page, limit: 1 }, single);
    const leaving = new AbortController();
    const runs = single.run({ ...page, limit: 300_000 }, READER, leaving.signal);
    const waits = single.run(page, READER, leaving.signal);
    leaving.abort(new Error('left'));
    await Promise.all([assert.rejects(runs, /left/), assert.rejects(waits, /left/)]);
    assert.deepEqual((await pageOf({ ...page, limit: 1 }, single)).rows, [['0']]);
  });

  test(
    'release a deleted file, and all files in a deleted folder',
    { skip: !existsSync('/proc/self/fd') },
    async () => {
      const versions = [];
      for (let i = 0; i < 3; i += 1) versions.push(await stageOf([column('id', 'BIGINT')], `${i}\n`));
      await Promise.all(versions.map(({ page }) => rowsOf(page)));
      const openFiles = () =>
        pool.pids.flatMap((pid) => filesOf(pid)).filter((path) => / \(deleted\)$/.test(path));
      await rm(versions[0]!.path);
      pool.release(versions[0]!.path);
      await settled(
        async () => openFiles(),
        (paths) => paths.length === 0,
      );
      await assert.rejects(pageOf(versions[0]!.page), VersionGone);
      assert.deepEqual(await rowsOf(versions[1]!.page), [['1']]);
      const folder = join(root, 'folder');
      await mkdir(folder);
      const path = join(folder, 'v-1.duckdb');
      await rename(versions[2]!.path, path);
      assert.deepEqual(await rowsOf({ ...versions[2]!.page, file: { path, bytes: versions[2]!.bytes } }), [
        ['2'],
      ]);
      await rm(folder, { recursive: true });
      pool.release(versions[2]!.path);
      pool.release(folder);
      await settled(
        async () => openFiles(),
        (paths) => paths.length === 0,
      );
    },
  );
});

const filesOf = (pid: number) =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return []; // It was closed in the meantime.
    }
  });

describe('a page of rows stays within 8 MB', () => {
  const BUDGET = 8 * 1024 ** 2;

  test('by truncating long cells further, with all its rows', async () => {
    const columns = Array.from({ length: 20 }, (_, at) => column(`c${at}`, 'VARCHAR'));
    const line = columns.map(() => 'ä'.repeat(5_000)).join(',');
    const { page } = await stageOf(columns, `${line}\n`.repeat(200));
    const { rows, cut, bytes } = await pageOf({ ...page, limit: 200 });
    assert.equal(rows.length, 200);
    assert.ok(bytes <= BUDGET, `${bytes}`);
    assert.ok(rows.flat().every((cell) => cell!.length >= 400));
    assert.equal(cut.length, 4_000);
  });

  test('when every character takes six bytes as JSON', async () => {
    const columns = Array.from({ length: 100 }, (_, at) => column(`c${at}`, 'VARCHAR'));
    const line = columns.map(() => '\u0001'.repeat(500)).join(',');
    const { page } = await stageOf(columns, `${line}\n`.repeat(1_000));
    const { rows, bytes } = await pageOf({ ...page, limit: rowsOfPage(100, 1_000) });
    assert.equal(rows.length, 1_000);
    assert.ok(bytes <= BUDGET, `${bytes}`);
  });

  test('and reads large values a few at a time', async () => {
    const { page } = await stageOf(
      [column('id', 'BIGINT'), column('bytes', 'BLOB', 'hex')],
      ...Array.from({ length: 100 }, (_, id) => `${id},\\x${'ab'.repeat(1024 ** 2)}\n`),
    );
    const single = new QueryPool({ root, size: 1 });
    const { rows, cut } = await pageOf(page, single).finally(() => single.close());
    assert.deepEqual(
      rows.map(([id, bytes]) => [id, bytes!.length]),
      Array.from({ length: 100 }, (_, id) => [String(id), 10_000]),
    );
    assert.deepEqual(
      cut,
      Array.from({ length: 100 }, (_, row) => [row, 1]),
    );
  });

  test('by reading very many columns in parts that are joined into rows', async () => {
    const columns = Array.from({ length: 450 }, (_, at) => column(`c${at}`, 'VARCHAR'));
    const cells = columns.map((_, at) => (at === 3 || at === 449 ? 'z'.repeat(10_001) : `v${at}`));
    const { page } = await stageOf(columns, `${cells.join(',')}\n`.repeat(2));
    const { rows, cut } = await pageOf(page);
    const shown = cells.map((cell) => cell.slice(0, 10_000));
    assert.deepEqual(rows, [shown, shown]);
    assert.deepEqual(cut, [
      [0, 3],
      [0, 449],
      [1, 3],
      [1, 449],
    ]);
  });

  test('by having fewer rows if the table has very many columns', () => {
    assert.equal(rowsOfPage(12, 1_000), 1_000);
    assert.equal(rowsOfPage(1_600, 100), 75);
    assert.equal(rowsOfPage(1_000_000, 100), 1);
  });
});
