import { sql, type RawBuilder, type Transaction } from 'kysely';
import { queriesOf, type AllTables, type Database } from './database.ts';
import { scopedSelect } from './scoped-select.ts';
import type { WorkspaceTables } from './tables.ts';

/** A transaction that sees one workspace's rows; `workspaceId` is for the keys of what it writes. */
export type WorkspaceDb = Transaction<WorkspaceTables> & { readonly workspaceId: string };

/**
 * Runs `work` in a transaction for one workspace: row-level security hides every other one's rows, and refuses to
 * write them. Handlers get this through `workspace.transaction`, which also checks the membership; workers, who act
 * for the workspace itself, use it directly.
 */
export function workspaceTransaction<T>(
  database: Database,
  workspaceId: string,
  work: (db: WorkspaceDb) => Promise<T>,
): Promise<T> {
  return guardedTransaction(database, workspaceId, sql`select true as ready`, (db) => work(db));
}

/** The same, with what `guard` finds in the workspace as the transaction begins: in one trip with its beginning. */
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

/** A single read in a workspace, in a single trip. */
export function workspaceSelect<Row>(
  database: Database,
  workspaceId: string,
  query: RawBuilder<unknown>,
): Promise<Row[]> {
  requireWorkspaceId(workspaceId);
  return scopedSelect<Row>(queriesOf(database), workspaceId, query);
}

// '*' opens every workspace (see installation-db.ts): whatever is not the id of one stays out of the setting.
function requireWorkspaceId(id: string): void {
  if (!/^org_[0-9a-z]{26}$/.test(id)) throw new Error(`Not a workspace's id: ${id}`);
}

function asWorkspaceDb(transaction: Transaction<AllTables>, workspaceId: string): WorkspaceDb {
  return Object.assign(transaction as unknown as Transaction<WorkspaceTables>, { workspaceId });
}
