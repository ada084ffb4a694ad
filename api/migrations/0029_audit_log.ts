import { sql, type Kysely } from 'kysely';

/** The log is read by who did something, by what was done, and for the last name of what has been deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_events_by_actor on audit_events (workspace_id, actor_id, at desc, id desc)`.execute(
    db,
  );
  await sql`
    create index audit_events_by_action on audit_events (workspace_id, action, at desc, id desc)`.execute(db);
  await sql`
    create index audit_events_by_subject on audit_events (workspace_id, subject_id, at desc)
    where subject_id is not null`.execute(db);
}
