import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { isAllowed, isAllowedInFrom, isRefused, OFFERED_FUNCTIONS } from './allowed-functions.ts';
import { checkTree, ENGINES_OWN, StatementRefused } from './gate.ts';
import { hostileStatements, mutations } from './testing/hostile-statements.ts';

/** `npm run torture -- sql` checks 200,000 of them, with a new seed each time. */
const MUTATIONS = Number(process.env.GATE_MUTATIONS ?? 2_000);
const SEED = Number(process.env.SQL_SEED ?? 20_261_123);
const CANARY = 'canary-9f2c';

let folder: string;
let canary: string;
/** Reads everything, so that what passes the gate is stopped by nothing else. */
let open: DuckDBConnection;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-gate-'));
  canary = join(folder, 'canary.csv');
  await writeFile(canary, `secret\n${CANARY}\n`);
  open = await (await DuckDBInstance.create(':memory:')).connect();
  await open.run(
    `create table orders as select 1 as id, 2.5 as total; create table customers as select 1 as id`,
  );
  await open.run(`set errors_as_json = true; set variable canary = '${CANARY}'`);
});
after(() => rm(folder, { recursive: true }));

async function check(sql: string) {
  const statement = await open.prepare(
    'select json_serialize_sql($1::varchar, skip_null := true, skip_empty := true)',
  );
  statement.bindVarchar(1, sql);
  const reader = await statement.runAndReadAll();
  return checkTree(JSON.parse(reader.getRows()[0]![0] as string), sql);
}

/** Returns why a statement doesn't pass, or undefined. A table that isn't there is one of the reasons. */
async function refusalOf(sql: string): Promise<string | undefined> {
  try {
    const { tables } = await check(sql);
    const unknown = tables.find(
      ({ schema, name, mayBeOwn }) =>
        !mayBeOwn && (schema !== '' || !['orders', 'customers'].includes(name.toLowerCase())),
    );
    return unknown && `table ${unknown.schema}.${unknown.name}`;
  } catch (error) {
    if (error instanceof StatementRefused) return error.fault.kind;
    throw error;
  }
}

test('each function of the engine is allowed or refused, and no other name is', async () => {
  const reader = await open.runAndReadAll(
    `select distinct lower(function_name), function_type in ('table', 'table_macro') from duckdb_functions()
     where function_type <> 'pragma'`,
  );
  const functions = reader.getRows() as [string, boolean][];
  const unjudged = functions.filter(([name, isTable]) =>
    isTable
      ? !isAllowedInFrom(name) && !isRefused(name) && !isAllowed(name)
      : isAllowed(name) === isRefused(name),
  );
  assert.deepEqual(unjudged, []);
  const names = new Set(functions.map(([name]) => name));
  assert.deepEqual(
    OFFERED_FUNCTIONS.filter((name) => !names.has(name)),
    [],
  );
});

test('the tables about the engine itself are known by their names', async () => {
  const reader = await open.runAndReadAll(
    `select distinct schema_name, view_name from duckdb_views() where internal and schema_name <> 'information_schema'`,
  );
  const views = reader.getRows() as [string, string][];
  assert.ok(views.length > 20);
  assert.deepEqual(
    views.filter(([, name]) => !ENGINES_OWN.test(name)),
    [],
  );
});

describe('the gate', () => {
  test('lets queries of all kinds pass, and names their tables', async () => {
    for (const [sql, tables] of [
      ['select 1', []],
      ['select * from orders o, "A shop"."b.c" as x', ['A shop.b.c', '.orders']],
      ['from orders select id where id > 1 order by all limit 10% offset 1', ['.orders']],
      ['with a as (from orders), b as (select * from a) select * from b', ['.b', '.a', '.orders']],
      ['values (1, $since), (2, null)', []],
      ['summarize orders', ['.orders']],
      ['describe select * from orders', ['.orders']],
      ['pivot orders on id in (1, 2) using sum(total) group by id', ['.orders']],
      ['unpivot orders on columns(*)', ['.orders']],
      ['select * from orders asof join customers using (id)', ['.customers', '.orders']],
      ['select * from range(3), generate_series(1, 2), unnest([1]), json_each(\'{"a":1}\')', []],
      [`select id, row_number() over w from orders window w as (partition by id) qualify 1 = 1`, ['.orders']],
      [
        `select list_transform([1], lambda x: x + 1), [x for x in [1] if x > 0], {'a': 1}.a, map {'a': 1}`,
        [],
      ],
      [
        `select date_trunc('month', now()), interval 3 days, '2024-01-01'::date, extract(year from today())`,
        [],
      ],
      [`select * exclude (id) from orders using sample 10% (bernoulli, 7)`, ['.orders']],
      [
        `select grouping(id), count(distinct id) filter (where id > 1) from orders group by rollup (id)`,
        ['.orders'],
      ],
      [
        `select string_agg(id::varchar, ',' order by id desc), quantile_cont(id, 0.5) from orders`,
        ['.orders'],
      ],
      [`select 'a' collate nocase, 'a' like 'b' escape '!', 'a' similar to 'b', 'a' ~ 'b', x'ab'::blob`, []],
      [`(select 1) union all by name (select 2) except select 3 intersect select 4 order by 1`, []],
      [
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 9) select * from n`,
        ['.n', '.n'],
      ],
      [`select * from (values (1)) as v(a) semi join orders on a = id; -- done`, ['.orders']],
      [`select try_cast('x' as integer[]), cast(null as struct(a integer)), 1::decimal(9, 2)`, []],
    ] as const) {
      const found = (await check(sql)).tables.map(({ schema, name }) => `${schema}.${name}`);
      assert.deepEqual(found, tables, sql);
    }
  });

  test('names parameters once', async () => {
    assert.deepEqual((await check('select $b, $a where $a > 1')).parameters, ['a', 'b']);
  });

  test('says where what it refuses stands', async () => {
    for (const [sql, fault] of [
      [`select 'é',\n  read_text(1)`, { kind: 'function', name: 'read_text', position: 15 }],
      ['select é from from', { kind: 'syntax', position: 15 }],
      ['select 1; select 2', { kind: 'several', position: null }],
      [' -- ', { kind: 'empty', position: null }],
      ['drop table orders', { kind: 'not_a_query', position: null }],
      ['show tables', { kind: 'not_supported', name: 'SHOW', position: null }],
      ['select ?', { kind: 'positional_parameter', position: null }],
    ] as const)
      await assert.rejects(check(sql), (error: StatementRefused) => {
        const { message: _, ...rest } = error.fault;
        assert.deepEqual(rest, fault, sql);
        return true;
      });
  });

  test('refuses a text as deep as it is long, without falling', async () => {
    for (const deep of [
      `select ${'('.repeat(30_000)}1${')'.repeat(30_000)}`,
      `select ${'not '.repeat(16_000)}true`,
      `select ${'['.repeat(30_000)}${']'.repeat(30_000)}`,
      `select 1${' + 1'.repeat(16_000)}`,
    ])
      assert.equal(await refusalOf(deep), 'syntax');
    assert.equal(await refusalOf(`select 1${' union select 1'.repeat(3_000)}`), undefined);
  });

  test('refuses every hostile statement', async () => {
    const statements = hostileStatements(canary);
    assert.ok(statements.length > 1_000);
    const passed = [];
    for (const sql of statements) if ((await refusalOf(sql)) === undefined) passed.push(sql);
    assert.deepEqual(passed, []);
  });

  test('refuses them however they are written, and what passes has no secret', async () => {
    let left = MUTATIONS;
    for (const sql of mutations(canary, SEED)) {
      if (left-- === 0) break;
      if ((await refusalOf(sql)) !== undefined) continue;
      const result = await open.runAndReadAll(sql).catch(() => null);
      const found = JSON.stringify(result?.getRowsJson() ?? '');
      assert.ok(!found.includes(CANARY) && !found.includes(':memory:'), sql);
    }
  });
});
