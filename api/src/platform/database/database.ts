import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { StoreUnavailable } from './store-fault.ts';
import type { InstallationTables, WorkspaceTables } from './tables.ts';

/** The role that every query of the product runs as: it can't pass over row-level security. */
export const APP_ROLE = 'headwater_app';

/** How to reach PostgreSQL, for `pg`: the embedded server's socket or DATABASE_URL's parts. */
export type Connection = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
>;

export type AllTables = WorkspaceTables & InstallationTables;

const queries = new WeakMap<Database, Kysely<AllTables>>();

/**
 * The pool, held without a way to query it: `workspaceTransaction` and `installationTransaction` are the two doors.
 * `connection` is for what needs a session of its own, such as LISTEN.
 */
export interface Database {
  readonly connection: Connection;
  /** The role that queries run as; null where the connection's own user is it. */
  readonly role: string | null;
  close(): Promise<void>;
}

// Counts, sizes and versions come as numbers: none of ours reaches 2^53. Money and measures are `numeric`, left as text.
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);
  },
};

/** Opens the pool. Each of its connections takes `role` before anybody gets it. */
export function openDatabase(
  connection: Connection,
  role: string | null,
  onError: (error: Error) => void,
): Database {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: 20,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: `headwater ${process.pid}`,
    ...(role && {
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool waits for it, whatever its types say
      onConnect: (client: pg.ClientBase) => client.query(`set role ${pg.escapeIdentifier(role)}`),
    }),
  });
  // Without a listener a connection that breaks while idle would take the process down.
  pool.on('error', onError);
  // The pool takes its own off while a connection is in use; the query that meets the break tells of it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const kysely = new Kysely<AllTables>({ dialect: new PostgresDialect({ pool: tellingPool(pool) }) });
  let closing: Promise<void> | undefined;
  // Kysely ends the pool only if it has used it, hence both.
  const close = () => (closing ??= kysely.destroy().then(() => (pool.ended ? undefined : pool.end())));
  const database: Database = { connection, role, close };
  queries.set(database, kysely);
  return database;
}

/** The pool, with its failures to give a connection told from those of a query. */
function tellingPool(pool: pg.Pool): PostgresPool {
  const connect = () =>
    pool.connect().catch((cause: Error) => {
      throw new StoreUnavailable(`The store gives no connection: ${cause.message}`, { cause });
    });
  return { connect, end: () => pool.end(), options: pool.options, Client: pg.Client };
}

/** For this folder alone (a test holds all others to that): nothing outside may query past the two transactions. */
export function queriesOf(database: Database): Kysely<AllTables> {
  const kysely = queries.get(database);
  if (!kysely) throw new Error('This database was not opened by openDatabase.');
  return kysely;
}
