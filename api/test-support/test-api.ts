import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import pg from 'pg';
import type { Role } from '@headwater/shared/contract';
import type { ApiModule } from '../src/wings/api-module.ts';
import { composeApi, serverOptions } from '../src/app.ts';
import type { Connection } from '@headwater/base/postgres/connection';
import { openDatabase, type Database } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/database/ids.ts';
import { installationTransaction } from '../src/platform/database/installation-db.ts';
import { workspaceTransaction } from '../src/platform/database/workspace-db.ts';
import { csrfToken } from '../src/http/csrf.ts';
import { sessionCookie } from '../src/http/session-cookie.ts';
import { modules } from '../src/modules.ts';
import type { Services } from '../src/http/services.ts';
import { Client } from './client.ts';
import { cloneDatabase, testStore } from './test-store.ts';
import { Mailbox } from './mailbox.ts';
import { settled } from '@headwater/base/testing/settled';
import { makeTestFolder } from '@headwater/base/testing/test-folder';
import { testConfig, testKeys, testLog } from './test-ground.ts';

export { Client, faultsIn, type ApiResponse } from './client.ts';
export { TEST_ORIGIN } from './test-ground.ts';

interface TestApiOptions {
  /** Environment variables that override the tests' defaults. */
  readonly environment?: Record<string, string>;
  /** Modules to use instead of the whole product's. */
  readonly parts?: readonly ApiModule[];
  /** Sends mail to a separate server, so new email addresses have to be confirmed. */
  readonly withMail?: boolean;
  /** Profiles tables, which reads each version that is committed. Tests of what happens to versions do without. */
  readonly withProfiles?: boolean;
  /** Refreshes views, in the background. */
  readonly withViews?: boolean;
  /** Adds runs that end to the table of runs, in the background. */
  readonly withRunFacts?: boolean;
  /** A logger to use instead of the silent one. */
  readonly log?: FastifyBaseLogger;
  /** Where to create the data directory, instead of in the system's temporary folder. */
  readonly folder?: string;
}

export interface TestWorkspace {
  readonly id: string;
  readonly name: string;
  readonly admin: Client;
  /** Creates a user in this role. */
  member(role: Role): Promise<Client>;
}

/** The whole API with a separate database. Call `await api.close()` in `after`. */
export class TestApi {
  readonly server: FastifyInstance;
  readonly services: Services;
  readonly database: Database;
  readonly dataDirectory: string;
  /** Connection of the database's administrator, who bypasses row-level security, for inspecting and breaking data. */
  readonly connection: Connection;
  readonly mailbox: Mailbox;
  readonly close: () => Promise<void>;
  readonly #administrator: pg.Pool;
  #people = 0;
  #counting: { names: string[]; text: string } | undefined;

  private constructor(
    parts: Pick<
      TestApi,
      'server' | 'services' | 'database' | 'dataDirectory' | 'connection' | 'mailbox' | 'close'
    > & { administrator: pg.Pool },
  ) {
    this.server = parts.server;
    this.services = parts.services;
    this.database = parts.database;
    this.dataDirectory = parts.dataDirectory;
    this.connection = parts.connection;
    this.mailbox = parts.mailbox;
    this.close = parts.close;
    this.#administrator = parts.administrator;
  }

  static async open({
    environment,
    parts = modules,
    withMail = false,
    withProfiles = false,
    withViews = false,
    withRunFacts = false,
    log = testLog,
    folder,
  }: TestApiOptions = {}): Promise<TestApi> {
    const store = await testStore();
    const { connection, drop } = await cloneDatabase(store);
    const ownFolder = makeTestFolder();
    const dataDirectory = await mkdtemp(join(folder ?? ownFolder.path, 'data-'));
    await chmod(dataDirectory, 0o711);
    const mails = withMail ? await (await import('./mail-server.ts')).startMailServer() : undefined;
    const config = testConfig(dataDirectory, { ...(mails && { SMTP_URL: mails.url }), ...environment });
    const database = openDatabase(connection, store.role, () => undefined);
    const api = await composeApi({ config, keys: testKeys, database, log, checkResponses: true }, parts);
    if (!withProfiles) await (api.services as Partial<Services>).profiler?.close();
    if (!withViews) await (api.services as Partial<Services>).viewRefresher?.close();
    if (!withRunFacts) await (api.services as Partial<Services>).runFactsClock?.close();
    const server = fastify({
      ...serverOptions(config),
      logger: { level: process.env.LOG_LEVEL ?? 'silent' },
    });
    await server.register(api.plugin, { prefix: '/api' });
    await server.ready();
    // Kept open, because the tests query the database hundreds of times.
    const administrator = new pg.Pool({ ...connection, max: 4, idleTimeoutMillis: 0 });
    const close = async () => {
      await server.close();
      await api.close();
      await database.close();
      await administrator.end();
      await mails?.close();
      await rm(dataDirectory, { recursive: true, force: true });
      await ownFolder.remove();
      await drop();
    };
    const mailbox = new Mailbox(mails ?? dataDirectory);
    const { services } = api;
    return new TestApi({
      server,
      services,
      database,
      dataDirectory,
      connection,
      administrator,
      mailbox,
      close,
    });
  }

  /** Runs SQL without row-level security. */
  async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#administrator.query<Row>(text, values)).rows;
  }

  /** Waits until a job of this queue, whose data has these values, has completed. */
  async jobCompleted(queue: string, data: Record<string, string>): Promise<void> {
    await settled(
      () =>
        this.sql(`select from pgboss.job where name = $1 and data @> $2 and state = 'completed'`, [
          queue,
          JSON.stringify(data),
        ]),
      (completed) => completed.length > 0,
    );
  }

  /** Returns the number of rows in each table, so that tests can compare whether rows were added or removed. */
  async rowCounts(): Promise<Record<string, number>> {
    const { names, text } = (this.#counting ??= await this.#countingQuery());
    // Prepared, because planning it takes ten times as long as running it, and the matrix runs it thousands of times.
    const { rows } = await this.#administrator.query<{ counts: number[] }>({ name: 'row-counts', text });
    return Object.fromEntries(names.map((name, at) => [name, rows[0]!.counts[at]!]));
  }

  async #countingQuery(): Promise<{ names: string[]; text: string }> {
    const tables = await this.sql<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const names = tables.map(({ name }) => name);
    const counts = names.map((name) => `(select count(*) from ${name})::int`);
    return { names, text: `select array[${counts.join(', ')}] as counts` };
  }

  /** Creates a client that isn't signed in. */
  visitor(): Client {
    return new Client(this.server);
  }

  /** Creates a service account that sees everything, and a client with its token. */
  async serviceAccount({ id, admin }: TestWorkspace, attributes: object = {}): Promise<Client> {
    const path = `/organizations/${id}/service-accounts`;
    const wanted = { name: `Robot ${newId('sva')}`, description: '', scope: null, days: 90, ...attributes };
    const { body } = await admin.post(path, 'service_accounts', wanted);
    const client = this.visitor();
    client.token = body.data.attributes.token;
    return client;
  }

  /** Creates a signed-in user without the sign-up form, which would hash a password. */
  async person({ isSuperuser = false } = {}): Promise<Client> {
    const client = this.visitor();
    client.userId = newId('usr');
    client.email = `person-${(this.#people += 1)}@example.com`;
    const user = {
      id: client.userId,
      email: client.email,
      email_folded: client.email,
      name: client.email.split('@')[0]!,
      password_hash: 'none',
      is_superuser: isSuperuser,
    };
    await installationTransaction(this.database, (db) => db.insertInto('users').values(user).execute());
    await this.signIn(client);
    return client;
  }

  /** Gives the user a new session without the login form, and returns its ID. */
  async signIn(client: Client): Promise<string> {
    const session = await installationTransaction(this.database, (db) =>
      this.services.sessions.begin(
        db,
        { id: client.userId, demoEndsAt: null },
        { session: null, request: { ip: '127.0.0.1', id: newId('req'), headers: {} } },
      ),
    );
    client.sessionId = session.id;
    client.cookie = `${sessionCookie.nameIn(this.services.config)}=${session.token}`;
    client.csrfToken = csrfToken(testKeys, session.id);
    return session.id;
  }

  async workspace(name = 'Test workspace'): Promise<TestWorkspace> {
    const admin = await this.person();
    const { body } = await admin.post('/organizations', 'organizations', { name });
    const id: string = body.data.id;
    const member = async (role: Role) => {
      const person = await this.person();
      await workspaceTransaction(this.database, id, (db) =>
        db.insertInto('memberships').values({ workspace_id: id, user_id: person.userId, role }).execute(),
      );
      return person;
    };
    return { id, name, admin, member };
  }
}
