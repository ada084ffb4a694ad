import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // Reports that are sent by mail.
  sql`
    create table report_subscriptions (
      workspace_id text not null,
      id text not null,
      report_id text not null,
      -- Whose rights count. Null once they have left the workspace: then nothing is sent.
      owner_id text,
      owner_name text not null,
      -- On which days and at what time. Null to send after syncs of the report's tables.
      schedule jsonb,
      zone text not null,
      -- As in the report's URL.
      filters text not null,
      only_fresh boolean not null,
      skip_empty boolean not null,
      skip_unchanged boolean not null,
      attach_pdf boolean not null,
      paused_by text,
      paused_at timestamptz,
      next_at timestamptz,
      -- The versions of the report's tables that have been looked at, by table.
      seen jsonb not null default '{}',
      created_at timestamptz not null default now(),
      version integer not null default 1,
      primary key (workspace_id, id),
      foreign key (workspace_id, report_id) references reports (workspace_id, id) on delete cascade,
      foreign key (workspace_id, owner_id) references memberships (workspace_id, user_id) on delete set null (owner_id)
    )`,
  sql`create index report_subscriptions_by_report on report_subscriptions (workspace_id, report_id, created_at)`,
  sql`create index report_subscriptions_by_owner on report_subscriptions (workspace_id, owner_id)`,
  sql`create index report_subscriptions_due on report_subscriptions (next_at) where next_at is not null`,
  // Members to whom it goes, as long as they are.
  sql`
    create table report_recipients (
      workspace_id text not null,
      subscription_id text not null,
      user_id text not null,
      primary key (workspace_id, subscription_id, user_id),
      foreign key (workspace_id, subscription_id)
        references report_subscriptions (workspace_id, id) on delete cascade,
      foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
    )`,
  sql`create index report_recipients_by_member on report_recipients (workspace_id, user_id)`,
  sql`
    create table report_deliveries (
      workspace_id text not null,
      id text not null,
      subscription_id text not null,
      -- The moment or the day that it's for, of which there is one delivery.
      occurrence text not null,
      cause text not null check (cause in ('schedule', 'sync')),
      state text not null,
      fault text,
      created_at timestamptz not null default now(),
      -- When it's worked on next. Null once it's over.
      due_at timestamptz,
      wait_until timestamptz not null,
      attempts integer not null default 0,
      ended_at timestamptz,
      -- The versions of the report and its tables that were sent.
      pins text,
      primary key (workspace_id, id),
      unique (workspace_id, subscription_id, occurrence),
      foreign key (workspace_id, subscription_id)
        references report_subscriptions (workspace_id, id) on delete cascade
    )`,
  sql`create index report_deliveries_due on report_deliveries (due_at) where due_at is not null`,
  sql`
    create index report_deliveries_by_time
      on report_deliveries (workspace_id, subscription_id, created_at desc, id desc)`,
  // Whom the mail of a delivery has reached, or never will.
  sql`
    create table report_mails (
      workspace_id text not null,
      delivery_id text not null,
      user_id text not null,
      is_refused boolean not null,
      primary key (workspace_id, delivery_id, user_id),
      foreign key (workspace_id, delivery_id) references report_deliveries (workspace_id, id) on delete cascade,
      foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
    )`,
  sql`create index report_mails_by_member on report_mails (workspace_id, user_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  for (const table of ['report_subscriptions', 'report_recipients', 'report_deliveries', 'report_mails'])
    await protectByWorkspace(db, table);
}
