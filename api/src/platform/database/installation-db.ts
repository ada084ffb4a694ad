import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { queriesOf, type AllTables, type Database } from './database.ts';
import { scopedSelect } from './scoped-select.ts';
import type { InstallationTables } from './tables.ts';

const EVERY_WORKSPACE = '*';

/** A transaction across all workspaces. */
export type InstallationDb = Transaction<AllTables> & { readonly scope: 'installation' };

/**
 * Runs `work` in a transaction that sees every workspace, as signing in, the superuser area, and the sync
 * scheduler require. A test lists the folders that may import this file.
 */
export function installationTransaction<T>(
  database: Database,
  work: (db: InstallationDb) => Promise<T>,
): Promise<T> {
  return queriesOf(database)
    .transaction()
    .execute(async (transaction) => {
      await sql`select set_config('app.ws', ${EVERY_WORKSPACE}, true)`.execute(transaction);
      return work(Object.assign(transaction, { scope: 'installation' as const }));
    });
}

/** Runs a single read across all workspaces in a single round trip. */
export function installationSelect<Row>(database: Database, query: RawBuilder<unknown>): Promise<Row[]> {
  return scopedSelect<Row>(queriesOf(database), EVERY_WORKSPACE, query);
}

/**
 * Gives access to the tables outside any workspace without a transaction, because every
 * request looks up a session.
 */
export function installationTables(database: Database): Kysely<InstallationTables> {
  return queriesOf(database) as unknown as Kysely<InstallationTables>;
}
