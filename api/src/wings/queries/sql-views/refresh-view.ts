import { SQL_VIEW_ROWS_MAX } from '@headwater/shared/contract';
import type { WrittenFile } from '@headwater/warehouse';
import type { Services } from '../../../http/services.ts';
import { duringRoom } from '@headwater/base/disk/during-room';
import {
  workspaceSelect,
  workspaceTransaction,
  type WorkspaceDb,
} from '../../../platform/database/workspace-db.ts';
import { LeaseLost } from '../../../platform/jobs/leased-work.ts';
import { requireStorage, storageRoom } from '../../ground/quotas/index.ts';
import { readZone } from '../../people/organizations/index.ts';
import type { TableUse } from '../../ground/dependencies/index.ts';
import { usesIn, type NamedVersion, type TableReader } from '../sql/index.ts';
import {
  deleteOldVersions,
  insertVersion,
  listSourceVersions,
  lockIfThere,
  publishVersion,
  removeOlderFiles,
} from '../../tables/tables/index.ts';
import { withCheckedStatement } from './checked-statement.ts';
import { columnsOfFile } from './columns-of-file.ts';
import { endSucceeded, keepAlive, type OpenRefresh } from './due-refreshes.ts';
import { lockViewsConnection } from './sql-views.repository.ts';
import { listBoundNames, replaceInputs } from './view-inputs.ts';

/**
 * Makes a version of a view's table: runs its query over the current versions of its tables, in a process of its own,
 * and moves the table to the file that this writes. Throws why the table stays as it is.
 */
export async function refreshView(
  services: Services,
  refresh: OpenRefresh,
  signal: AbortSignal,
): Promise<void> {
  const { workspaceId, viewId, sourceConnectionId, token } = refresh;
  const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
    workspaceTransaction(services.database, workspaceId, work);
  const key = { workspaceId, connectionId: sourceConnectionId, tableId: viewId, token };
  await removeOlderFiles(services, key);
  const reader: TableReader = {
    id: workspaceId,
    principal: null,
    transaction: inWorkspace,
    select: (query) => workspaceSelect(services.database, workspaceId, query),
  };
  const { bound, room, zone } = await inWorkspace(async (db) => ({
    zone: await readZone(db),
    bound: await listBoundNames(db, viewId),
    room: await storageRoom(db, services.config.quotas),
  }));
  if (room.bytes < 0) throw room.refusal;
  const path = await services.versions.stagePath(key);
  const { sql, parameters } = refresh;
  const asked = { ...{ reader, sql, zone, parameters, bound }, requester: { workspaceId, userId: null } };
  try {
    // Planned in a process of its own: one that writes has all optimizers.
    const planned = await withCheckedStatement(
      services,
      { ...asked, signal },
      async (statement, tables, found) => ({
        uses: await usesIn(statement, { tables, parameters }, found),
        found,
      }),
    );
    const made = await duringRoom(path, signal, (whileRoom) =>
      withCheckedStatement(
        services,
        { ...asked, signal: whileRoom },
        async (statement, tables, found, ownZone) => ({
          found,
          zone: { workspace: zone, own: ownZone },
          madeOf: await inWorkspace((db) =>
            listSourceVersions(
              db,
              found.map(({ version }) => version),
            ),
          ),
          planned,
          file: await statement.write({
            tables,
            parameters,
            path,
            rowsMax: SQL_VIEW_ROWS_MAX,
            bytesMax: room.bytes,
          }),
        }),
      ),
    );
    await publishVersion(services, key, (db) => commit(db, services, refresh, made));
  } catch (error) {
    await services.versions.removeStage(key);
    throw error;
  }
}

interface Made {
  /** The workspace's zone at its beginning, and the one in which its query ran. */
  zone: { workspace: string; own: string };
  found: readonly NamedVersion[];
  /** What it uses, by the names that tables had then. */
  planned: { uses: readonly TableUse[]; found: readonly NamedVersion[] };
  madeOf: Awaited<ReturnType<typeof listSourceVersions>>;
  file: WrittenFile;
}

/** Moves the table to the new file. Returns the tokens of files that nothing needs anymore. */
async function commit(
  db: WorkspaceDb,
  services: Services,
  refresh: OpenRefresh,
  { zone, found, planned, madeOf, file }: Made,
): Promise<number[]> {
  const { id, viewId, token, sourceConnectionId } = refresh;
  await lockViewsConnection(db);
  if (!(await lockIfThere(db, viewId)) || !(await keepAlive(db, refresh))) throw new LeaseLost();
  await requireStorage(db, services.config.quotas, file.bytes);
  await replaceInputs(db, viewId, found, planned.uses, planned.found);
  const ages = found.map(({ version }) => version.freshAsOf).sort();
  const version = await insertVersion(db, {
    tableId: viewId,
    runId: id,
    token,
    rows: file.rows,
    bytes: file.bytes,
    sha256: file.sha256,
    columns: columnsOfFile(file),
    primaryKey: [],
    generation: 1,
    state: null,
    loadedWith: null,
    madeOf,
    ...(ages[0] !== undefined && { freshAsOf: ages[0] }),
  });
  const read = {
    ...Object.fromEntries(found.map(({ version: one }) => [one.tableId, one.version])),
    ...(zone.workspace !== 'UTC' && { zone: zone.workspace }),
  };
  await endSucceeded(db, refresh, { version, rows: file.rows, zone: zone.own, read });
  await services.events.publishIn(db, { type: 'tables', id: viewId, sourceConnectionId });
  return deleteOldVersions(db, viewId);
}
