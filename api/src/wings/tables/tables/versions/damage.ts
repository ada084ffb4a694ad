import { sql } from 'kysely';
import type { VersionKey } from '@headwater/warehouse';
import type { Services } from '../../../../http/services.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../../platform/database/workspace-db.ts';

/**
 * Marks the versions that need a file as damaged, so that no one reads or builds on them, and tells whoever looks at
 * the table. Returns whether there are any.
 */
export async function reportDamage(
  services: Services,
  { workspaceId, ...file }: VersionKey,
): Promise<boolean> {
  return workspaceTransaction(services.database, workspaceId, (db) => reportDamageIn(db, services, file));
}

/** Does the same as `reportDamage` in the caller's transaction. */
export async function reportDamageIn(
  db: WorkspaceDb,
  { events, log }: Pick<Services, 'events' | 'log'>,
  { connectionId: sourceConnectionId, tableId, token }: Omit<VersionKey, 'workspaceId'>,
): Promise<boolean> {
  const versions = await markDamaged(db, tableId, token);
  if (versions.length === 0) return false;
  await events.publishIn(db, { type: 'tables', id: tableId, sourceConnectionId });
  const { workspaceId } = db;
  log.error({ workspaceId, tableId, token, versions }, 'a version file is missing or altered');
  return true;
}

/** Marks the versions that need a file as damaged, and returns their numbers. */
async function markDamaged(db: WorkspaceDb, tableId: string, token: number): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    update table_versions set damaged_at = coalesce(damaged_at, now())
    from version_files file
    where table_versions.workspace_id = ${db.workspaceId} and table_versions.table_id = ${tableId}
      and file.workspace_id = table_versions.workspace_id and file.table_id = table_versions.table_id
      and file.version = table_versions.version and file.token = ${token}
    returning table_versions.version`.execute(db);
  return rows.map(({ version }) => version);
}

/**
 * Stores that a file is as it was written. A disk that was away for some time leaves no mark, and a file from before
 * hashes were stored gets one.
 */
export async function markIntact(
  db: WorkspaceDb,
  tableId: string,
  token: number,
  sha256: string,
): Promise<void> {
  const file = sql`workspace_id = ${db.workspaceId} and table_id = ${tableId} and token = ${token}`;
  await sql`
    update version_files set verified_at = now(), sha256 = coalesce(sha256, ${Buffer.from(sha256, 'hex')})
    where ${file}`.execute(db);
  await sql`
    update table_versions set damaged_at = null
    where workspace_id = ${db.workspaceId} and table_id = ${tableId} and damaged_at is not null
      and version in (select version from version_files where ${file})`.execute(db);
}
