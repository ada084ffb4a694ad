import { sql, type RawBuilder, type Transaction } from 'kysely';
import { queriesOf, type AllTables, type Database } from './database.ts';
import { scopedSelect } from './scoped-select.ts';
import type { WorkspaceTables } from './tables.ts';

/** A transaction that sees one workspace's rows. `workspaceId` is used for the keys of rows it writes. */
export type WorkspaceDb = Transaction<WorkspaceTables> & { readonly workspaceId: string };

/**
 * Runs `work` in a transaction for one workspace: row-level security hides all other workspaces' rows and
 * refuses to write them. Handlers use `workspace.transaction`, which also checks the membership. Workers act
 * for the workspace itself and use this directly.
 */
export function workspaceTransaction<T>(
  database: Database,
  workspaceId: string,
  work: (db: WorkspaceDb) => Promise<T>,
): Promise<T> {
  return guardedTransaction(database, workspaceId, sql`select true as ready`, (db) => work(db));
}

/**
 * Like `workspaceTransaction`, but also evaluates `guard` in the same round trip that begins the transaction.
 */
export function guardedTransaction<Row, T>(
  database: Database,
  workspaceId: string,
  guard: RawBuilder<unknown>,
  work: (db: WorkspaceDb, found: Row | undefined) => Promise<T>,
): Promise<T> {
  requireWorkspaceId(workspaceId);
  return queriesOf(database)
    .transaction()
    .execute(async (transaction) => {
      const [found] = await scopedSelect<Row>(transaction, workspaceId, guard);
      return work(asWorkspaceDb(transaction, workspaceId), found);
    });
}

/** Runs a single read in a workspace in a single round trip. */
export function workspaceSelect<Row>(
  database: Database,
  workspaceId: string,
  query: RawBuilder<unknown>,
): Promise<Row[]> {
  requireWorkspaceId(workspaceId);
  return scopedSelect<Row>(queriesOf(database), workspaceId, query);
}

// '*' opens every workspace (see installation-db.ts), so only IDs of workspaces may get into the setting.
function requireWorkspaceId(id: string): void {
  if (!/^org_[0-9a-z]{26}$/.test(id)) throw new Error(`Not a workspace ID: ${id}`);
}

function asWorkspaceDb(transaction: Transaction<AllTables>, workspaceId: string): WorkspaceDb {
  return Object.assign(transaction as unknown as Transaction<WorkspaceTables>, { workspaceId });
}
