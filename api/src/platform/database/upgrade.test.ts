import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { asAdministrator, testStore } from '../../../test-support/test-store.ts';
import { migrate, migrations } from './migrate.ts';

const { connection: server } = await testStore();
const database = `upgrade_${process.pid}`;
const connection = { ...server, database };
await asAdministrator(server, (client) => client.query(`create database ${database}`));
after(() => asAdministrator(server, (client) => client.query(`drop database ${database} with (force)`)));

/** Migrates an empty database up to this migration, and runs statements as it was then. */
async function givenDataOf(migration: string, statements: readonly string[]): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...connection, max: 1 }) }),
  });
  const { error } = await new Migrator({ db, provider: migrations }).migrateTo(migration);
  assert.equal(error, undefined);
  await sql`select set_config('app.ws', '*', false)`.execute(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db.destroy();
}

const rowsOf = async (query: string) =>
  asAdministrator(connection, async (client) => {
    await client.query(`select set_config('app.ws', '*', false)`);
    return (await client.query<Record<string, unknown>>({ text: query, rowMode: 'array' } as never)).rows;
  });

test('what people chose and loaded before streams had keys is kept', async () => {
  await givenDataOf('0011_deselected_streams', [
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
  await migrate(connection);
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
    await rowsOf('select id, stream_key, current_version, held_version from tables order by id'),
    [
      ['tbl_1', 'upl_1', 2, 3],
      ['tbl_2', null, 1, null],
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
