import { sql, type Kysely } from 'kysely';

/**
 * Of a report, it's also known which of its cards and filters use a column, so that whoever decides about a change of
 * that column sees them by name. Reports that were saved before get their cards here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table dependencies add column dependent_parts jsonb not null default '[]'`.execute(db);
  await sql`
    update dependencies set dependent_parts = (
      select coalesce(
        jsonb_agg(jsonb_build_object('kind', 'card', 'name', card ->> 'title') order by place), '[]')
      from reports join report_versions versions using (workspace_id, version),
        jsonb_array_elements(versions.content::jsonb -> 'cards') with ordinality one (card, place)
      where reports.workspace_id = dependencies.workspace_id and reports.id = dependent_id
        and versions.report_id = reports.id
        and (column_name = '' or jsonb_path_exists(
          card -> 'query', '$.** ? (@ == $column)', jsonb_build_object('column', column_name)))
        and card -> 'table' ->> 'name' = table_name)
    where dependent_type = 'report'`.execute(db);
}
