import { sql, type Kysely } from 'kysely';

/** A workspace that somebody has deleted can be brought back for a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organizations
      add column deleted_at timestamptz,
      add column deleted_by text,
      add check (deleted_by is null or deleted_at is not null)`.execute(db);
  await sql`create index organizations_deleted on organizations (deleted_at) where deleted_at is not null`.execute(
    db,
  );
}
