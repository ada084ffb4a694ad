import { sql } from 'kysely';
import type { Role, SuperuserUserAttributes } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { Aged, AgePage } from './age-page.ts';

interface UserRow extends Aged {
  email: string;
  name: string;
  isSuperuser: boolean;
  createdAt: Date;
  lastSignInAt: Date | null;
  sessions: number;
  organizations: { organizationId: string; name: string; role: Role }[];
}

// Demo users need no administration: they are deleted automatically within hours.
const stays = sql`demo_ends_at is null`;

const matches = (search: string | null) =>
  search === null ? stays : sql`${stays} and (email_folded like ${search} or lower(name) like ${search})`;

export async function listUsers(db: InstallationDb, { size, after, search }: AgePage): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select
      id, created_at::text as "at", email, name, is_superuser as "isSuperuser",
      created_at as "createdAt", last_sign_in_at as "lastSignInAt",
      (
        select count(*) from sessions
        where user_id = users.id and expires_at > now()
      ) as "sessions",
      (
        select coalesce(json_agg(
          json_build_object('organizationId', organizations.id, 'name', organizations.name, 'role', role)
          order by organizations.name collate alphabetical, organizations.id
        ), '[]')
        from memberships join organizations on organizations.id = workspace_id
        where user_id = users.id
      ) as "organizations"
    from users
    where ${matches(search)}
      and ${after === null ? sql`true` : sql`(created_at, id) < (${after.at}::timestamptz, ${after.id})`}
    order by created_at desc, id desc
    limit ${size}`.execute(db);
  return rows;
}

export async function countUsers(db: InstallationDb, search: string | null): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as "total" from users where ${matches(search)}`.execute(db);
  return rows[0]!.total;
}

export function presentUser(row: UserRow): {
  type: 'users';
  id: string;
  attributes: SuperuserUserAttributes;
} {
  const { id, email, name, isSuperuser, createdAt, lastSignInAt, sessions, organizations } = row;
  const times = { createdAt: createdAt.toISOString(), lastSignInAt: lastSignInAt?.toISOString() ?? null };
  return { type: 'users', id, attributes: { email, name, isSuperuser, ...times, sessions, organizations } };
}
