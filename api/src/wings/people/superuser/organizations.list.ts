import { sql } from 'kysely';
import type { SuperuserOrganizationAttributes } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import { storedIn } from '../../ground/quotas/index.ts';
import type { Aged, AgePage } from './age-page.ts';

interface OrganizationRow extends Aged {
  name: string;
  createdAt: Date;
  members: number;
  connections: number;
  failingConnections: number;
  rows: number;
  bytes: number;
  lastActivityAt: Date | null;
  deletedAt: Date | null;
}

// Workspaces of the demo come and go by the hour and belong to no one.
const ofNoDemo = sql`not exists (
  select from users where users.id = organizations.created_by and users.demo_ends_at is not null
)`;

const matches = (search: string | null) =>
  search === null ? ofNoDemo : sql`${ofNoDemo} and (lower(name) like ${search} or id like ${search})`;

export async function listOrganizations(
  db: InstallationDb,
  { size, after, search }: AgePage,
): Promise<OrganizationRow[]> {
  const { rows } = await sql<OrganizationRow>`
    select
      id, created_at::text as "at", name, created_at as "createdAt", deleted_at as "deletedAt",
      (select count(*) from memberships where workspace_id = page.id) as "members",
      held.connections, held.failing as "failingConnections", current.rows,
      stored.uploads + stored.exports + stored.versions as bytes,
      greatest(held.youngest, worked.latest, acted.latest) as "lastActivityAt"
    from (
      select id, name, created_at, deleted_at from organizations
      where ${matches(search)}
        and ${after === null ? sql`true` : sql`(created_at, id) < (${after.at}::timestamptz, ${after.id})`}
      order by created_at desc, id desc
      limit ${size}
    ) as page,
    lateral (
      select
        count(*) as connections,
        max(created_at) as youngest,
        count(*) filter (where schema_state = 'discover_failed' or 'failed' = (
          select state from sync_runs
          where workspace_id = page.id and source_connection_id = source_connections.id
          order by number desc limit 1
        )) as failing
      from source_connections where workspace_id = page.id
    ) as held,
    lateral (
      select coalesce(sum(rows), 0)::bigint as rows
      from tables join table_versions
        on table_versions.workspace_id = page.id and table_id = tables.id and version = current_version
      where tables.workspace_id = page.id
    ) as current,
    lateral (${storedIn(sql`page.id`)}) as stored,
    lateral (
      select max(at) as latest from audit_events where workspace_id = page.id and outcome = 'success'
    ) as acted,
    lateral (
      select max(coalesce(ended_at, started_at, created_at)) as latest from sync_runs where workspace_id = page.id
    ) as worked
    order by created_at desc, id desc`.execute(db);
  return rows;
}

export async function countOrganizations(db: InstallationDb, search: string | null): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as "total" from organizations where ${matches(search)}`.execute(db);
  return rows[0]!.total;
}

export function presentOrganization(row: OrganizationRow): {
  type: 'organizations';
  id: string;
  attributes: SuperuserOrganizationAttributes;
} {
  const { id, name, members, connections, failingConnections, rows, bytes } = row;
  const times = {
    createdAt: row.createdAt.toISOString(),
    lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
  return {
    type: 'organizations',
    id,
    attributes: { name, members, connections, failingConnections, rows, bytes, ...times },
  };
}
