import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // Who signs in by Google alone has no password.
  sql`alter table users alter column password_hash drop not null`,
  sql`
    alter table users
      add column email_confirmed_at timestamptz,
      add column language text check (language in ('en', 'de')),
      add column theme text check (theme in ('light', 'dark', 'system')),
      add column time_zone text,
      -- The account belongs to the demo, and goes with its workspace at this time.
      add column demo_ends_at timestamptz`,
  sql`create index users_of_the_demo on users (demo_ends_at) where demo_ends_at is not null`,
  sql`
    alter table sessions
      add column user_agent text,
      add column address text`,
  sql`
    create table account_codes (
      id text primary key,
      user_id text not null references users on delete cascade,
      purpose text not null check (purpose in ('confirm_email', 'change_email', 'reset_password')),
      -- SHA-256: whoever reads this table can't use a code.
      code_hash bytea not null unique,
      -- The address that it was sent to.
      email text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- When it was used, or another of its kind was.
      spent_at timestamptz
    )`,
  sql`create index account_codes_of_user on account_codes (user_id, purpose, created_at desc)`,
  sql`
    create table sign_up_invitations (
      id text primary key,
      email text not null,
      email_folded text not null,
      code_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      accepted_at timestamptz
    )`,
  sql`
    create table user_identities (
      -- A provider's own name for a person; an address may pass to somebody else, this never does.
      issuer text not null,
      subject text not null,
      user_id text not null references users on delete cascade,
      email text not null,
      created_at timestamptz not null default now(),
      primary key (issuer, subject),
      unique (user_id, issuer)
    )`,
  sql`
    create table google_attempts (
      id text primary key,
      purpose text not null check (purpose in ('login', 'signup', 'link')),
      -- HMAC of the cookie of the browser that began it.
      browser_hmac bytea not null,
      state_hash bytea not null unique,
      nonce text not null,
      code_verifier text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- What the provider said, once its answer has been checked; and the code by which the page fetches it, once.
      identity jsonb,
      hand_off_hash bytea unique,
      hand_off_expires_at timestamptz
    )`,
  sql`create index google_attempts_by_age on google_attempts (expires_at)`,
  sql`
    create table demo_codes (
      id text primary key,
      code_hash bytea not null unique,
      label text not null,
      max_uses integer not null check (max_uses > 0),
      uses integer not null default 0 check (uses <= max_uses),
      created_at timestamptz not null default now(),
      expires_at timestamptz
    )`,
  sql`
    create table audit_events (
      id text primary key,
      at timestamptz not null default now(),
      -- No reference: what somebody did stays known when they, or the workspace, have gone.
      actor_id text,
      workspace_id text,
      action text not null,
      outcome text not null check (outcome in ('success', 'failure', 'denied')),
      subject_type text,
      subject_id text,
      address text,
      request_id text,
      details jsonb not null default '{}'
    )`,
  sql`create index audit_events_of_workspace on audit_events (workspace_id, at desc, id desc)`,
  sql`create index audit_events_of_actor on audit_events (actor_id, at desc, id desc)`,
  // A trigger and not a grant, as grants are given anew with each migration, and an owner needs none.
  sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'audit_events takes new rows only';
    end $$`,
  sql`
    create trigger audit_events_are_final before update or delete or truncate on audit_events
    for each statement execute function refuse_audit_change()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await protectByWorkspace(db, 'audit_events');
}
