import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // Where a workspace is told what happened.
  sql`
    create table notification_channels (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      kind text not null check (kind in ('email', 'webhook')),
      name text not null,
      triggers text[] not null,
      -- Whom an email goes to: members, as long as they are, and other addresses, in the language of whoever saved them.
      member_ids text[] not null,
      addresses text[] not null,
      language text not null,
      -- The URL and the signing secret of a webhook, and as much of the URL as is shown.
      sealed bytea,
      url_hint text,
      pause jsonb,
      created_by text not null,
      created_at timestamptz not null default now(),
      version integer not null default 1,
      primary key (workspace_id, id),
      check ((kind = 'webhook') = (sealed is not null)),
      check ((kind = 'webhook') = (url_hint is not null))
    )`,
  sql`create unique index notification_channels_by_name on notification_channels (workspace_id, lower(name))`,
  sql`
    create table notification_deliveries (
      workspace_id text not null,
      id text not null,
      channel_id text not null,
      trigger text not null,
      subject text not null,
      -- What is sent to a webhook, the same with each attempt. Null for an email.
      body text,
      state text not null,
      created_at timestamptz not null default now(),
      attempts integer not null default 0,
      attempted_at timestamptz,
      next_at timestamptz,
      status integer,
      fault text,
      recipients integer,
      primary key (workspace_id, id),
      foreign key (workspace_id, channel_id)
        references notification_channels (workspace_id, id) on delete cascade
    )`,
  sql`
    create index notification_deliveries_by_time
      on notification_deliveries (workspace_id, created_at desc, id desc)`,
  sql`
    create index notification_deliveries_by_channel
      on notification_deliveries (workspace_id, channel_id, created_at desc, id desc)`,
  // How many days before its end someone was last told about a token.
  sql`alter table service_account_tokens add column noticed_days integer`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await protectByWorkspace(db, 'notification_channels');
  await protectByWorkspace(db, 'notification_deliveries');
}
