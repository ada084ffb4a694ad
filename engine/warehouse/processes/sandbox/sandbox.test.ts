import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { settled } from '@headwater/base/testing/settled';
import { QueryTimeout, QueryTooLarge } from '../query/query-fault.ts';
import { StatementRefused } from './gate.ts';
import type { ReachableTable, StatementFault, StatementRun } from './messages.ts';
import type { PlanStep } from './plan.ts';
import { Sandboxes } from './sandbox.ts';

const MIB = 1024 ** 2;
const requester = { workspaceId: 'org_1', userId: 'usr_1' };
const stays = new AbortController().signal;

let folder: string;
let orders: ReachableTable[];
const sandboxes = new Sandboxes({ slots: 2, memoryBytes: 256 * MIB });
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-sandbox-'));
  const path = join(folder, 'v-1.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(`
    create table data as select i as id, 'name ' || i as name, i / 4.0 as total, i as hidden from range(5000) as rows(i);
    checkpoint`);
  connection.closeSync();
  instance.closeSync();
  const file = { path, bytes: (await stat(path)).size };
  const table = { name: 'orders', file, columns: ['id', 'name', 'total'] };
  orders = [
    { ...table, catalog: '', schema: 'A "shop"' },
    { ...table, catalog: '', schema: '' },
  ];
  await writeFile(join(folder, 'canary.csv'), 'secret\ncanary\n');
});
after(async () => {
  await sandboxes.close();
  await rm(folder, { recursive: true });
});

interface Asked extends Partial<StatementRun> {
  signal?: AbortSignal;
  /** Runs it even if the gate refuses it. */
  isForced?: boolean;
}

async function run(sql: string, { signal = stays, isForced, ...rest }: Asked = {}, pool = sandboxes) {
  return pool.use(requester, signal, async (statement) => {
    await statement.check(sql, 'UTC').catch((error: unknown) => {
      if (!isForced) throw error;
    });
    const result = await statement.run({ tables: orders, limit: 10, parameters: {}, ...rest });
    return { ...result, ...JSON.parse(`{${Buffer.from(result.json).toString()}}`) };
  });
}
const faultOf = async (sql: string, asked?: Asked): Promise<StatementFault> =>
  run(sql, asked).then(
    () => assert.fail(`passed: ${sql}`),
    (error: unknown) => {
      if (error instanceof StatementRefused) return error.fault;
      throw error;
    },
  );

describe('a version file of all rows', () => {
  const write = (sql: string, limits = {}) =>
    sandboxes.use(requester, stays, async (statement) => {
      await statement.check(sql, 'UTC');
      const path = join(folder, 's-1.duckdb');
      const most = { rowsMax: 100_000, bytesMax: 64 * MIB, ...limits };
      return { path, ...(await statement.write({ tables: orders, parameters: {}, path, ...most })) };
    });

  test('has types that tables have, and names that differ', async () => {
    const { path, ...written } = await write(
      `select id, id, 'x' as rowid, sum(id) over () as total, {'a': 1} as part, [1] as list, interval 1 day as gap,
         null as "ID_2", json('{"b": 2}') as doc
       from orders order by id;`,
    );
    assert.equal(written.rows, 5_000);
    assert.deepEqual(
      written.columns.map(({ name, type }) => `${name} ${type}`),
      [
        ...['id BIGINT', 'id_3 BIGINT', 'rowid_2 VARCHAR', 'total DECIMAL(38,0)', 'part JSON'],
        ...['list INTEGER[]', 'gap VARCHAR', 'ID_2 INTEGER', 'doc JSON'],
      ],
    );
    const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    const found = await connection.runAndReadAll('from data limit 1 offset 4999');
    assert.deepEqual(found.getRowsJson(), [
      ['4999', '4999', 'x', '12497500', '{"a":1}', [1], '1 day', null, '{"b":2}'],
    ]);
    connection.closeSync();
    instance.closeSync();
    assert.equal((await stat(path)).size, written.bytes);
  });

  test('keeps nanoseconds, which no type of tables has, as text', async () => {
    const { path, columns } = await write(
      `select '2026-01-02 03:04:05.123456789'::timestamp_ns as ns, '2026-01-02 03:04:05.123'::timestamp_ms as ms,
         {'a': [1]}::variant as part`,
    );
    assert.deepEqual(
      columns.map(({ type }) => type),
      ['VARCHAR', 'TIMESTAMP', 'JSON'],
    );
    const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    const found = await connection.runAndReadAll('from data');
    assert.deepEqual(found.getRowsJson(), [
      ['2026-01-02T03:04:05.123456789', '2026-01-02 03:04:05.123', '{"a":[1]}'],
    ]);
    connection.closeSync();
    instance.closeSync();
  });

  test('is refused if it would be too large', async () => {
    const isTooLarge = (error: unknown) =>
      error instanceof StatementRefused && error.fault.kind === 'too_many_rows';
    await assert.rejects(write('from orders', { rowsMax: 4_999 }), isTooLarge);
    await assert.rejects(write('from orders', { bytesMax: 1_000 }), isTooLarge);
    assert.equal((await write('from orders', { rowsMax: 5_000 })).rows, 5_000);
  });

  test('says what is wrong with the statement', async () => {
    await assert.rejects(
      write(`select cast(name as integer) from orders`),
      (error: unknown) =>
        error instanceof StatementRefused && /Could not convert string/.test(error.fault.message ?? ''),
    );
  });
});

describe('a statement', () => {
  test('reads its tables by both names, and has the columns as it calls them', async () => {
    const found = await run(`select o.id, p.total as "A ""total""", 1 as a, 2 as a
      from "a ""SHOP""".ORDERS o join orders p using (id) where id < 2 order by id desc; -- done;`);
    assert.deepEqual(
      found.columns.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`),
      ['id BIGINT', 'A "total" DOUBLE', 'a INTEGER', 'a INTEGER'],
    );
    assert.deepEqual(found.rows, [
      ['1', '0.25', '1', '2'],
      ['0', '0', '1', '2'],
    ]);
    assert.equal(found.isCutBy, null);
  });

  test('shows each type as tables do', async () => {
    const found =
      await run(`select null, true, 1.50, 1e20::double, 'nan'::double, 170141183460469231731687303715884105727,
      date '0044-03-15 (BC)', timestamp '2024-01-02 03:04:05', timestamptz '2024-01-02 03:04:05+02', time '03:04', '\\x00\\xFF'::blob,
      [1, null], {'a': [1]}, map {'b': 2}, interval 2 days, 'a'::enum ('a'), '{"a": 1}'::json, [1, 2]::integer[2], ''`);
    assert.deepEqual(found.rows, [
      [
        null,
        ...['true', '1.50', '1e+20', 'NaN', '170141183460469231731687303715884105727'],
        ...['0044-03-15 BC', '2024-01-02T03:04:05', '2024-01-02T01:04:05Z', '03:04:00', '\\x00ff'],
        ...['[1,null]', '{"a":[1]}', '{"b":2}', '2 days', 'a', '{"a": 1}', '[1,2]', ''],
      ],
    ]);
  });

  const MOST = '170141183460469231731687303715884105727';
  const EXACT: [sql: string, type: string, text: string][] = [
    [`'2026-01-02 03:04:05.123456789'::timestamp_ns`, 'TIMESTAMP_NS', '2026-01-02T03:04:05.123456789'],
    [`'2026-01-02 03:04:05.123'::timestamp_ms`, 'TIMESTAMP_MS', '2026-01-02T03:04:05.123'],
    [`'2026-01-02 03:04:05'::timestamp_s`, 'TIMESTAMP_S', '2026-01-02T03:04:05'],
    [`'0044-03-15 (BC) 12:00:00'::timestamp_s`, 'TIMESTAMP_S', '0044-03-15T12:00:00 BC'],
    [`'infinity'::timestamp_ns`, 'TIMESTAMP_NS', 'infinity'],
    [`'2026-01-02 03:04:05.000001'::timestamp`, 'TIMESTAMP', '2026-01-02T03:04:05.000001'],
    [`'03:04:05.123456789'::time_ns`, 'TIME_NS', '03:04:05.123456789'],
    [`'24:00:00'::time`, 'TIME', '24:00:00'],
    [`'03:04:05.5-03:30:15'::timetz`, 'TIME WITH TIME ZONE', '03:04:05.5-03:30:15'],
    [`interval '14 months -3 days 30.000001 hours'`, 'INTERVAL', '1 year 2 months -3 days 30:00:00.0036'],
    [`${MOST}::hugeint`, 'HUGEINT', MOST],
    [
      `340282366920938463463374607431768211455::uhugeint`,
      'UHUGEINT',
      '340282366920938463463374607431768211455',
    ],
    [`18446744073709551615::ubigint`, 'UBIGINT', '18446744073709551615'],
    [`'${MOST}${MOST}'::bignum`, 'BIGNUM', `${MOST}${MOST}`],
    [`-0.1::float`, 'FLOAT', '-0.1'],
    [`'10101'::bit`, 'BIT', '10101'],
    [String.raw`'\x00\xFF'::blob`, 'BLOB', String.raw`\x00ff`],
    [`'b'::enum('a', 'b')`, `ENUM('a', 'b')`, 'b'],
    [`uuid '00000000-0000-0000-0000-00000000000A'`, 'UUID', '00000000-0000-0000-0000-00000000000a'],
    [`union_value(number := 2)`, 'UNION("number" INTEGER)', '{"number":2}'],
    [`map {1: [${MOST}::hugeint]}`, 'MAP(INTEGER, HUGEINT[])', `{"1":[${MOST}]}`],
    [
      `{'at': '2026-01-02 03:04:05.123456789'::timestamp_ns}`,
      'STRUCT("at" TIMESTAMP_NS)',
      '{"at":"2026-01-02 03:04:05.123456789"}',
    ],
    [
      `[12345678901234567890.123456789::decimal(38,9)]`,
      'DECIMAL(38,9)[]',
      '[12345678901234567890.123456789]',
    ],
    [`[0.1::float, 'nan'::float, null]`, 'FLOAT[]', '[0.1,"NaN",null]'],
    [`['-infinity'::double, 1e20]`, 'DOUBLE[]', '["-Infinity",100000000000000000000.0]'],
    [`{'a': [1, null]}::variant`, 'VARIANT', '{"a":[1,null]}'],
    [
      `{'a': 'nan'::double, 'b': ['-inf'::float], 'c': '\\",NaN,'}`,
      'STRUCT("a" DOUBLE, "b" FLOAT[], "c" VARCHAR)',
      String.raw`{"a":"NaN","b":["-Infinity"],"c":"\\\",NaN,"}`,
    ],
    [`map {',NaN': 'inf'::double}`, 'MAP(VARCHAR, DOUBLE)', '{",NaN":"Infinity"}'],
    [`[['nan'::double]]`, 'DOUBLE[][]', '[["NaN"]]'],
    [`json_array('nan'::double, null)`, 'JSON', '["NaN",null]'],
    [`array_value('a', 'b')`, 'VARCHAR[2]', '["a","b"]'],
  ];
  for (const [sql, type, text] of EXACT) {
    test(`shows ${type} with all its digits, and no zone that it doesn’t have: ${sql.slice(0, 60)}`, async () => {
      const found = await run(`select ${sql} as one`);
      assert.deepEqual([found.columns[0].type, found.rows[0][0]], [type, text]);
    });
  }

  test('gets its parameters as values, whatever they contain', async () => {
    const parameters = { id: '7', name: `name 7' or true --`, none: null };
    const found = await run(
      `select $id + 1 as next, $name as name, $none as none, id from orders where id = $id or name = $name`,
      { parameters },
    );
    assert.deepEqual(found.rows, [['8', parameters.name, null, '7']]);
  });

  test('says how many rows were read for it, unless some of them are hidden', async () => {
    const readBy = async (sql: string, asked?: Asked) => (await run(sql, asked)).rowsRead;
    assert.equal(await readBy('select max(total) from orders where id % 2 = 0'), 5_000);
    assert.equal(await readBy('select sum(a.id) from orders a join orders b using (id)'), 10_000);
    const parameters = { most: '4000' };
    assert.equal(await readBy('select count(total) from orders where id < $most', { parameters }), 5_000);
    assert.equal(await readBy('select 1'), 0);
    const condition = { column: 'id', operator: 'less', values: ['10'] } as const;
    const only = { columns: [{ name: 'id', type: 'BIGINT' }], filter: [[condition]] };
    const some = orders.map((table) => ({ ...table, file: { ...table.file, only } }));
    assert.equal(await readBy('select max(total) from orders', { tables: some }), null);
  });

  test('is cut by its limit, by the size of its rows, and in long cells', async () => {
    const limited = await run('from orders', { limit: 3 });
    assert.deepEqual([limited.rows.length, limited.isCutBy], [3, 'limit']);
    assert.equal((await run('from orders limit 3', { limit: 3 })).isCutBy, null);
    const long = await run(`select repeat('é', 12_000), 1`);
    assert.deepEqual([long.rows[0][0].length, long.cut], [10_000, [[0, 0]]]);
    const large = await run(`select repeat('x', 9_000) from range(5_000)`, { limit: 100_000 });
    assert.equal(large.isCutBy, 'size');
    assert.ok(large.json.byteLength <= 16 * MIB);
  });

  test('fails with the words of the engine and the place in its own text', async () => {
    const column = await faultOf(`select 'é',\n  nope from orders`);
    assert.deepEqual([column.kind, column.position], ['failed', 15]);
    assert.match(column.message!, /"nope" not found/);
    const value = await faultOf('select id, name::integer as number from orders');
    assert.deepEqual([value.kind, value.position], ['failed', 15]);
    assert.match(value.message!, /Could not convert string 'name 0'/);
    const unfit = await faultOf('select $since::date', { parameters: { since: 'soon' } });
    assert.deepEqual([unfit.kind, unfit.name, unfit.message], ['parameter', 'since', 'DATE']);
  });

  test('sees no column, table, or file but those it was given', async () => {
    for (const sql of [
      'select hidden from orders',
      'select rowid from orders',
      `from '${folder}/canary.csv'`,
      'with "duckdb_x" as (select 1) from duckdb_x',
    ]) {
      const { message = '' } = await faultOf(sql);
      assert.doesNotMatch(message, /\bh[0-9a-f]{32}|\/tmp|LocalFileSystem/, sql);
    }
  });
});

describe('without the gate', () => {
  for (const sql of [
    `select * from read_csv('CANARY')`,
    `select * from read_text('CANARY')`,
    `from 'CANARY'`,
    "set memory_limit = '9GB'",
    'select 1; set threads = 9',
    `copy orders to 'CANARY.out'`,
    `attach 'CANARY.duckdb'`,
    '1) union select (1',
    'select 1) as a, (select 2',
  ])
    test(`the process still refuses ${sql}`, async () => {
      await assert.rejects(run(sql.replaceAll('CANARY', join(folder, 'canary.csv')), { isForced: true }));
    });
});

describe('a process', () => {
  test('is used once, while the next one is being made ready', async () => {
    sandboxes.prepare();
    const pids = await settled(
      () => Promise.resolve(sandboxes.pids),
      ({ length }) => length === 1,
    );
    await run('select 1');
    const after = await settled(
      () => Promise.resolve(sandboxes.pids),
      (now) => now.length === 1 && now[0] !== pids[0],
    );
    assert.equal(after.length, 1);
  });

  test('ends when nobody has run anything for a while', async () => {
    const pool = new Sandboxes({ idle: 1 });
    pool.prepare();
    await settled(
      () => Promise.resolve(pool.pids),
      ({ length }) => length === 0,
    );
    await pool.close();
  });

  test('ends with its reader, and at once', async () => {
    const reader = new AbortController();
    const running = run('select count(*) from range(1e6::bigint) a, range(1e6::bigint) b', {
      signal: reader.signal,
    });
    await settled(
      () => Promise.resolve(sandboxes.pids),
      ({ length }) => length === 2,
    );
    reader.abort(new Error('left'));
    await assert.rejects(running, /left/);
    await settled(
      () => Promise.resolve(sandboxes.pids),
      ({ length }) => length <= 1,
    );
  });

  test('ends when its time is over', async () => {
    const pool = new Sandboxes({ timeout: 1_500 });
    const endless = run(
      'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n',
      {},
      pool,
    );
    await assert.rejects(endless, QueryTimeout);
    await pool.close();
  });

  test('ends when it needs too much memory, and others go on', async () => {
    const bombs = [
      `select repeat('x', 3_000_000_000)`,
      'select list_sort(range(100_000_000))',
      'select array_agg(i) from range(200_000_000) as rows(i)',
      `select string_agg(repeat('x', 100_000), '') from range(100_000)`,
    ];
    for (const bomb of bombs) {
      const [exploded, other] = await Promise.allSettled([run(bomb), run('select 42')]);
      assert.ok(exploded.status === 'rejected' && exploded.reason instanceof QueryTooLarge, bomb);
      assert.ok(other.status === 'fulfilled');
    }
  });
});

describe('the plan of a statement', () => {
  const planOf = (sql: string, isForUses: boolean) =>
    sandboxes.use(requester, stays, async (statement) => {
      await statement.check(sql, 'UTC');
      return statement.plan({ tables: orders, parameters: { least: '7' }, isForUses });
    });
  const scansOf = (steps: readonly PlanStep[]): PlanStep[] =>
    steps.flatMap((step) => [...(step.path === null ? [] : [step]), ...scansOf(step.children)]);

  test('says what it would read and what for', async () => {
    const { columns, steps } = await planOf('select name from orders where id > $least order by id', false);
    assert.deepEqual(columns, [{ name: 'name', type: 'VARCHAR' }]);
    const [scan, ...others] = scansOf(steps);
    assert.deepEqual(others, []);
    assert.equal(scan!.path, orders[0]!.file.path);
    assert.deepEqual(scan!.facts.Filters, ['id>7']);
    assert.ok(scan!.rows! > 0);
  });

  test('names all columns that the result depends on, and no others', async () => {
    for (const [sql, expected] of [
      ['select name from orders where id > $least', ['id', 'name']],
      ['select count(*) from orders', []],
      ['select min(id) from orders', ['id']],
      ['select a.name from orders a join "A ""shop""".orders b using (id)', ['id', 'id', 'name']],
      ['with o as (from orders) select total from o', ['total']],
      ['from orders where false', ['id', 'name', 'total']],
    ] as const) {
      const { steps } = await planOf(sql, true);
      const read = scansOf(steps).flatMap(({ facts }) => facts.Projections ?? []);
      assert.deepEqual(read.sort(), expected, sql);
    }
  });

  test('is refused like a run, with its place, and doesn’t know hidden names', async () => {
    await assert.rejects(
      planOf('select\n  nope from orders', false),
      (error) => error instanceof StatementRefused && error.fault.position === 9,
    );
    await assert.rejects(planOf('select hidden from orders', true), StatementRefused);
    assert.doesNotMatch(JSON.stringify(await planOf('select name from orders', false)), /h[0-9a-f]{32}/);
  });
});
