import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../../http/services.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { FailureError } from '@headwater/base/failures/failure';
import { Refusal } from '@headwater/base/refusals/refusal';
import { makeScratchFolder } from '../runs/index.ts';
import {
  deleteOldVersions,
  insertVersion,
  listTableTokens,
  lockIfThere,
  movePointers,
  publishVersion,
  removeOlderFiles,
} from '../../tables/tables/index.ts';
import { FACT_COLUMNS, writeFacts } from './facts.ts';
import { begin, findRunTable, noteMade, RUN_TABLE, type Beginning } from './run-facts.repository.ts';

type Staged = Awaited<ReturnType<Services['tableWriter']['write']>>;

/**
 * Makes a version of the table of the workspace's runs: writes what is known of those that have ended, and moves the
 * table to the file. Does nothing if there is no such table. Throws why the table stays as it is.
 */
export async function makeRunFacts(
  services: Services,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  const start = performance.now();
  const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
    workspaceTransaction(services.database, workspaceId, work);
  const beginning = await inWorkspace(begin);
  if (!beginning) return;
  const { sourceConnectionId: connectionId, tableId, token } = beginning;
  const key = { workspaceId, connectionId, tableId, token };
  await removeOlderFiles(services, key);
  const temporaryFolder = await makeScratchFolder(services.config.dataDirectory);
  try {
    const rows = await inWorkspace((db) => writeFacts(db, join(temporaryFolder, 'facts.csv')));
    const path = await services.versions.stagePath(key);
    const table = { path, tableName: RUN_TABLE, columns: FACT_COLUMNS, rows, temporaryFolder };
    const staged = await services.tableWriter.write(table, { workspaceId, userId: null }, signal);
    await publishVersion(services, key, (db) => commit(db, services, { ...beginning, start }, staged));
  } catch (error) {
    await services.versions.removeStage(key);
    throw asRefusal(error);
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/** Moves the table to the new file, unless a newer one was faster. Returns the tokens of files that nothing needs. */
async function commit(
  db: WorkspaceDb,
  services: Services,
  { tableId, sourceConnectionId, token, changes, start }: Beginning & { start: number },
  staged: Staged,
): Promise<number[]> {
  if (!(await lockIfThere(db, tableId))) return [token];
  if ((await listTableTokens(db, tableId)).some((other) => other > token)) return [token];
  await insertVersion(db, {
    ...staged,
    ...{ tableId, token, runId: `facts_${randomUUID()}`, primaryKey: ['run_id'] },
    ...{ generation: 1, state: null, loadedWith: null },
  });
  await noteMade(db, changes, performance.now() - start);
  await services.events.publishIn(db, { type: 'tables', id: tableId, sourceConnectionId });
  return deleteOldVersions(db, tableId);
}

/** Says that the table lacks the latest runs for now. */
export async function noteFailure(services: Services, workspaceId: string): Promise<void> {
  await workspaceTransaction(services.database, workspaceId, async (db) => {
    const table = await findRunTable(db);
    if (!table) return;
    await movePointers(db, table.tableId, { stale: true });
    const { tableId: id, sourceConnectionId } = table;
    await services.events.publishIn(db, { type: 'tables', id, sourceConnectionId });
  });
}

function asRefusal(error: unknown): unknown {
  if (!(error instanceof FailureError)) return error;
  return new Refusal(error.failure.code === 'disk_full' ? 'disk_full' : 'internal_error', { cause: error });
}
