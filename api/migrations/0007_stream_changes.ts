import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stream_changes (
      workspace_id text not null,
      source_connection_id text not null,
      table_name text not null,
      -- Columns and selection as they were when somebody last took note of them; null where there was no such table.
      before jsonb,
      primary key (workspace_id, source_connection_id, table_name),
      foreign key (workspace_id, source_connection_id)
        references source_connections (workspace_id, id) on delete cascade
    )`.execute(db);
  await protectByWorkspace(db, 'stream_changes');
}
