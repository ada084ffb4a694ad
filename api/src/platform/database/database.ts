import type { Connection } from '@headwater/base/postgres/connection';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { StoreUnavailable } from './store-fault.ts';
import type { InstallationTables, WorkspaceTables } from './tables.ts';

/** The role that every query of the product runs as. It can't bypass row-level security. */
export const APP_ROLE = 'headwater_app';

export type AllTables = WorkspaceTables & InstallationTables;

const queries = new WeakMap<Database, Kysely<AllTables>>();

/**
 * The connection pool, without a way to query it: `workspaceTransaction` and `installationTransaction` are
 * the two ways in. `connection` is for features that need their own session, such as LISTEN.
 */
export interface Database {
  readonly connection: Connection;
  /** The role that queries run as, or null if it is the connection's own user. */
  readonly role: string | null;
  close(): Promise<void>;
}

// Counts, sizes, and versions are read as numbers: none of ours reaches 2^53. Money and measures are
// `numeric`, left as text.
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    return oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);
  },
};

/**
 * How long a transaction may wait for its client. A process that is suspended, or whose machine is gone, would otherwise
 * keep its locks, and nobody could take over its work.
 */
const IDLE_SECONDS = 30;

const beforeUse = (role: string | null) =>
  [
    `set idle_in_transaction_session_timeout = '${IDLE_SECONDS}s'`,
    ...(role ? [`set role ${pg.escapeIdentifier(role)}`] : []),
  ].join('; ');

/** Opens the pool. Each connection switches to `role` before it is handed out. */
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
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits it, although its types don't say so
    onConnect: (client: pg.ClientBase) => client.query(beforeUse(role)),
  });
  // Without a listener a connection that breaks while idle would take the process down.
  pool.on('error', onError);
  // The pool removes its listener while a connection is in use. The query that hits the broken
  // connection reports it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const kysely = new Kysely<AllTables>({ dialect: new PostgresDialect({ pool: faultTellingPool(pool) }) });
  let closing: Promise<void> | undefined;
  // Kysely ends the pool only if it has used it, so both calls are needed.
  const close = () => (closing ??= kysely.destroy().then(() => (pool.ended ? undefined : pool.end())));
  const database: Database = { connection, role, close };
  queries.set(database, kysely);
  return database;
}

/** Wraps the pool so that its failure to provide a connection can be told apart from a failed query. */
function faultTellingPool(pool: pg.Pool): PostgresPool {
  const connect = () =>
    pool.connect().catch((cause: Error) => {
      throw new StoreUnavailable(`No connection to the store: ${cause.message}`, { cause });
    });
  return { connect, end: () => pool.end(), options: pool.options, Client: pg.Client };
}

/** For this folder only, which a test enforces: nothing outside it may query without one of the two transactions. */
export function queriesOf(database: Database): Kysely<AllTables> {
  const kysely = queries.get(database);
  if (!kysely) throw new Error('This database was not opened by openDatabase.');
  return kysely;
}
