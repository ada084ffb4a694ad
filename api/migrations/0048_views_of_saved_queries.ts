import { sql, type Kysely } from 'kysely';

/** A view can be that of a saved query, which it then follows, with the values that the query is saved with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sql_views
      add column parameters jsonb not null default '{}',
      add column saved_query_id text,
      add foreign key (workspace_id, saved_query_id)
        references saved_queries (workspace_id, id) on delete set null (saved_query_id)`.execute(db);
  await sql`
    create unique index view_of_saved_query on sql_views (workspace_id, saved_query_id)
      where saved_query_id is not null`.execute(db);
}
