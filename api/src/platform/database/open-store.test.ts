import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { StartError } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { asAdministrator, testStore } from '../../../test-support/test-store.ts';
import { testConfig, testKeys, testLog } from '../../../test-support/test-ground.ts';
import { composeApi } from '../../app.ts';
import { queriesOf } from './database.ts';
import { newId } from './ids.ts';
import { openStore, type Store } from './open-store.ts';
import { storeFault } from './store-fault.ts';
import { workspaceTransaction } from './workspace-db.ts';

// The test run's server acts as the operator's own PostgreSQL.
const { connection: server } = await testStore();
const made: string[] = [];

async function databaseUrl(attributes: string): Promise<string> {
  const name = `own_${process.pid}_${made.length}`;
  made.push(name);
  await asAdministrator(server, async (client) => {
    await client.query(`create role ${name} login password 'secret' ${attributes}`);
    await client.query(`create database ${name} owner ${name}`);
  });
  return `postgresql://${name}:secret@localhost/${name}?host=${encodeURIComponent(server.host!)}`;
}

after(() =>
  asAdministrator(server, async (client) => {
    for (const name of made) {
      await client.query(`drop database ${name} with (force)`);
      await client.query(`drop role ${name}`);
    }
  }),
);

const open = (url: string) => openStore({ dataDirectory: '/nowhere', databaseUrl: url });

async function proveTenancy({ database }: Store): Promise<void> {
  const id = newId('org');
  await workspaceTransaction(database, id, (db) =>
    db.insertInto('organizations').values({ id, name: 'Own', created_by: null }).execute(),
  );
  assert.deepEqual(await queriesOf(database).selectFrom('organizations').selectAll().execute(), []);
  const seen = await workspaceTransaction(database, id, (db) =>
    db.selectFrom('organizations').select('id').execute(),
  );
  assert.deepEqual(seen, [{ id }]);
}

test('a transaction whose process does not go on is given up, and releases its locks', async () => {
  const store = await open(await databaseUrl(''));
  const given = workspaceTransaction(store.database, newId('org'), async (db) => {
    const { rows: limits } = await sql`show idle_in_transaction_session_timeout`.execute(db);
    assert.deepEqual(limits, [{ idle_in_transaction_session_timeout: '30s' }]);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    await sql`set local idle_in_transaction_session_timeout = '1ms'`.execute(db);
    await settled(
      () =>
        asAdministrator(server, async (client) => {
          const found = await client.query('select from pg_stat_activity where pid = $1', [rows[0]!.pid]);
          return found.rowCount;
        }),
      (sessions) => sessions === 0,
    );
    await sql`select 1`.execute(db);
  });
  await assert.rejects(given, (error) => storeFault(error) === 'unavailable');
  await store.close();
});

describe('a PostgreSQL run by the operator', () => {
  test("works with its database's owner, to whom row-level security applies", async () => {
    const store = await open(await databaseUrl(''));
    assert.equal(store.database.role, null);
    await proveTenancy(store);
    const ground = { config: testConfig('/nowhere'), keys: testKeys, log: testLog, checkResponses: true };
    const api = await composeApi({ ...ground, database: store.database }, []); // the job queue's schema, too
    await api.close();
    await store.close();
  });

  test('uses the lesser role if the user is an administrator', async () => {
    const store = await open(await databaseUrl('superuser'));
    assert.equal(store.database.role, 'headwater_app');
    await proveTenancy(store);
    await store.close();
  });

  test("works with a user who can create roles, but not take another user's", async () => {
    const store = await open(await databaseUrl('createrole'));
    assert.equal(store.database.role, null);
    await proveTenancy(store);
    await store.close();
  });

  test('refuses a user who bypasses row-level security', async () => {
    await assert.rejects(
      open(await databaseUrl('bypassrls')),
      (error) => error instanceof StartError && /GRANT headwater_app/.test(error.remedy),
    );
  });

  test('opens again without doing anything twice', async () => {
    const url = await databaseUrl('');
    await Promise.all([open(url), open(url)].map(async (opening) => (await opening).close()));
    await (await open(url)).close();
  });

  for (const [what, change, problem] of [
    ['password', (url: string) => url.replace(':secret@', ':wrong@'), /password authentication failed/],
    ['database', (url: string) => url.replace('localhost/own', 'localhost/no'), /does not exist/],
    ['host', () => 'postgresql://a:b@127.0.0.1:1/x', /ECONNREFUSED/],
  ] as const) {
    test(`reports that the ${what} is wrong, without the password`, async () => {
      await assert.rejects(open(change(await databaseUrl(''))), (error) => {
        assert.ok(error instanceof StartError, String(error));
        assert.match(error.message, problem);
        assert.ok(!error.message.includes('secret') && !error.message.includes('wrong@'));
        return true;
      });
    });
  }
});
