import { sql, type Kysely } from 'kysely';

/**
 * A report that somebody has deleted can be brought back for a while, with everything that belongs to it. The name that
 * everything uses shows only the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reports rename to all_reports`.execute(db);
  await sql`
    alter table all_reports
      add column deleted_at timestamptz,
      -- A user's name at that time.
      add column deleted_by text,
      add check (deleted_by is null or deleted_at is not null)`.execute(db);
  await sql`create index reports_deleted on all_reports (deleted_at) where deleted_at is not null`.execute(
    db,
  );
  await sql`
    create view reports with (security_invoker = true) as
    select workspace_id, id, name, version, created_by, created_by_id, changed_by, changed_at
    from all_reports where deleted_at is null`.execute(db);
}
