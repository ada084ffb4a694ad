import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const journey = new SourceJourney(await api.workspace());
const others = new SourceJourney(await api.workspace());
const { client, base } = journey;

before(async () => {
  const shop = await journey.connectFiles({ 'orders.csv': 'id,total\n1,2.50\n2,\n', 'items.csv': 'id\n1\n' });
  await journey.sync(shop);
  const { version } = await journey.attributesOf(shop);
  await client.patch(shop, 'source_connections', { name: 'The shop' }, { 'if-match': String(version) });
  await journey.sync(await journey.connectFiles({ 'orders.csv': 'id,total\n7,7\n' }));
  const later = await journey.connectFiles({ 'later.csv': 'id\n1\n' });
  // As while its first run loads it.
  await api.sql(
    `insert into tables (workspace_id, id, source_connection_id, table_name) values ($1, 'tbl_later', $2, 'later')`,
    [base.split('/').at(-1), later.split('/').at(-1)],
  );
  await others.sync(await others.connectFiles({ 'secrets.csv': 'secret\nCanary\n' }));
});

const run = (sql: string, attributes: object = {}) =>
  client.post(`${base}/sql-runs`, 'sql_runs', { sql, limit: 10, parameters: {}, ...attributes });
async function refusal(sql: string, attributes?: object) {
  const { status, body } = await run(sql, attributes);
  return { status, ...body.errors[0] };
}

describe('a query', () => {
  test('returns its rows, with the versions that it has read', async () => {
    const { status, text, body } = await run('select *, $more as more from "The shop".orders order by id', {
      parameters: { more: 'x' },
    });
    assert.equal(status, 200, text);
    const { columns, rows, tables, isCutBy } = body.data.attributes;
    assert.deepEqual(
      columns.map(({ name, kind }: { name: string; kind: string }) => [name, kind]),
      [
        ['id', 'number'],
        ['total', 'number'],
        ['more', 'text'],
      ],
    );
    assert.deepEqual(rows, [
      ['1', '2.50', 'x'],
      ['2', null, 'x'],
    ]);
    assert.deepEqual(
      [tables.length, tables[0].tableName, tables[0].version, isCutBy],
      [1, 'orders', 1, null],
    );
  });

  test('says how many rows it has read, unless the engine has read a table twice', async () => {
    const readBy = async (sql: string) => (await run(sql)).body.data.attributes.rowsRead;
    assert.equal(await readBy('from "The shop".orders'), 2);
    // It looks for the first ones among one column, and then reads the others.
    assert.equal(await readBy('from "The shop".orders order by total limit 1'), null);
    assert.equal(await readBy('select 1'), 0);
  });

  test('finds a table by its name alone where no other has it', async () => {
    assert.deepEqual((await run('from items')).body.data.attributes.rows, [['1']]);
    const { code, meta } = await refusal('select 1 from orders');
    assert.deepEqual(
      [code, meta],
      [
        'sql_table_ambiguous',
        { name: 'orders', schemas: 'The shop, A source', position: 14, line: 1, column: 15 },
      ],
    );
  });

  test('prefers a query of its own over a table with the same name', async () => {
    const { rows } = (await run('with items as (select 42 as id) from items')).body.data.attributes;
    assert.deepEqual(rows, [['42']]);
    assert.equal((await run('with orders as (select 1) from orders')).status, 200);
  });

  test('gets an error with its place, as an editor counts', async () => {
    const { code, meta, source, detail } = await refusal(`select '😀é',\n  nope from items`);
    assert.deepEqual([code, source.pointer], ['sql_failed', '/data/attributes/sql']);
    assert.deepEqual([meta.position, meta.line, meta.column], [16, 2, 3]);
    assert.match(detail, /"nope" not found/);
    for (const [sql, expected] of [
      ['selec 1', 'sql_syntax'],
      ['', 'sql_empty'],
      ['select 1; select 2', 'sql_several'],
      ['drop table items', 'sql_not_a_query'],
      ['pivot items on id using count(*)', 'sql_pivot_open'],
      ['show tables', 'sql_not_supported'],
      [`select ${'1,'.repeat(1_000)}1`, 'sql_too_many_columns'],
      [`from read_text('/etc/passwd')`, 'sql_function_refused'],
      ['select ?', 'sql_parameter_unnamed'],
      ['select $since', 'sql_parameter_missing'],
      ['from later', 'sql_table_not_synced'],
      [`from 'x.csv'`, 'sql_table_unknown'],
      [`select error('boom')`, 'sql_failed'],
      // Long parts: four billion short ones would take longer than a statement may, where nothing else is too little.
      [`select repeat(repeat('x', 1_000_000), 4_000)`, 'sql_too_large'],
    ] as const)
      assert.equal((await refusal(sql)).code, expected, sql);
  });

  test('gets a short error for whatever the engine says, also in the history', async () => {
    const long = [
      `select error(repeat('ab', 500_000))`,
      `select strptime(repeat('7', 1_000_000), '%Y')`,
      `select repeat('x', 1_000_000)::date`,
      `select repeat('9', 1_000_000)::decimal(38,2)`,
      `select json_extract('{}', repeat('$', 1_000_000))`,
    ];
    for (const sql of long) {
      const { status, text } = await run(sql);
      assert.deepEqual([status, text.length < 10_000], [422, true], `${sql}: ${text.slice(0, 300)}`);
    }
    const { text, status } = await client.get(`${base}/past-sql-runs?page[size]=${long.length}`);
    assert.deepEqual([status, text.length < 50_000], [200, true]);
  });

  test('has numbers that are beyond all others', async () => {
    const { rows } = (await run(`select 1e400, -7.5e999 as x, 'nan'::float, 'NaN"Infinity'`)).body.data
      .attributes;
    assert.deepEqual(rows, [['Infinity', '-Infinity', 'NaN', 'NaN"Infinity']]);
    assert.deepEqual((await run(`select [1e400], {'a': -1e400}`)).body.data.attributes.rows, [
      ['["Infinity"]', '{"a":"-Infinity"}'],
    ]);
    const query = { name: 'Beyond', description: '', sql: 'select 1e400 as x', parameters: {} };
    assert.equal((await client.post(`${base}/saved-queries`, 'saved_queries', query)).status, 201);
    const plan = { sql: 'select 1e400', parameters: {} };
    assert.equal((await client.post(`${base}/sql-plans`, 'sql_plans', plan)).status, 200);
  });

  test('finds a table of a schema by its schema, with its connection in front too', async () => {
    // As a database with several schemas names its tables.
    await api.sql(
      `update tables set table_name = 'sales.items' where workspace_id = $1 and table_name = 'items'`,
      [base.split('/').at(-1)],
    );
    try {
      const paths = [
        'sales.items',
        '"sales"."items"',
        '"sales.items"',
        '"The shop".sales.items',
        'SALES.Items',
      ];
      for (const path of [...paths, '"The shop"."sales.items"'])
        assert.deepEqual((await run(`select id from ${path}`)).body.data?.attributes.rows, [['1']], path);
      const all = `select count(*) from "The shop".orders, "The shop".sales.items, sales.items, "sales.items"`;
      assert.deepEqual((await run(all)).body.data?.attributes.rows, [['2']]);
      assert.equal((await refusal('from sales.orders')).code, 'sql_table_unknown');
      assert.equal((await refusal('from memory.sales.items')).code, 'sql_table_unknown');
      const query = { name: 'Items of sales', sql: 'select id from "The shop".sales.items' };
      assert.equal((await client.post(`${base}/sql-views`, 'sql_views', query)).status, 201);
    } finally {
      await api.sql(`update tables set table_name = 'items' where table_name = 'sales.items'`, []);
    }
  });

  test('reaches no table of another workspace, by any name', async () => {
    for (const name of ['secrets', '"A source".secrets', 'main.secrets', 'memory.main.secrets']) {
      const { code, detail } = await refusal(`from ${name}`);
      assert.deepEqual([code, detail.includes('Canary')], ['sql_table_unknown', false]);
    }
  });

  test('is in the audit log without its text', async () => {
    const { body } = await run(`select 'a secret' from items`);
    const [event] = await api.sql(`select details, action from audit_events where subject_id = $1`, [
      body.data.id,
    ]);
    assert.equal(event!.action, 'sql.run');
    assert.match((event!.details as { sha256: string }).sha256, /^[0-9a-f]{64}$/);
    assert.doesNotMatch(JSON.stringify(event), /secret/);
  });
});

test('the catalog lists what has been synced under its names, and functions', async () => {
  const { tables, functions } = (await client.get(`${base}/sql-catalog`)).body.data.attributes;
  assert.deepEqual(
    tables.map(({ schema, name, isUnique, rows }: Record<string, unknown>) => [schema, name, isUnique, rows]),
    [
      ['The shop', 'items', true, 1],
      ['The shop', 'orders', false, 2],
      ['A source', 'orders', false, 1],
    ],
  );
  assert.deepEqual(tables[0].columns, [{ name: 'id', kind: 'number', type: 'BIGINT' }]);
  assert.ok(functions.includes('date_trunc') && !functions.includes('read_csv'));
});
