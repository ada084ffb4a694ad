import { sql, type Kysely } from 'kysely';

/**
 * How much a workspace stores is asked with each version that it gets. Adding up every file took longer than loading a
 * small table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tables add column stored_bytes bigint not null default 0`.execute(db);
  await sql`
    update tables set stored_bytes = files.bytes from (
      select workspace_id, table_id, sum(bytes) as bytes from (
        select distinct on (workspace_id, table_id, token) workspace_id, table_id, bytes from version_files
      ) file group by workspace_id, table_id
    ) files where files.workspace_id = tables.workspace_id and files.table_id = tables.id`.execute(db);
}
