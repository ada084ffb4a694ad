import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { StartError } from '@headwater/shared/contract';
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

test('data of the last migration before the baseline is adopted as it is, by several processes at once', async () => {
  const { upgrade, rowsOf } = await givenDataOf('0066_baseline', [
    `insert into organizations (id, name) values ('org_1', 'Acme')`,
    'delete from kysely_migration',
    `insert into kysely_migration (name, timestamp)
     values ('0001_people_and_workspaces', '2025'), ('0066_one_spelling_of_canceled', '2026')`,
  ]);
  await Promise.all(Array.from({ length: 8 }, upgrade));
  assert.deepEqual(await rowsOf('select id, name from organizations'), [['org_1', 'Acme']]);
  assert.deepEqual(await rowsOf(`select name from kysely_migration where name <= '0067'`), [
    ['0066_baseline'],
  ]);
});

test('older data is refused, and stays as it is', async () => {
  const { upgrade, rowsOf } = await givenDataOf('0066_baseline', [
    'delete from kysely_migration',
    `insert into kysely_migration (name, timestamp)
     values ('0001_people_and_workspaces', '2025'), ('0065_what_views_use_and_who_opens_reports', '2026')`,
  ]);
  await assert.rejects(upgrade(), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /ends with 0065_what_views_use_and_who_opens_reports/);
    assert.match(error.remedy, /commit f9b59c38/);
    return true;
  });
  assert.deepEqual(await rowsOf('select count(*)::int from kysely_migration'), [[2]]);
});

test('data of a newer version is refused', async () => {
  const { upgrade } = await givenDataOf('0066_baseline', [
    `insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', '2030')`,
  ]);
  await assert.rejects(
    upgrade(),
    (error) => error instanceof StartError && /9999_of_tomorrow/.test(error.message),
  );
});
