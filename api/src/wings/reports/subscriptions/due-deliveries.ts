import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { installationSelect, installationTransaction } from '../../../platform/database/installation-db.ts';
import { isLiveWorkspace } from '../../../platform/database/live-workspaces.ts';
import { allows } from '../../../platform/database/transitions.ts';
import { REPORT_DELIVERY } from './delivery.states.ts';
import { heldUntil, type TakenDelivery } from './deliveries.repository.ts';
import './report-subscriptions.tables.ts';

interface Found {
  workspaceId: string;
  id: string;
}

/** Whether the report of a subscription isn't deleted. */
const hasReport = sql`exists (
  select from reports where reports.workspace_id = report_subscriptions.workspace_id and reports.id = report_id)`;

/** Lists subscriptions whose time has come, in every workspace. */
export const listDueSubscriptions = (database: Database, limit: number): Promise<Found[]> =>
  installationSelect<Found>(
    database,
    sql`
      select workspace_id as "workspaceId", id from report_subscriptions
      where next_at <= now() and ${isLiveWorkspace('report_subscriptions.workspace_id')} and ${hasReport} order by next_at limit ${limit}`,
  );

/**
 * Lists subscriptions without a schedule whose tables have other versions than when they were looked at, once no run
 * loads any of these tables.
 */
export const listChangedSubscriptions = (database: Database, limit: number): Promise<Found[]> =>
  installationSelect<Found>(
    database,
    sql`
      select subscription.workspace_id as "workspaceId", subscription.id
      from report_subscriptions subscription
      join reports on reports.workspace_id = subscription.workspace_id and reports.id = subscription.report_id
      join report_versions current on current.workspace_id = reports.workspace_id
        and current.report_id = reports.id and current.version = reports.version
      where subscription.schedule is null and subscription.paused_at is null and subscription.owner_id is not null
        and ${isLiveWorkspace('subscription.workspace_id')}
        and exists (
          select from tables where tables.workspace_id = subscription.workspace_id
            and tables.id = any(current.table_ids)
            and (not subscription.seen ? tables.id
              or tables.current_version is distinct from (subscription.seen ->> tables.id)::int))
        and not exists (
          select from tables join sync_runs run on run.workspace_id = tables.workspace_id
            and run.source_connection_id = tables.source_connection_id and run.ended_at is null
          where tables.workspace_id = subscription.workspace_id and tables.id = any(current.table_ids))
      limit ${limit}`,
  );

/** Takes the delivery that has been due for longest, or returns undefined. */
export const takeDueDelivery = (database: Database): Promise<TakenDelivery | undefined> =>
  installationTransaction(database, async (db) => {
    const { rows } = await sql<TakenDelivery>`
      update report_deliveries set due_at = ${heldUntil}
      where (workspace_id, id) in (
        select workspace_id, id from report_deliveries
        where due_at <= now() and ${allows(REPORT_DELIVERY, 'held')} and ${isLiveWorkspace('report_deliveries.workspace_id')}
          and exists (
            select from report_subscriptions
            where report_subscriptions.workspace_id = report_deliveries.workspace_id
              and report_subscriptions.id = subscription_id and ${hasReport})
        order by due_at limit 1 for update skip locked)
      returning workspace_id as "workspaceId", id, due_at::text as lease`.execute(db);
    return rows[0];
  });
