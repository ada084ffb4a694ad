import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  sql`
    create table reports (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      name text not null,
      -- Of the current content, which is the newest version's.
      version integer not null,
      -- The names of people as they were at that time, and whose report it is.
      created_by text,
      created_by_id text,
      changed_by text,
      changed_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`,
  // Each change of a report adds a version, which never changes.
  sql`
    create table report_versions (
      workspace_id text not null,
      report_id text not null,
      version integer not null,
      name text not null,
      -- JSON as text, because it's only read and written whole.
      content text not null,
      cards integer not null,
      table_ids text[] not null,
      saved_by text,
      saved_at timestamptz not null default now(),
      restored_from integer,
      primary key (workspace_id, report_id, version),
      foreign key (workspace_id, report_id) references reports (workspace_id, id) on delete cascade
    )`,
  sql`create index report_versions_by_age on report_versions (saved_at)`,
  // The reports that a person has marked.
  sql`
    create table report_favorites (
      workspace_id text not null,
      report_id text not null,
      user_id text not null references users on delete cascade,
      primary key (workspace_id, report_id, user_id),
      foreign key (workspace_id, report_id) references reports (workspace_id, id) on delete cascade
    )`,
  sql`create index report_favorites_of_user on report_favorites (user_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  for (const table of ['reports', 'report_versions', 'report_favorites']) await protectByWorkspace(db, table);
}
