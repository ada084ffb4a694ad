import type { FastifyRequest } from 'fastify';
import { sql, type Selectable } from 'kysely';
import type { ChangePolicy, Failure } from '@headwater/shared/contract';
import type { Configuration } from '@headwater/protocol/protocol';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { expectedVersion } from '../../../http/if-match.ts';
import { getWithDeleted } from './deleted-connections.repository.ts';
import type { SourceConnectionTable } from './source-connections.tables.ts';

export type SourceConnectionRow = Selectable<SourceConnectionTable>;
export type ListedRow = Omit<SourceConnectionRow, 'configuration'>;

/** What a connection's runs may do by themselves, and how many versions of its tables are kept. */
export interface SyncPolicies {
  accepts_shrinking?: boolean | undefined;
  change_policy?: ChangePolicy | undefined;
  versions_kept?: number | undefined;
  version_days?: number | undefined;
}

interface NewSourceConnection extends SyncPolicies {
  id: string;
  name: string;
  connector: string;
  configuration: Configuration;
  address: string;
  setup: SourceConnectionRow['setup'];
}

export async function insertSourceConnection(
  db: WorkspaceDb,
  row: NewSourceConnection,
): Promise<SourceConnectionRow> {
  return db
    .insertInto('source_connections')
    .values({ ...row, workspace_id: db.workspaceId, configuration: JSON.stringify(row.configuration) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findSourceConnection(db: WorkspaceDb, id: string): Promise<SourceConnectionRow | undefined> {
  return db
    .selectFrom('source_connections')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Lists connections whose discovery is in progress, the oldest discovery first. */
export async function listDiscovering(
  db: InstallationDb,
): Promise<{ workspaceId: string; sourceConnectionId: string }[]> {
  return db
    .selectFrom('source_connections')
    .select(['workspace_id as workspaceId', 'id as sourceConnectionId'])
    .where('schema_state', '=', 'discovering')
    .orderBy('discovery_started_at')
    .execute();
}

/** Throws a 404 if the workspace has no connection with that ID. */
export async function getSourceConnection(db: WorkspaceDb, id: string): Promise<SourceConnectionRow> {
  return orNotFound(await findSourceConnection(db, id));
}

/**
 * Returns the connection and locks it, so that no one else changes it until the transaction ends. Throws a 409 if it was
 * deleted and its tables are kept, which can only be read and deleted.
 */
export async function lockSourceConnection(db: WorkspaceDb, id: string): Promise<SourceConnectionRow> {
  const row = await lockIfThere(db, id);
  if (!row && (await getWithDeleted(db, id)).isDeleted) throw new Refusal('connection_deleted');
  return orNotFound(row);
}

/** Returns the connection and locks it, or returns undefined, for work that may outlive the connection. */
export async function lockIfThere(db: WorkspaceDb, id: string): Promise<SourceConnectionRow | undefined> {
  await sql`select 1 from source_connections where workspace_id = ${db.workspaceId} and id = ${id} for update`.execute(
    db,
  );
  return findSourceConnection(db, id);
}

function orNotFound(row: SourceConnectionRow | undefined): SourceConnectionRow {
  if (!row) throw new Refusal('not_found');
  return row;
}

/** Locks the connection for an edit. Throws a 412 if it has changed since the version in the request's If-Match. */
export async function lockForEdit(
  db: WorkspaceDb,
  id: string,
  request: FastifyRequest,
): Promise<SourceConnectionRow> {
  const row = await lockSourceConnection(db, id);
  if (row.version !== expectedVersion(request))
    throw new Refusal('version_conflict', { parameter: 'If-Match' });
  return row;
}

interface Change extends SyncPolicies {
  name?: string;
  configuration?: Configuration;
  address?: string;
  setup?: SourceConnectionRow['setup'];
}

/** Stores a user's edit and increments the version. */
export async function updateSourceConnection(db: WorkspaceDb, id: string, change: Change): Promise<void> {
  const { configuration, ...rest } = change;
  await db
    .updateTable('source_connections')
    .set({
      ...rest,
      ...(configuration && {
        configuration: JSON.stringify(configuration),
        configured_at: sql<Date>`now()`,
        setup_at: sql<Date>`now()`,
        setup_failure: null,
      }),
      version: sql<number>`version + 1`,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/**
 * Stores what a check or run found out. The run itself reports its failure. This is no edit, so the
 * version stays the same.
 */
export async function updateSetup(
  db: WorkspaceDb,
  id: string,
  setup: SourceConnectionRow['setup'],
  failure: Failure | null = null,
): Promise<void> {
  await db
    .updateTable('source_connections')
    .set({ setup, setup_at: sql<Date>`now()`, setup_failure: failure && JSON.stringify(failure) })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}
