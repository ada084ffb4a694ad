import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { startEmbeddedPostgres } from '@headwater/base/postgres/embedded-postgres';
import { makeTestFolder } from '@headwater/base/testing/test-folder';
import { OTHER_PACKAGE } from '@headwater/connectors/server/postgres/testing/source-server';
import { prepareRole } from './app-role.ts';

// A server without the product's role, which belongs to all databases of a server.
const folder = makeTestFolder();
const server = await startEmbeddedPostgres(folder.path, { settings: ['fsync=off'], package: OTHER_PACKAGE });
const opened: Kysely<unknown>[] = [];
after(async () => {
  await Promise.all(opened.map((db) => db.destroy()));
  await server.stop();
  await folder.remove();
});

function open(database: string, user = server.connection.user): Kysely<unknown> {
  const pool = new pg.Pool({ ...server.connection, database, user, max: 1 });
  pool.on('error', () => undefined); // The server may be gone before the pool notices that its connection is closed.
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  opened.push(db);
  return db;
}

for (const attributes of ['superuser', 'createrole'])
  test(`installations share a server, although they start for the first time at the same moment (${attributes})`, async () => {
    const administrator = open('postgres');
    const user = `user_${attributes}`;
    const password = sql.lit(server.connection.password);
    await sql`create role ${sql.ref(user)} login password ${password} ${sql.raw(attributes)}`.execute(
      administrator,
    );
    const names = [1, 2, 3, 4].map((each) => `${attributes}_${each}`);
    for (const name of names)
      await sql`create database ${sql.ref(name)} owner ${sql.ref(user)}`.execute(administrator);
    const installations = names.map((name) => open(name, user));
    const start = () => Promise.all(installations.map((db) => prepareRole(db, false)));
    await Promise.all(installations.map((db) => sql`select 1`.execute(db)));
    for (let round = 0; round < 25; round += 1) {
      assert.deepEqual(new Set(await start()), new Set(['headwater_app']));
      assert.deepEqual(new Set(await start()), new Set(['headwater_app']), 'and when they start again');
      for (const db of installations) await sql`drop owned by headwater_app`.execute(db);
      await sql`drop role headwater_app`.execute(administrator);
    }
  });
