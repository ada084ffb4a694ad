import { sql, type Kysely } from 'kysely';

/** The query of a view can name a table by three parts: its connection, its schema, and its own name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sql_view_inputs
      add column catalog_name text not null default '',
      drop constraint sql_view_inputs_pkey,
      add primary key (workspace_id, view_id, catalog_name, schema_name, name)`.execute(db);
}
