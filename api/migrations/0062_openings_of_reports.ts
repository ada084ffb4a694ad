import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

/** How often members open each report is counted by the day, not by person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_openings (
      workspace_id text not null,
      report_id text not null,
      -- In UTC.
      day date not null,
      openings integer not null,
      primary key (workspace_id, report_id, day),
      foreign key (workspace_id, report_id) references all_reports (workspace_id, id) on delete cascade
    )`.execute(db);
  await protectByWorkspace(db, 'report_openings');
}
