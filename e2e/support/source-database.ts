import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startChild, type Child } from './children.ts';
import { freePort } from './free-port.ts';
import { postgresPrograms, postgresUser } from './postgres-programs.ts';
import { newFolder } from './scratch.ts';
import { until } from './until.ts';

export interface SourceDatabase {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** Runs statements as its owner. */
  query(sql: string, values?: unknown[]): Promise<pg.QueryResult>;
  /** Stops the server. Clients lose their connections. */
  stop(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  start(): Promise<void>;
}

const host = '127.0.0.1';
const user = 'headwater_reader';
const database = 'shop';

/** Starts a PostgreSQL that belongs to the user of the product, reached over TCP with a password. */
export async function startSourceDatabase(): Promise<SourceDatabase> {
  const folder = newFolder('source');
  const port = await freePort();
  const password = randomBytes(12).toString('base64url');
  initialize(folder, password);
  const start = () => startServer(folder, port);
  const query = (sql: string, values?: unknown[]) => once({ port, password, database }, sql, values);
  let server = await start();
  await once({ port, password, database: 'postgres' }, `create database ${database}`);
  return {
    host,
    port,
    database,
    user,
    password,
    query,
    stop: async () => void (await server.stop('SIGINT')),
    start: async () => void (server = await start()),
  };
}

function initialize(folder: string, password: string): void {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (postgresUser) {
    for (const path of [folder, passwordFile]) chownSync(path, postgresUser.uid, postgresUser.gid);
  }
  const flags = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-sync',
  ];
  const access = [`--username=${user}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  execFileSync(join(postgresPrograms(), 'initdb'), [`--pgdata=${dataOf(folder)}`, ...access, ...flags], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...postgresUser,
  });
}

const dataOf = (folder: string) => join(folder, 'data');

async function startServer(folder: string, port: number): Promise<Child> {
  const settings = [
    `port=${port}`,
    `listen_addresses=${host}`,
    'unix_socket_directories=',
    'fsync=off',
    'max_wal_size=4GB',
  ];
  const server = startChild(
    join(postgresPrograms(), 'postgres'),
    ['-D', dataOf(folder), ...settings.flatMap((setting) => ['-c', setting])],
    { logFile: join(folder, 'log.txt'), ...(postgresUser && { user: postgresUser }) },
  );
  await until('the source database takes connections', () => {
    if (server.hasEnded()) throw new Error(`The source database exited:\n${server.output()}`);
    return server.output().split('ready to accept connections').length > 1;
  });
  return server;
}

type Login = { port: number; password: string; database: string };

async function once(login: Login, sql: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ host, user, ...login });
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}
