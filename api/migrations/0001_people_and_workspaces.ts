import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  sql`
    create table users (
      id text primary key,
      email text not null,
      -- The address in lower case: what makes two of them the same.
      email_folded text not null unique,
      name text not null,
      password_hash text not null,
      is_superuser boolean not null default false,
      created_at timestamptz not null default now(),
      last_sign_in_at timestamptz
    )`,
  sql`create index users_by_age on users (created_at desc, id desc)`,
  sql`
    create table sessions (
      id text primary key,
      user_id text not null references users on delete cascade,
      -- HMAC of the cookie's token: whoever reads this table can't sign in with it.
      token_hmac bytea not null unique,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`,
  sql`create index sessions_of_user on sessions (user_id, created_at desc)`,
  sql`
    create table login_failures (
      account bytea primary key,
      failures integer not null,
      first_failed_at timestamptz not null,
      blocked_until timestamptz
    )`,
  sql`
    create table organizations (
      id text primary key,
      name text not null,
      created_by text references users on delete set null,
      created_at timestamptz not null default now()
    )`,
  sql`create index organizations_by_age on organizations (created_at desc, id desc)`,
  sql`
    create table memberships (
      workspace_id text not null references organizations on delete cascade,
      user_id text not null references users on delete cascade,
      role text not null check (role in ('admin', 'editor', 'runner', 'reader')),
      created_at timestamptz not null default now(),
      primary key (workspace_id, user_id)
    )`,
  sql`create index memberships_of_user on memberships (user_id)`,
  // The names that a workspace may see: those of its members. Runs under the caller's own row-level security.
  sql`
    create view workspace_members with (security_invoker = true) as
      select memberships.workspace_id, memberships.user_id, memberships.role, users.email, users.name
      from memberships join users on users.id = memberships.user_id`,
  sql`
    create table analytics_events (
      id text primary key,
      name text not null,
      user_id text references users on delete set null,
      workspace_id text references organizations on delete cascade,
      created_at timestamptz not null default now()
    )`,
  sql`create index analytics_events_by_age on analytics_events (created_at)`,
  sql`
    create table idempotency_keys (
      workspace_id text not null references organizations on delete cascade,
      user_id text not null references users on delete cascade,
      key text not null,
      -- SHA-256 of method, path and body: the same key for another request is refused.
      request_hash bytea not null,
      answer jsonb not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, user_id, key)
    )`,
  sql`create index idempotency_keys_by_age on idempotency_keys (created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await protectByWorkspace(db, 'organizations', 'id');
  await protectByWorkspace(db, 'memberships');
  await protectByWorkspace(db, 'idempotency_keys');
}
