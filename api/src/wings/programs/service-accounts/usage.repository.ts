import { sql } from 'kysely';
import { USAGE_DAYS, type ServiceAccountUsageAttributes } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './service-accounts.tables.ts';

/** A little more than is shown, because days begin at other times elsewhere. */
const DAYS_KEPT = USAGE_DAYS + 2;

export interface HourOfUsage {
  accountId: string;
  /** RFC 3339, when it begins. */
  hour: string;
  requests: number;
  refused: number;
  bytes: number;
}

/** Adds to what is stored of these hours. An account may be gone by now. */
export async function addUsage(db: WorkspaceDb, usage: readonly HourOfUsage[]): Promise<void> {
  await sql`
    insert into service_account_usage as stored (workspace_id, service_account_id, hour, requests, refused, bytes)
    select ${db.workspaceId}, account.id, counted.hour, counted.requests, counted.refused, counted.bytes
    from jsonb_to_recordset(${JSON.stringify(usage)}::jsonb)
      as counted ("accountId" text, hour timestamptz, requests bigint, refused bigint, bytes bigint)
    join service_accounts account on account.workspace_id = ${db.workspaceId} and account.id = counted."accountId"
    on conflict (workspace_id, service_account_id, hour) do update set
      requests = stored.requests + excluded.requests, refused = stored.refused + excluded.refused,
      bytes = stored.bytes + excluded.bytes`.execute(db);
}

/** Returns each of the last days of the workspace's time zone, or of UTC, the earliest first. */
export async function readUsage(db: WorkspaceDb, accountId: string): Promise<ServiceAccountUsageAttributes> {
  const { rows } = await sql<ServiceAccountUsageAttributes['days'][number] & { timeZone: string }>`
    with calendar as (
      select coalesce(time_zone, 'UTC') as zone from organizations where id = ${db.workspaceId}
    ), days as (
      select (now() at time zone zone)::date - back as day, zone
      from calendar, generate_series(0, ${USAGE_DAYS - 1}) as back
    )
    select days.day::text as day, days.zone as "timeZone", coalesce(sum(requests), 0)::float8 as requests,
      coalesce(sum(refused), 0)::float8 as refused, coalesce(sum(bytes), 0)::float8 as bytes
    from days left join service_account_usage usage on usage.workspace_id = ${db.workspaceId}
      and usage.service_account_id = ${accountId} and (usage.hour at time zone days.zone)::date = days.day
    group by days.day, days.zone
    order by days.day`.execute(db);
  return {
    timeZone: rows[0]!.timeZone,
    days: rows.map(({ day, requests, refused, bytes }) => ({ day, requests, refused, bytes })),
  };
}

export async function deleteOldUsage(db: InstallationDb): Promise<void> {
  await sql`
    delete from service_account_usage where hour < now() - make_interval(days => ${DAYS_KEPT})`.execute(db);
}
