import { sql, type RawBuilder } from 'kysely';
import type { AuditAction, AuditEventAttributes, AuditOutcome } from '@headwater/shared/contract';
import { isAfter, positionOf, type NewestFirst } from '../../../platform/database/newest-first.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './audit.tables.ts';

export interface AuditLogRow {
  id: string;
  at: Date;
  /** `at` in microseconds, which a Date doesn't hold. */
  position: number;
  actorId: string | null;
  actorName: string | null;
  action: AuditAction;
  outcome: AuditOutcome;
  subjectType: string | null;
  subjectId: string | null;
  subjectName: string | null;
  address: string | null;
  requestId: string | null;
  details: AuditEventAttributes['details'];
}

export interface AuditFilter {
  /** `product` for what the product has done on its own. */
  readonly actorId: string | undefined;
  readonly action: AuditAction | undefined;
  readonly outcome: AuditOutcome | undefined;
  /** RFC 3339. */
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** The present name of a user or a service account, also of a user who has left. */
const nameOfActor = (id: RawBuilder<unknown>) => sql`coalesce(
  (select coalesce(nullif(name, ''), email) from users where users.id = ${id}),
  (select name from service_accounts
    where service_accounts.workspace_id = event.workspace_id and service_accounts.id = ${id}),
  (select details ->> 'name' from audit_events deleted
    where deleted.workspace_id = event.workspace_id and deleted.subject_id = ${id}
      and deleted.subject_type = 'service_accounts' and deleted.details ? 'name'
    order by at desc limit 1))`;

/** Where the present name of each type of subject is found. The other types are named by their events. */
const NAMES = sql`case event.subject_type
  when 'source_connections' then
    (select name from all_source_connections
      where workspace_id = event.workspace_id and id = event.subject_id)
  when 'sync_runs' then
    (select connection.name || ' #' || run.number from sync_runs run
      join all_source_connections connection
        on connection.workspace_id = run.workspace_id and connection.id = run.source_connection_id
      where run.workspace_id = event.workspace_id and run.id = event.subject_id)
  when 'tables' then
    (select table_name from tables where workspace_id = event.workspace_id and id = event.subject_id)
  when 'table_views' then
    (select name from table_views where workspace_id = event.workspace_id and id = event.subject_id)
  when 'reports' then
    (select name from reports where workspace_id = event.workspace_id and id = event.subject_id)
  when 'saved_queries' then
    (select name from saved_queries where workspace_id = event.workspace_id and id = event.subject_id)
  when 'tool_setups' then
    (select name from tool_setups where workspace_id = event.workspace_id and id = event.subject_id)
  when 'service_accounts' then
    (select name from service_accounts where workspace_id = event.workspace_id and id = event.subject_id)
  when 'users' then
    (select coalesce(nullif(name, ''), email) from users where id = event.subject_id)
end`;

/** Returns what happened, newest first, from before a position. */
export async function listAuditLog(
  db: WorkspaceDb,
  filter: AuditFilter,
  before: NewestFirst | null,
  limit: number,
): Promise<AuditLogRow[]> {
  const { rows } = await sql<AuditLogRow>`
    select event.id, event.at, ${positionOf('event.at')} as position,
      event.actor_id as "actorId", ${nameOfActor(sql`event.actor_id`)} as "actorName", event.action, event.outcome,
      event.subject_type as "subjectType", event.subject_id as "subjectId",
      coalesce(${NAMES}, event.details ->> 'name', (
        select details ->> 'name' from audit_events other
        where other.workspace_id = event.workspace_id and other.subject_id = event.subject_id
          and other.details ? 'name'
        order by at desc limit 1)) as "subjectName",
      event.address, event.request_id as "requestId", event.details
    from audit_events event
    where ${matches(db, filter)}
      and ${isAfter(before, 'event.at', 'event.id')}
    order by event.at desc, event.id desc
    limit ${limit}`.execute(db);
  return rows;
}

export async function countAuditLog(db: WorkspaceDb, filter: AuditFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from audit_events event where ${matches(db, filter)}`.execute(db);
  return rows[0]!.total;
}

function matches(db: WorkspaceDb, { actorId, action, outcome, since, until }: AuditFilter) {
  const conditions = [sql`event.workspace_id = ${db.workspaceId}`];
  if (actorId === 'product') conditions.push(sql`event.actor_id is null`);
  else if (actorId !== undefined) conditions.push(sql`event.actor_id = ${actorId}`);
  if (action !== undefined) conditions.push(sql`event.action = ${action}`);
  if (outcome !== undefined) conditions.push(sql`event.outcome = ${outcome}`);
  if (since !== undefined) conditions.push(sql`event.at >= ${since}::timestamptz`);
  if (until !== undefined) conditions.push(sql`event.at < ${until}::timestamptz`);
  return sql.join(conditions, sql` and `);
}

/** Returns whoever has done something in the workspace, by name, and each action that has been recorded. */
export async function listAuditFacets(db: WorkspaceDb) {
  // Each value is looked up in its index, however many events have it.
  const valuesOf = (column: 'actor_id' | 'action') => sql`
    with recursive found as (
      (select ${sql.ref(column)} as value from audit_events
        where workspace_id = ${db.workspaceId} and ${sql.ref(column)} is not null order by 1 limit 1)
      union all
      select (select ${sql.ref(column)} from audit_events
        where workspace_id = ${db.workspaceId} and ${sql.ref(column)} > found.value order by 1 limit 1)
      from found where found.value is not null
    ) select value from found where value is not null`;
  const { rows: actors } = await sql<{ id: string | null; name: string | null }>`
    select event.actor_id as id, ${nameOfActor(sql`event.actor_id`)} as name
    from (select ${db.workspaceId} as workspace_id, value as actor_id from (${valuesOf('actor_id')}) of_people) event
    union all
    select null, null where exists
      (select from audit_events where workspace_id = ${db.workspaceId} and actor_id is null)
    order by 2, 1`.execute(db);
  const { rows: actions } = await sql<{ value: AuditAction }>`${valuesOf('action')}`.execute(db);
  return { actors, actions: actions.map(({ value }) => value) };
}

/** Returns the zone whose clock people of the workspace go by. */
export async function zoneIn(db: WorkspaceDb): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select coalesce(time_zone, 'UTC') as zone from organizations where id = ${db.workspaceId}`.execute(db);
  return rows[0]!.zone;
}
