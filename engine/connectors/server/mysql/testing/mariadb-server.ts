import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { selfSignedCertificate } from '../../postgres/testing/certificate.ts';
import { freePort, PASSWORD } from '../../postgres/testing/source-server.ts';

const run = promisify(execFile);

/** A real MariaDB server as a source, with TLS, in a folder of its own. */
export interface MariaDbServer {
  readonly port: number;
  readonly certificate: string;
  /** Runs statements as the administrator. */
  run(statements: string): Promise<void>;
  rows(query: string): Promise<Record<string, string | null>[]>;
  stop(): Promise<void>;
}

/** MySQL's `mysqld`, to run these tests on it instead. */
export const OTHER_MYSQL = process.env.HEADWATER_SOURCE_MYSQL;

/** What is said where no MariaDB can be started. */
export const NO_MARIADB =
  'no MariaDB here: install mariadb-server-core to run these tests (as root on Debian, they install it themselves)';

/**
 * Returns whether MariaDB's server is installed. Installs Debian's if the tests run as root, one test file at a time.
 */
export async function hasMariaDb(): Promise<boolean> {
  if (OTHER_MYSQL !== undefined) return true;
  const install =
    '[ "$(id -u)" = 0 ] && command -v apt-get && apt-get update -qq && ' +
    'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends mariadb-server-core mariadb-client-core';
  const lock = join(tmpdir(), 'headwater-mariadb.lock');
  const command = `command -v mariadbd || flock '${lock}' sh -c 'command -v mariadbd || { ${install}; }'`;
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/bin` };
  return run('sh', ['-c', command], { env }).then(
    () => true,
    () => false,
  );
}

/** Starts a server with the database `shop`, whose tables the user `reader` may read. */
export async function startMariaDb(): Promise<MariaDbServer> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-mariadb-'));
  const data = join(folder, 'data');
  const { username } = userInfo();
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/bin` };
  await mkdir(data);
  await chmod(folder, 0o700);
  const { certificate, key } = selfSignedCertificate();
  await writeFile(join(folder, 'server.crt'), certificate);
  await writeFile(join(folder, 'server.key'), key, { mode: 0o600 });
  const own = ['--no-defaults', `--datadir=${data}`, `--user=${username}`];
  const normal = '--auth-root-authentication-method=normal';
  const [installer, ...how] = OTHER_MYSQL
    ? [OTHER_MYSQL, ...own, '--initialize-insecure']
    : ['mariadb-install-db', ...own, normal, '--skip-test-db'];
  execFileSync(installer, how, { env, stdio: 'ignore' });
  const port = await freePort();
  const socketPath = join(folder, 's');
  const server = spawn(
    OTHER_MYSQL ?? 'mariadbd',
    [
      ...own,
      ...(OTHER_MYSQL ? ['--mysqlx=OFF'] : []),
      `--socket=${socketPath}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=16M',
      `--ssl-cert=${join(folder, 'server.crt')}`,
      `--ssl-key=${join(folder, 'server.key')}`,
    ],
    { env, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const connect = () =>
    createConnection({
      socketPath,
      user: 'root',
      charset: 'UTF8MB4_GENERAL_CI',
      multipleStatements: true,
      typeCast: (field) => field.string(),
    });
  const rows = async (query: string) => {
    const connection = await connect();
    const [found] = await connection.query(OTHER_MYSQL ? forMySql(query) : query);
    await connection.end();
    // The first result is that of the setting.
    return (OTHER_MYSQL ? (found as unknown[]).at(-1) : found) as Record<string, string | null>[];
  };
  let isReady = false;
  while (!isReady && server.exitCode === null) {
    isReady = await rows('select 1').then(
      () => true,
      () => new Promise<false>((resolve) => setTimeout(() => resolve(false), 100)),
    );
  }
  if (!isReady) throw new Error('MariaDB did not start');
  await rows(
    `create database shop character set utf8mb4; create user reader@'%' identified by '${PASSWORD}';
     grant select on shop.* to reader@'%'`,
  );
  return {
    port,
    certificate,
    run: async (statements) => void (await rows(`use shop; ${statements}`)),
    rows: async (query) => rows(query),
    async stop() {
      server.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** MySQL has no tables of numbers, which the tests fill others from. */
const forMySql = (query: string) =>
  `set cte_max_recursion_depth = 1000000; ${query.replace(
    /seq_1_to_(\d+)/g,
    '(with recursive s(seq) as (select 1 union all select seq + 1 from s where seq < $1) select seq from s) seq',
  )}`;

export const mariaDbConfiguration = (port: number, more: Record<string, unknown> = {}) => ({
  host: '127.0.0.1',
  port,
  database: 'shop',
  user: 'reader',
  password: PASSWORD,
  sslmode: 'require',
  ...more,
});
