import { sql } from 'kysely';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import type { Keys } from '../../../../platform/secrets/keys.ts';
import { openSecrets, storeSecrets } from './connection-secrets.repository.ts';

interface Copy {
  from: string;
  /** The ID and the name of the new connection. */
  id: string;
  name: string;
}

/**
 * Makes a connection with another's configuration, secrets, and settings, and the tables that were discovered there, but
 * without what has been loaded from them. Secrets are sealed again for the new connection.
 */
export async function copyConnection(db: WorkspaceDb, keys: Keys, { from, id, name }: Copy): Promise<void> {
  await sql`
    insert into source_connections (workspace_id, id, name, connector, configuration, address, setup, setup_at,
      setup_failure, schema_state, schema_failure, schema_at, discovered_at, accepts_shrinking, change_policy,
      versions_kept, version_days)
    select workspace_id, ${id}, ${name}, connector, configuration, address, setup, setup_at,
      setup_failure, case schema_state when 'discovering' then 'unknown' else schema_state end, schema_failure, schema_at,
      discovered_at, accepts_shrinking, change_policy, versions_kept, version_days
    from source_connections where workspace_id = ${db.workspaceId} and id = ${from}`.execute(db);
  const secrets = await openSecrets(db, keys, from);
  await storeSecrets(db, keys, id, { secrets, kept: [] });
  for (const table of ['streams', 'stream_settings', 'dependencies'] as const) {
    // Every column, whichever are added later.
    await sql`
      insert into ${sql.table(table)}
      select copied.* from ${sql.table(table)} original, lateral jsonb_populate_record(
        original, jsonb_build_object('source_connection_id', ${id}::text)
      ) copied
      where original.workspace_id = ${db.workspaceId} and original.source_connection_id = ${from}
        and ${table === 'dependencies' ? sql`original.dependent_type like 'stream%'` : sql`true`}`.execute(
      db,
    );
  }
}
