import { sql, type Selectable } from 'kysely';
import {
  DELIVERY_DAYS_KEPT,
  DELIVERY_WAIT_HOURS,
  REPORT_DELIVERIES_SHOWN,
  type ReportDeliveryFault,
  type ReportDeliveryState,
} from '@headwater/shared/contract';
import { newId } from '../../../platform/database/ids.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './report-subscriptions.tables.ts';

type DeliveryRow = Selectable<WorkspaceTables['report_deliveries']>;
export type ListedDelivery = DeliveryRow & { sent: number };

interface NewDelivery {
  readonly subscriptionId: string;
  /** Of which there is one delivery at most. */
  readonly occurrence: string;
  readonly cause: DeliveryRow['cause'];
}

/** Begins a delivery, unless this occurrence has one already. */
export async function insertDelivery(
  db: WorkspaceDb,
  { subscriptionId, occurrence, cause }: NewDelivery,
): Promise<void> {
  await db
    .insertInto('report_deliveries')
    .values({
      ...{
        workspace_id: db.workspaceId,
        id: newId('rdl'),
        subscription_id: subscriptionId,
        occurrence,
        cause,
      },
      ...{ state: 'due', fault: null, due_at: sql<Date>`now()`, ended_at: null, pins: null },
      wait_until: sql<Date>`now() + make_interval(hours => ${DELIVERY_WAIT_HOURS})`,
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'subscription_id', 'occurrence']).doNothing())
    .execute();
}

const listed = (db: WorkspaceDb) =>
  db
    .selectFrom('report_deliveries')
    .selectAll('report_deliveries')
    .select(
      sql<number>`(
        select count(*)::int from report_mails mail where mail.workspace_id = report_deliveries.workspace_id
          and mail.delivery_id = report_deliveries.id and not mail.is_refused
      )`.as('sent'),
    )
    .where('report_deliveries.workspace_id', '=', db.workspaceId);

/** Lists the latest deliveries of a subscription, newest first. */
export const listDeliveries = (db: WorkspaceDb, subscriptionId: string): Promise<ListedDelivery[]> =>
  listed(db)
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(REPORT_DELIVERIES_SHOWN)
    .execute();

/** Returns the latest delivery of each of a report's subscriptions. */
export async function latestDeliveries(
  db: WorkspaceDb,
  reportId: string,
): Promise<Map<string, ListedDelivery>> {
  const found = await listed(db)
    .distinctOn('subscription_id')
    .where('subscription_id', 'in', (query) =>
      query
        .selectFrom('report_subscriptions')
        .select('id')
        .where('workspace_id', '=', db.workspaceId)
        .where('report_id', '=', reportId),
    )
    .orderBy('subscription_id')
    .orderBy('created_at', 'desc')
    .execute();
  return new Map(found.map((row) => [row.subscription_id, row]));
}

export const findDelivery = (db: WorkspaceDb, id: string): Promise<ListedDelivery | undefined> =>
  listed(db).where('id', '=', id).executeTakeFirst();

/** Returns what was sent last by a subscription. */
export async function lastPins(db: WorkspaceDb, subscriptionId: string): Promise<string | null> {
  const found = await db
    .selectFrom('report_deliveries')
    .select('pins')
    .where('workspace_id', '=', db.workspaceId)
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'sent')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.pins ?? null;
}

interface Outcome {
  readonly state: ReportDeliveryState;
  readonly fault?: ReportDeliveryFault;
  /** In how many minutes it's worked on again. Without, it's over. */
  readonly againIn?: number;
  readonly pins?: string;
}

/** Stores what has come of an attempt. */
export async function noteOutcome(
  db: WorkspaceDb,
  id: string,
  { state, fault, againIn, pins }: Outcome,
): Promise<void> {
  await db
    .updateTable('report_deliveries')
    .set({
      ...{ state, fault: fault ?? null, pins: pins ?? null },
      due_at: againIn === undefined ? null : sql<Date>`now() + make_interval(mins => ${againIn})`,
      ended_at: againIn === undefined ? sql<Date>`now()` : null,
      ...(state === 'retrying' && { attempts: sql<number>`attempts + 1` }),
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Stores that somebody has got the mail of a delivery, or never will. */
export async function noteMail(
  db: WorkspaceDb,
  deliveryId: string,
  userId: string,
  isRefused: boolean,
): Promise<void> {
  // Somebody may have left the workspace meanwhile.
  await sql`
    insert into report_mails (workspace_id, delivery_id, user_id, is_refused)
    select workspace_id, ${deliveryId}, user_id, ${isRefused} from memberships
    where workspace_id = ${db.workspaceId} and user_id = ${userId}
    on conflict do nothing`.execute(db);
}

/** Looks again at what waits for fresh data: a run has just ended. Returns whether anything could be sent. */
export async function wakeWaiting(db: WorkspaceDb): Promise<boolean> {
  await sql`
    update report_deliveries set due_at = now()
    where workspace_id = ${db.workspaceId} and state = 'waiting' and due_at > now()`.execute(db);
  const { rows } = await sql`
    select from report_subscriptions where workspace_id = ${db.workspaceId} limit 1`.execute(db);
  return rows.length > 0;
}

export async function deleteOldDeliveries(db: InstallationDb): Promise<void> {
  await sql`
    delete from report_deliveries where ended_at < now() - make_interval(days => ${DELIVERY_DAYS_KEPT})
      and id not in (
        select distinct on (workspace_id, subscription_id) id from report_deliveries
        where state = 'sent' order by workspace_id, subscription_id, ended_at desc)`.execute(db);
}
