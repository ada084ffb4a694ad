import { chown, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeTestFolder } from '@headwater/base/testing/test-folder';
import type { Connection } from '@headwater/base/postgres/connection';
import { startEmbeddedPostgres } from '@headwater/base/postgres/embedded-postgres';
import { selfSignedCertificate } from './certificate.ts';

export const PASSWORD = 'pässword "quoted" 1';

/** A real PostgreSQL server as a source: with TCP and passwords, and without encryption until it is turned on. */
export interface SourceServer {
  readonly port: number;
  readonly pid: number;
  readonly folder: string;
  /** The administrator's. */
  readonly connection: Connection;
  /** Runs statements as the administrator. */
  run(statements: string, database?: string): Promise<void>;
  rows<Row>(query: string, database?: string): Promise<Row[]>;
  /** Opens a session as the administrator, which whoever asks for it ends. */
  open(database?: string): Promise<Client>;
  /** Runs statements in a transaction that stays open until the returned function is called. */
  hold(statements: string): Promise<() => Promise<void>>;
  /** Returns the certificate. */
  turnOnEncryption(): Promise<string>;
  /** Adds lines at the top of pg_hba.conf. */
  allow(...lines: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** The folder of a package with another version of PostgreSQL, for running these tests on it. */
export const OTHER_PACKAGE = process.env.HEADWATER_SOURCE_POSTGRES;

/** The version that the tests read from. */
export const SOURCE_MAJOR =
  OTHER_PACKAGE === undefined
    ? Infinity
    : Number.parseInt(
        (JSON.parse(await readFile(join(OTHER_PACKAGE, 'package.json'), 'utf8')) as { version: string })
          .version,
      );

export async function startSourceServer(...settings: string[]): Promise<SourceServer> {
  const port = await freePort();
  const { path: folder, remove } = makeTestFolder();
  const server = await startEmbeddedPostgres(folder, {
    settings: ['listen_addresses=127.0.0.1', `port=${port}`, 'fsync=off', 'shared_buffers=16MB', ...settings],
    package: OTHER_PACKAGE,
  });
  const cluster = join(folder, 'postgres');
  const connect = async <T>(database: string, work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({ ...server.connection, database });
    await client.connect();
    return work(client).finally(() => client.end());
  };
  const open = async (database = 'postgres') => {
    const client = new Client({ ...server.connection, database });
    await client.connect();
    return client;
  };
  const run = (statements: string, database = 'postgres') =>
    connect(database, async (client) => void (await client.query(statements)));
  await run(`create role reader login password '${PASSWORD}'`);
  return {
    port,
    pid: server.pid,
    folder,
    connection: server.connection,
    run,
    rows: (query, database = 'postgres') =>
      connect(database, async (client) => (await client.query(query)).rows),
    open,
    async hold(statements) {
      const client = await open();
      await client.query(`begin; ${statements}`);
      return () => client.end();
    },
    async turnOnEncryption() {
      const { certificate, key } = selfSignedCertificate();
      const { uid, gid } = await stat(cluster);
      for (const [file, text] of [
        ['server.crt', certificate],
        ['server.key', key],
      ] as const) {
        await writeFile(join(cluster, file), text, { mode: 0o600 });
        await chown(join(cluster, file), uid, gid);
      }
      await run(`alter system set ssl = on`);
      await run(`select pg_reload_conf()`);
      return certificate;
    },
    async allow(...lines) {
      const file = join(cluster, 'pg_hba.conf');
      await writeFile(file, [...lines, await readFile(file, 'utf8')].join('\n'));
      await run('select pg_reload_conf()');
    },
    async stop() {
      await server.stop();
      await remove();
    },
  };
}

export const configurationFor = (port: number, more: Record<string, unknown> = {}) => ({
  host: '127.0.0.1',
  port,
  database: 'postgres',
  user: 'reader',
  password: PASSWORD,
  sslmode: 'prefer',
  ...more,
});

/** Returns a port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
