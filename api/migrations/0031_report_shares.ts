import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // Links by which people without an account see a report. One ends with its report, and with its maker's membership.
  sql`
    create table report_shares (
      workspace_id text not null,
      id text not null,
      report_id text not null,
      -- Of the link's token, which isn't stored.
      sha256 bytea not null unique,
      password_hash text,
      -- Whether viewers may choose values, and what they see until then, as in the report's URL.
      filters_open boolean not null,
      filters text not null,
      created_by_id text not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz,
      primary key (workspace_id, id),
      foreign key (workspace_id, report_id) references reports (workspace_id, id) on delete cascade,
      foreign key (workspace_id, created_by_id) references memberships (workspace_id, user_id) on delete cascade
    )`,
  sql`create index report_shares_by_report on report_shares (workspace_id, report_id, created_at desc)`,
  sql`create index report_shares_by_maker on report_shares (workspace_id, created_by_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await protectByWorkspace(db, 'report_shares');
}
