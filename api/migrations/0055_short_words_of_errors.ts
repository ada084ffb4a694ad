import { sql, type Kysely } from 'kysely';

/** Columns with what went wrong, as errors of the API or as failures of a sync. */
const WORDS = [
  ['all_source_connections', 'schema_failure'],
  ['all_source_connections', 'setup_failure'],
  ['row_exports', 'error'],
  ['sql_runs', 'error'],
  ['sql_view_refreshes', 'failure'],
  ['sync_attempts', 'failure'],
  ['sync_run_streams', 'failure'],
  ['sync_runs', 'failure'],
  ['tool_runs', 'error'],
] as const;

/**
 * What an engine or a server says about an error was kept at any length, so that a list of such rows didn't fit into an
 * answer. Texts that are too long are cut to the length at which new ones are kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function pg_temp.short_words(words jsonb) returns jsonb language sql as $$
      select case jsonb_typeof(words)
        when 'string' then to_jsonb(left(words #>> '{}', 1999) || case when length(words #>> '{}') > 1999 then '…' else '' end)
        when 'object' then (select coalesce(jsonb_object_agg(key, pg_temp.short_words(value)), '{}') from jsonb_each(words))
        else words
      end
    $$`.execute(db);
  for (const [table, column] of WORDS)
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = pg_temp.short_words(${sql.ref(column)})
      where length(${sql.ref(column)}::text) > 10000`.execute(db);
  await sql`drop function pg_temp.short_words(jsonb)`.execute(db);
}
