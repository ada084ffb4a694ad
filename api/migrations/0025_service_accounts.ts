import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // Who reads a workspace by token. People who leave it leave their names here, and nothing else.
  sql`
    create table service_accounts (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      name text not null,
      description text not null,
      -- The connections, tables, and columns that it sees. Null for all of them, also later ones.
      scope jsonb,
      disabled_at timestamptz,
      created_by text not null,
      created_at timestamptz not null default now(),
      version integer not null default 1,
      primary key (workspace_id, id)
    )`,
  sql`create unique index service_accounts_by_name on service_accounts (workspace_id, lower(name))`,
  sql`
    create table service_account_tokens (
      workspace_id text not null,
      id text not null,
      service_account_id text not null,
      -- The readable part of the token, by which it is found.
      handle text not null unique,
      sha256 bytea not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      last_used_at timestamptz,
      last_used_from text,
      primary key (workspace_id, id),
      foreign key (workspace_id, service_account_id)
        references service_accounts (workspace_id, id) on delete cascade
    )`,
  sql`
    create index service_account_tokens_by_account
      on service_account_tokens (workspace_id, service_account_id, created_at desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await protectByWorkspace(db, 'service_accounts');
  await protectByWorkspace(db, 'service_account_tokens');
}
