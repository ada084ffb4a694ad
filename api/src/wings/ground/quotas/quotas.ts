import { sql, type RawBuilder } from 'kysely';
import type { Quotas } from '../../../platform/config/config.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';

/** How many bytes a workspace stores of what its storage quota is for. */
export interface StoredBytes {
  uploads: number;
  exports: number;
  versions: number;
}

export async function storedBytes(db: WorkspaceDb): Promise<StoredBytes> {
  const { rows } = await sql<StoredBytes>`${storedIn(sql`${db.workspaceId}`)}`.execute(db);
  return rows[0]!;
}

/** Selects what a workspace stores, the same wherever it is said. */
export const storedIn = (workspaceId: RawBuilder<unknown>) => sql`
  select
    (select coalesce(sum(bytes), 0) from uploads where workspace_id = ${workspaceId})::bigint as uploads,
    (select coalesce(sum(bytes), 0) from row_exports where workspace_id = ${workspaceId})::bigint as exports,
    (select coalesce(sum(stored_bytes), 0) from tables where workspace_id = ${workspaceId})::bigint as versions`;

/** Returns how many bytes the workspace may still store, below 0 if it has too many. */
async function storageLeft(db: WorkspaceDb, { storageBytes }: Quotas): Promise<number> {
  const { uploads, exports, versions } = await storedBytes(db);
  return storageBytes - uploads - exports - versions;
}

/**
 * Whether the workspace exceeds its storage quota, including this transaction. No one else can add
 * anything until it ends.
 */
export async function exceedsStorage(db: WorkspaceDb, quotas: Quotas): Promise<boolean> {
  await lockQuotas(db);
  return (await storageLeft(db, quotas)) < 0;
}

interface Room {
  /** The size of a file that may be stored now, below 0 if none may. */
  readonly bytes: number;
  /** Why a larger file is refused. */
  readonly refusal: Refusal;
}

/** Returns how large an upload may currently be. `requireUploadRoom` makes the final decision. */
export async function uploadRoom(db: WorkspaceDb, quotas: Quotas): Promise<Room> {
  if ((await count(db, 'uploads')) >= quotas.uploads) return { bytes: -1, refusal: uploadsReached(quotas) };
  return storageRoom(db, quotas);
}

/** Returns how large a file may currently be. `requireStorage` makes the final decision. */
export async function storageRoom(db: WorkspaceDb, quotas: Quotas): Promise<Room> {
  const left = await storageLeft(db, quotas);
  return { bytes: left > 0 ? left : -1, refusal: storageReached(quotas) };
}

/** Throws if the workspace has no room for so many bytes more, like `requireUploadRoom`. */
export async function requireStorage(db: WorkspaceDb, quotas: Quotas, bytes: number): Promise<void> {
  await lockQuotas(db);
  if ((await storageLeft(db, quotas)) < bytes) throw storageReached(quotas);
}

/**
 * Throws if the workspace has no room for another upload of that many bytes. No one else can add one until
 * the transaction ends, so what is stored after this check is within the quota.
 */
export async function requireUploadRoom(db: WorkspaceDb, quotas: Quotas, bytes: number): Promise<void> {
  await lockQuotas(db);
  if ((await count(db, 'uploads')) >= quotas.uploads) throw uploadsReached(quotas);
  await requireStorage(db, quotas, bytes);
}

/** Throws if the workspace already has as many connections as allowed. */
export async function requireConnectionRoom(db: WorkspaceDb, { connections }: Quotas): Promise<void> {
  await lockQuotas(db);
  if ((await count(db, 'source_connections')) >= connections)
    throw new Refusal('connection_quota_reached', { values: { limit: connections } });
}

const storageReached = ({ storageBytes }: Quotas) =>
  new Refusal('storage_quota_reached', { values: { gigabytes: storageBytes / 1024 ** 3 } });

const uploadsReached = ({ uploads }: Quotas) =>
  new Refusal('upload_quota_reached', { values: { limit: uploads } });

async function count(db: WorkspaceDb, table: 'uploads' | 'source_connections'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where workspace_id = ${db.workspaceId}`.execute(db);
  return rows[0]!.count;
}

async function lockQuotas(db: WorkspaceDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('quotas ' || ${db.workspaceId}, 0))`.execute(db);
}
