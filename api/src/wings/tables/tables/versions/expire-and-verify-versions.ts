import { sql } from 'kysely';
import { sha256Of, type VersionKey } from '@headwater/warehouse';
import type { Services } from '../../../../http/services.ts';
import { installationSelect } from '../../../../platform/database/installation-db.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { markIntact, reportDamage } from './damage.ts';
import { deleteOldVersions } from './kept-versions.repository.ts';
import { lockIfThere } from '../tables.repository.ts';

declare module '../../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'tend-versions': Record<string, never>;
  }
}

/** In UTC, before the night's other work. */
export const EVERY_NIGHT = '7 1 * * *';

/** How long files are verified each night. What is left is first in the next one. */
const HOURS = 4;

/** Files are verified slowly, so that syncs and readers don't notice. */
const BYTES_PER_SECOND = 32 * 1024 ** 2;

type Table = Omit<VersionKey, 'token'>;

/** Deletes versions that have become too old, and then compares files with their hashes until the time is up. */
export async function expireAndVerifyVersions(services: Services, stopping: AbortSignal): Promise<void> {
  const tables = await installationSelect<Table>(
    services.database,
    sql`
      select workspace_id as "workspaceId", source_connection_id as "connectionId", id as "tableId" from tables
      where (select count(*) from table_versions versions
        where versions.workspace_id = tables.workspace_id and versions.table_id = tables.id) > 1`,
  );
  for (const table of tables) {
    stopping.throwIfAborted();
    await deleteOldOf(services, table);
  }
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(HOURS * 3_600_000)]);
  await verifyFiles(services, { signal, rate: BYTES_PER_SECOND });
}

async function deleteOldOf(services: Services, table: Table): Promise<void> {
  const tokens = await workspaceTransaction(services.database, table.workspaceId, async (db) => {
    if (!(await lockIfThere(db, table.tableId))) return [];
    const old = await deleteOldVersions(db, table.tableId);
    const { tableId: id, connectionId: sourceConnectionId } = table;
    if (old.length > 0) await services.events.publishIn(db, { type: 'tables', id, sourceConnectionId });
    return old;
  });
  for (const token of tokens) await services.versions.remove({ ...table, token });
}

interface File extends VersionKey {
  sha256: Buffer | null;
  bytes: number;
}

/** Compares files with their hashes, those first that haven't been for the longest time. Stops when it's aborted. */
export async function verifyFiles(
  services: Services,
  { signal, rate }: { signal: AbortSignal; rate: number },
): Promise<void> {
  const files = await installationSelect<File>(
    services.database,
    sql`
      select tables.workspace_id as "workspaceId", tables.source_connection_id as "connectionId",
        tables.id as "tableId", file.token, min(file.sha256) as sha256, min(file.bytes) as bytes
      from version_files file
      join tables on tables.workspace_id = file.workspace_id and tables.id = file.table_id
      group by tables.workspace_id, tables.source_connection_id, tables.id, file.token
      order by min(file.verified_at) nulls first`,
  );
  for (const file of files) {
    if (signal.aborted) return;
    await services.versions
      .reading([file], ([path]) => verify(services, file, sha256Of(path!, { rate, signal })))
      .catch((error: unknown) => {
        if (!signal.aborted)
          services.log.error({ err: error, ...file, sha256: null }, 'a file was not verified');
      });
  }
}

async function verify(services: Services, file: File, hashing: Promise<string>): Promise<void> {
  const found = await hashing.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const isDamaged = found === null || (file.sha256 !== null && file.sha256.toString('hex') !== found);
  if (isDamaged) await reportDamage(services, file);
  else
    await workspaceTransaction(services.database, file.workspaceId, (db: WorkspaceDb) =>
      markIntact(db, file.tableId, file.token, found),
    );
}
