import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  sql`
    create table workspace_invitations (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      email text not null,
      email_folded text not null,
      role text not null check (role in ('admin', 'editor', 'runner', 'reader')),
      -- SHA-256 of the link's code: whoever reads this table can't use it. A new link replaces it.
      code_hash bytea not null unique,
      -- The link went to the address and nowhere else, so whoever has it reads the address's mail.
      by_mail boolean not null,
      invited_by text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      accepted_at timestamptz,
      cancelled_at timestamptz,
      primary key (workspace_id, id)
    )`,
  // An address is invited once at a time.
  sql`
    create unique index workspace_invitations_open on workspace_invitations (workspace_id, email_folded)
      where accepted_at is null and cancelled_at is null`,
  sql`
    create or replace view workspace_members with (security_invoker = true) as
      select memberships.workspace_id, memberships.user_id, memberships.role, users.email, users.name,
        memberships.created_at
      from memberships join users on users.id = memberships.user_id`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await protectByWorkspace(db, 'workspace_invitations');
}
