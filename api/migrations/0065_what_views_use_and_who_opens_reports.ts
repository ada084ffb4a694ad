import { sql, type Kysely } from 'kysely';

/**
 * Views are among what a change of a source affects. Those that were made before use their tables as a whole until they
 * are made again, which finds the columns, so all of them are due. Openings by shared links are counted beside those of
 * members.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into dependencies
      (workspace_id, source_connection_id, table_name, column_name, dependent_type, dependent_id, dependent_name)
    select distinct view.workspace_id, input.source_connection_id, input.table_name, '', 'view', view.id, view.table_name
    from sql_view_inputs used
    join tables view on view.workspace_id = used.workspace_id and view.id = used.view_id
    join tables input on input.workspace_id = used.workspace_id and input.id = used.table_id
    on conflict do nothing`.execute(db);
  await sql`update sql_views set attempted = null`.execute(db);
  await sql`alter table report_openings add column by_links integer not null default 0`.execute(db);
}
