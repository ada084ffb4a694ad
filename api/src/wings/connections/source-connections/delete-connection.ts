import type { Services } from '../../../http/services.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { LATE_WRITERS_SECONDS } from '../../../platform/jobs/late-writers.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { GoneConnection } from '../../hooks.ts';
import {
  deleteWithTables,
  eraseConnection,
  hasTables,
  lockWithDeleted,
} from './deleted-connections.repository.ts';

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'clear-connection': GoneConnection;
  }
}

type Needed = Pick<Services, 'hooks' | 'jobs'>;

interface Deletion {
  /** Keeps what it has loaded, as it is. */
  keepsTables: boolean;
  /** The user's name. */
  by: string;
}

/**
 * Deletes a connection. With `keepsTables`, tables that have been loaded stay readable, and the rest of it is erased. If
 * there are none, or without it, nothing stays; that also works for the tables that an earlier deletion has kept.
 * Returns the connection's name, and whether tables are kept.
 */
export async function deleteConnection(
  services: Needed,
  db: WorkspaceDb,
  id: string,
  { keepsTables, by }: Deletion,
): Promise<{ name: string; isKept: boolean }> {
  // Ends its run first: a worker locks a run before its connection.
  await services.hooks.within('beforeConnectionDeleted', db, id);
  const { name, isDeleted, uploadIds } = await lockWithDeleted(db, id);
  if (isDeleted && keepsTables) throw new Refusal('not_found');
  if (keepsTables) await services.hooks.within('onTablesKept', db, id);
  const isKept = keepsTables && (await hasTables(db, id));
  if (isKept) await eraseConnection(db, id, by);
  else await deleteWithTables(db, id);
  await clearAfterwards(services, db, { workspaceId: db.workspaceId, sourceConnectionId: id, uploadIds });
  return { name, isKept };
}

/** Follows up on the deletion of a kept table: its files go, and what was left of the connection with the last one. */
export async function clearAfterKeptTable(services: Needed, db: WorkspaceDb, id: string): Promise<void> {
  if (!(await hasTables(db, id))) await deleteWithTables(db, id);
  await clearAfterwards(services, db, { workspaceId: db.workspaceId, sourceConnectionId: id, uploadIds: [] });
}

/** Enqueues the cleanup of files in the transaction of the deletion, so that it survives this process. */
async function clearAfterwards({ jobs }: Needed, db: WorkspaceDb, gone: GoneConnection): Promise<void> {
  await jobs.enqueue(db, 'clear-connection', gone);
  await jobs.enqueue(db, 'clear-connection', gone, { startAfter: LATE_WRITERS_SECONDS });
}
