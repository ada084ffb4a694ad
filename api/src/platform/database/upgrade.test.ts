import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { asAdministrator, testStore } from '../../../test-support/test-store.ts';
import { migrate, migrations } from './migrate.ts';

const { connection: server } = await testStore();
let databases = 0;

/** Migrates a new database up to this migration, and runs statements as it was then. */
async function givenDataOf(migration: string, statements: readonly string[]) {
  const database = `upgrade_${process.pid}_${(databases += 1)}`;
  const connection = { ...server, database };
  await asAdministrator(server, (client) => client.query(`create database ${database}`));
  after(() => asAdministrator(server, (client) => client.query(`drop database ${database} with (force)`)));
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...connection, max: 1 }) }),
  });
  const { error } = await new Migrator({ db, provider: migrations }).migrateTo(migration);
  assert.equal(error, undefined);
  await sql`select set_config('app.ws', '*', false)`.execute(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db.destroy();
  return {
    upgrade: () => migrate(connection),
    rowsOf: (query: string) =>
      asAdministrator(connection, async (client) => {
        await client.query(`select set_config('app.ws', '*', false)`);
        return (await client.query<Record<string, unknown>>({ text: query, rowMode: 'array' } as never)).rows;
      }),
  };
}

test('what people chose and loaded before streams had keys is kept', async () => {
  const { upgrade, rowsOf } = await givenDataOf('0011_deselected_streams', [
    `insert into organizations (id, name) values ('org_1', 'Acme')`,
    `insert into source_connections (workspace_id, id, name, connector, configuration, address, setup)
     select 'org_1', id, id, 'csv', '{}', '', 'connected' from unnest(array['src_files', 'src_shop']) id`,
    `insert into streams (workspace_id, source_connection_id, table_name, namespace, name, columns, primary_key, source,
       selected, deselected)
     values
       ('org_1', 'src_files', 'orders', null, 'orders.csv', '[]', '[]', '{"uploadId": "upl_1"}', true, false),
       ('org_1', 'src_files', 'orders_2', null, 'orders.csv', '[]', '[]', '{"uploadId": "upl_2"}', false, true),
       ('org_1', 'src_shop', 'orders', 'public', 'orders', '[]', '[]', '{}', true, false),
       ('org_1', 'src_shop', 'a "b"', 'public', 'a "b"', '[]', '[]', '{}', false, false)`,
    `insert into tables (workspace_id, id, source_connection_id, table_name, current_version, held_version)
     values ('org_1', 'tbl_1', 'src_files', 'orders', 2, 3), ('org_1', 'tbl_2', 'src_shop', 'gone', 1, null)`,
    `insert into table_versions (workspace_id, table_id, version, run_id, token, rows, bytes, columns, primary_key)
     select 'org_1', 'tbl_1', n, 'run_' || n, n + 10, n * 100, n * 1000, '[]', '["id"]' from generate_series(1, 3) n`,
    `insert into table_versions (workspace_id, table_id, version, run_id, token, rows, bytes, columns, primary_key)
     values ('org_1', 'tbl_2', 1, 'run_9', 7, 5, 50, '[]', '[]')`,
  ]);
  await upgrade();
  assert.deepEqual(
    await rowsOf(`
      select source_connection_id, table_name, stream_key, selected, deselected, sync_mode, destination_sync_mode
      from streams join stream_settings using (workspace_id, source_connection_id, stream_key) order by 1, 2`),
    [
      ['src_files', 'orders', 'upl_1', true, false, 'full_refresh', 'overwrite'],
      ['src_files', 'orders_2', 'upl_2', false, true, 'full_refresh', 'overwrite'],
      ['src_shop', 'a "b"', JSON.stringify(['public', 'a "b"']), false, false, 'full_refresh', 'overwrite'],
      ['src_shop', 'orders', JSON.stringify(['public', 'orders']), true, false, 'full_refresh', 'overwrite'],
    ],
  );
  assert.deepEqual(
    await rowsOf(
      'select id, stream_key, current_version, held_version, stored_bytes::int from tables order by id',
    ),
    [
      ['tbl_1', 'upl_1', 2, 3, 6_000],
      ['tbl_2', null, 1, null, 50],
    ],
  );
  assert.deepEqual(
    await rowsOf(`
      select table_id, version, position, role, token, files.rows::int, files.bytes::int, generation
      from version_files files join table_versions using (workspace_id, table_id, version) order by 1, 2`),
    [
      ['tbl_1', 1, 1, 'base', 11, 100, 1_000, 1],
      ['tbl_1', 2, 1, 'base', 12, 200, 2_000, 1],
      ['tbl_1', 3, 1, 'base', 13, 300, 3_000, 1],
      ['tbl_2', 1, 1, 'base', 7, 5, 50, 1],
    ],
  );
});

test('what tools and service accounts use was not known before, and is then', async () => {
  const tools: Record<string, object> = {
    profiler: { tableId: 'tbl_1', checks: [{ kind: 'not_null', column: 'a' }, { kind: 'row_count' }] },
    'profiler 2': { tableId: 'tbl_1', checks: [{ kind: 'row_count' }] },
    'duplicate-finder': { tableId: 'tbl_1', columns: ['a', 'b'], similar: { least: 0.9, within: 'c' } },
    'duplicate-finder 2': { tableId: 'tbl_1', columns: ['b'], similar: { least: 0.9, within: null } },
    'pii-scanner': { tableId: 'tbl_2', notPersonal: ['a'] },
    'json-flattener': { tableId: 'tbl_1', column: 'a', keep: ['b'], fields: [] },
    compare: {
      left: { tableId: 'tbl_1', version: null },
      right: { tableId: 'tbl_2', version: 3 },
      key: [{ left: 'a', right: 'x' }],
      columns: [{ left: 'b', right: 'y' }],
    },
    'join-builder': {
      tableId: 'tbl_1',
      joins: [{ tableId: 'tbl_2', kind: 'inner', keys: [{ left: { table: 0, column: 'a' }, right: 'x' }] }],
      columns: [
        { table: 1, column: 'y', as: 'y' },
        { table: 0, column: 'b', as: 'b' },
      ],
    },
    'join-builder 2': {
      tableId: 'tbl_2',
      joins: [{ tableId: 'tbl_1', kind: 'left', keys: [{ left: { table: 0, column: 'x' }, right: 'a' }] }],
      columns: null,
    },
  };
  const text = (value: unknown) => `'${JSON.stringify(value)}'`;
  const scope = [
    { sourceConnectionId: 'src_1', tables: [{ tableName: 'orders', columns: ['a', 'b'] }] },
    { sourceConnectionId: 'src_gone', tables: [{ tableName: 'orders', columns: null }] },
    {
      sourceConnectionId: 'src_1',
      tables: [
        { tableName: 'items', columns: null, filter: [[{ column: 'x', operator: 'is_null', values: [] }]] },
      ],
    },
  ];
  const { upgrade, rowsOf } = await givenDataOf('0052_parts_of_documents', [
    `insert into organizations (id, name) values ('org_1', 'Acme')`,
    `insert into all_source_connections (workspace_id, id, name, connector, configuration, address, setup)
     values ('org_1', 'src_1', 'Shop', 'csv', '{}', '', 'connected')`,
    `insert into tables (workspace_id, id, source_connection_id, table_name)
     values ('org_1', 'tbl_1', 'src_1', 'orders'), ('org_1', 'tbl_2', 'src_1', 'items')`,
    ...Object.entries(tools).map(
      ([name, config]) => `
        insert into tool_setups (workspace_id, id, tool, name, config)
        values ('org_1', '${name}', '${name.replace(' 2', '')}', '${name}', ${text(config)})`,
    ),
    `insert into service_accounts (workspace_id, id, name, description, scope, created_by)
     values ('org_1', 'sva_1', 'Some', '', ${text(scope)}, 'Ann'), ('org_1', 'sva_2', 'All', '', null, 'Ann'),
       ('org_1', 'sva_3', 'One source', '', '[{"sourceConnectionId": "src_1", "tables": null}]', 'Ann')`,
  ]);
  await upgrade();
  assert.deepEqual(
    await rowsOf(`
      select dependent_type, dependent_name, table_name, string_agg(column_name, ',' order by column_name)
      from dependencies where source_connection_id = 'src_1' group by 1, 2, 3 order by dependent_type, dependent_name collate "C", 3`),
    [
      ['service_account', 'Some', 'items', ',x'],
      ['service_account', 'Some', 'orders', 'a,b'],
      ['tool_setup', 'compare', 'orders', 'a,b'],
      ['tool_setup', 'duplicate-finder', 'orders', 'a,b,c'],
      ['tool_setup', 'duplicate-finder 2', 'orders', 'b'],
      ['tool_setup', 'join-builder', 'items', 'x,y'],
      ['tool_setup', 'join-builder', 'orders', 'a,b'],
      ['tool_setup', 'join-builder 2', 'items', 'x'],
      ['tool_setup', 'join-builder 2', 'orders', 'a'],
      ['tool_setup', 'json-flattener', 'orders', 'a,b'],
      ['tool_setup', 'pii-scanner', 'items', ''],
      ['tool_setup', 'profiler', 'orders', 'a'],
      ['tool_setup', 'profiler 2', 'orders', ''],
    ],
  );
});

test('errors that were kept at any length are cut', async () => {
  const { upgrade, rowsOf } = await givenDataOf('0054_stored_bytes_of_tables', [
    `insert into users (id, email, email_folded, name) values ('usr_1', 'ann@example.com', 'ann@example.com', 'Ann')`,
    `insert into organizations (id, name) values ('org_1', 'Acme')`,
    `insert into sql_runs (workspace_id, id, user_id, sql, parameters, outcome, error, milliseconds, started_at)
     select 'org_1', 'sql_' || n, 'usr_1', 'select 1', '{}', 'failed', jsonb_build_object('code', 'sql_failed',
       'detail', repeat('é', n), 'meta', jsonb_build_object('message', repeat('é', n), 'line', 1)), 1, now()
     from unnest(array[5, 1000000]) n`,
  ]);
  await upgrade();
  assert.deepEqual(
    await rowsOf(`
      select id, length(error ->> 'detail'), right(error -> 'meta' ->> 'message', 2), error -> 'meta' -> 'line'
      from sql_runs order by id`),
    [
      ['sql_1000000', 2_000, 'é…', 1],
      ['sql_5', 5, 'éé', 1],
    ],
  );
});

test('what was canceled is, in the spelling of today', async () => {
  const canceled = `'{"code": "cancelled", "message": "Canceled."}'`;
  const { upgrade, rowsOf } = await givenDataOf('0065_what_views_use_and_who_opens_reports', [
    `insert into organizations (id, name) values ('org_1', 'Acme')`,
    `insert into all_source_connections (workspace_id, id, name, connector, configuration, address, setup)
     select 'org_1', 'src_' || n, 'Shop ' || n, 'csv', '{}', '', 'connected' from generate_series(1, 2) n`,
    `insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, failure)
     values ('org_1', 'run_1', 'src_1', 1, 'cancelled', 'manual', ${canceled}),
       ('org_1', 'run_2', 'src_2', 1, 'cancelling', 'manual', null),
       ('org_1', 'run_3', 'src_1', 2, 'failed', 'manual', '{"code": "worker_lost"}')`,
    `insert into sync_attempts (workspace_id, run_id, number, outcome, failure)
     values ('org_1', 'run_1', 1, 'cancelled', ${canceled}), ('org_1', 'run_3', 1, 'lost', null)`,
    `insert into sync_run_streams (workspace_id, run_id, table_name, state, phase, failure)
     values ('org_1', 'run_1', 'orders', 'incomplete', 'reading', ${canceled})`,
    `insert into connection_checks (workspace_id, id, state, steps)
     values ('org_1', 'chk_1', 'cancelled', '[]'), ('org_1', 'chk_2', 'failed', '[]')`,
  ]);
  await upgrade();
  assert.deepEqual(await rowsOf(`select id, state, failure ->> 'code' from sync_runs order by id`), [
    ['run_1', 'canceled', 'canceled'],
    ['run_2', 'canceling', null],
    ['run_3', 'failed', 'worker_lost'],
  ]);
  assert.deepEqual(await rowsOf(`select outcome, failure ->> 'code' from sync_attempts order by run_id`), [
    ['canceled', 'canceled'],
    ['lost', null],
  ]);
  assert.deepEqual(await rowsOf(`select failure - 'code', failure ->> 'code' from sync_run_streams`), [
    [{ message: 'Canceled.' }, 'canceled'],
  ]);
  assert.deepEqual(await rowsOf('select state from connection_checks order by id'), [
    ['canceled'],
    ['failed'],
  ]);
});
