import pg from 'pg';
import { composeApi } from '../src/app.ts';
import type { Connection } from '@headwater/base/postgres/connection';
import { openDatabase } from '../src/platform/database/database.ts';
import { startEmbeddedPostgres } from '@headwater/base/postgres/embedded-postgres';
import { migrate } from '../src/platform/database/migrate.ts';
import { makeTestFolder, removeAbandonedFolders } from '@headwater/base/testing/test-folder';
import { testConfig, testKeys, testLog } from './test-ground.ts';

/** Describes the run's server. The global setup of node:test sets it for every file's process. */
const VARIABLE = 'HEADWATER_TEST_STORE';
const TEMPLATE = 'headwater_template';

// Nothing here has to survive a power failure.
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

export interface TestStore {
  readonly connection: Connection;
  readonly role: string | null;
}

/** Starts the run's only server, and creates the template from which each file's database is cloned. */
export async function startTestStore(): Promise<{ store: TestStore; stop(): Promise<void> }> {
  await removeAbandonedFolders();
  const folder = makeTestFolder();
  const server = await startEmbeddedPostgres(folder.path, { settings: FAST });
  const stop = () => server.stop().then(folder.remove);
  try {
    const store = { connection: server.connection, role: await makeTemplate(server.connection) };
    process.env[VARIABLE] = JSON.stringify(store);
    return { store, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a database with this version's schema, including the job queue's, and leaves no connection to it open. */
async function makeTemplate(server: Connection): Promise<string | null> {
  await asAdministrator(server, (client) => client.query(`create database ${TEMPLATE}`));
  const connection = { ...server, database: TEMPLATE };
  const role = await migrate(connection);
  const database = openDatabase(connection, role, () => undefined);
  const api = await composeApi(
    { config: testConfig('/nowhere'), keys: testKeys, database, log: testLog, checkResponses: true },
    [],
  );
  await api.close();
  await database.close();
  return role;
}

let own: Promise<TestStore> | undefined;

/** Returns the run's server. A file that runs alone starts its own. */
export async function testStore(): Promise<TestStore> {
  const text = process.env[VARIABLE];
  return text ? (JSON.parse(text) as TestStore) : (own ??= startOwnStore());
}

// Ends with the process. node:test runs `after` hooks in the order of their registration, so one for this would run
// first.
async function startOwnStore(): Promise<TestStore> {
  return (await startTestStore()).store;
}

/** Clones the template. `drop` fails if a test has left a connection open. */
export async function cloneDatabase({
  connection,
}: TestStore): Promise<{ connection: Connection; drop(): Promise<void> }> {
  const name = `test_${process.pid}_${(counter += 1)}`;
  await asAdministrator(connection, async (client) => {
    // One clone at a time, because nobody else may use the template in the meantime.
    await client.query('select pg_advisory_lock(1)');
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  return { connection: { ...connection, database: name }, drop: () => dropDatabase(connection, name) };
}
let counter = 0;

async function dropDatabase(server: Connection, name: string): Promise<void> {
  await asAdministrator(server, async (client) => {
    const open = async () => {
      const { rows } = await client.query(
        'select application_name, query from pg_stat_activity where datname = $1',
        [name],
      );
      return rows;
    };
    // The server notices a closed connection a moment after the client.
    for (let attempt = 0; attempt < 100 && (await open()).length > 0; attempt += 1)
      await client.query('select pg_sleep(0.02)');
    const left = await open();
    await client.query(`drop database ${name} with (force)`);
    if (left.length > 0) throw new Error(`Connections were left open: ${JSON.stringify(left)}`);
  });
}

export async function asAdministrator<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  return work(client).finally(() => client.end());
}
