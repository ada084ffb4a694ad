import { sql } from 'kysely';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { indexSchedule } from './schema-changes/dependencies.repository.ts';
import './source-connections.tables.ts';

/** A connection, or what is left of a deleted one with tables that are kept. */
export interface KnownConnection {
  name: string;
  isDeleted: boolean;
  /** The uploads in its configuration. */
  uploadIds: string[];
}

/** Returns a connection, deleted or not. Throws a 404 if there is none. */
export async function getWithDeleted(db: WorkspaceDb, id: string): Promise<KnownConnection> {
  const { rows } = await sql<KnownConnection>`
    select name, deleted_at is not null as "isDeleted",
      array(select entry ->> 'uploadId' from jsonb_array_elements(configuration -> 'files') entry) as "uploadIds"
    from all_source_connections
    where workspace_id = ${db.workspaceId} and id = ${id} and connector not in ('views', 'headwater')`.execute(
    db,
  );
  if (!rows[0]) throw new Refusal('not_found');
  return rows[0];
}

/** Locks a connection, deleted or not, and returns it. Throws a 404 if there is none. */
export async function lockWithDeleted(db: WorkspaceDb, id: string): Promise<KnownConnection> {
  await sql`
    select from all_source_connections where workspace_id = ${db.workspaceId} and id = ${id} for update`.execute(
    db,
  );
  return getWithDeleted(db, id);
}

/**
 * Erases everything of a connection except for its name, its connector, and what people chose for the tables that it
 * leaves: their masks still apply. From here on, only these tables know it.
 */
export async function eraseConnection(db: WorkspaceDb, id: string, by: string): Promise<void> {
  const ofConnection = sql`workspace_id = ${db.workspaceId} and source_connection_id = ${id}`;
  for (const table of ['connection_secrets', 'streams', 'schema_changes'] as const)
    await sql`delete from ${sql.table(table)} where ${ofConnection}`.execute(db);
  await sql`
    delete from stream_settings where ${ofConnection}
      and stream_key not in (select stream_key from tables where ${ofConnection} and stream_key is not null)`.execute(
    db,
  );
  await indexSchedule(db, id, null);
  await sql`
    delete from dependencies where ${ofConnection} and (table_name = '' or dependent_type like 'stream%')`.execute(
    db,
  );
  await sql`
    update all_source_connections set
      deleted_at = now(), deleted_by = ${by}, configuration = '{}', address = '', setup = 'draft', setup_failure = null,
      lifecycle = 'active', pause = null, schema_state = 'unknown', schema_failure = null, schema_at = null,
      discovery_started_at = null, discovered_at = null
    where workspace_id = ${db.workspaceId} and id = ${id}`.execute(db);
}

/** Deletes a connection, deleted or not, with its tables. */
export async function deleteWithTables(db: WorkspaceDb, id: string): Promise<void> {
  await indexSchedule(db, id, null);
  await db
    .deleteFrom('all_source_connections')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Whether a connection has tables, loaded or not. */
export async function hasTables(db: WorkspaceDb, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from tables where workspace_id = ${db.workspaceId} and source_connection_id = ${id} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
