import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // Conditions on what a card of a report shows.
  sql`
    create table report_alerts (
      workspace_id text not null,
      id text not null,
      report_id text not null,
      card_id text not null,
      -- Whose rights count. Null once they have left the workspace: then nothing is looked at.
      owner_id text,
      owner_name text not null,
      measure text not null,
      rule jsonb not null,
      -- As in the report's URL.
      filters text not null,
      paused_at timestamptz,
      state text not null default 'unknown',
      reason text,
      -- The latest value, and how often in a row the condition has held.
      value text,
      holds integer not null default 0,
      -- Which data that was.
      pin text,
      -- Whether it was triggered when that was last known, and when somebody was last told so.
      was_triggered boolean not null default false,
      told_at timestamptz,
      looked_at timestamptz,
      due_at timestamptz default now(),
      created_at timestamptz not null default now(),
      version integer not null default 1,
      primary key (workspace_id, id),
      foreign key (workspace_id, report_id) references reports (workspace_id, id) on delete cascade,
      foreign key (workspace_id, owner_id) references memberships (workspace_id, user_id) on delete set null (owner_id)
    )`,
  sql`create index report_alerts_by_report on report_alerts (workspace_id, report_id, created_at)`,
  sql`create index report_alerts_by_owner on report_alerts (workspace_id, owner_id)`,
  sql`create index report_alerts_due on report_alerts (due_at) where due_at is not null`,
  // How the state of an alert has changed.
  sql`
    create table report_alert_events (
      workspace_id text not null,
      id text not null,
      alert_id text not null,
      state text not null,
      reason text,
      value text,
      was_told boolean not null,
      at timestamptz not null default now(),
      primary key (workspace_id, id),
      foreign key (workspace_id, alert_id) references report_alerts (workspace_id, id) on delete cascade
    )`,
  sql`create index report_alert_events_by_alert on report_alert_events (workspace_id, alert_id, at desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await protectByWorkspace(db, 'report_alerts');
  await protectByWorkspace(db, 'report_alert_events');
}
