import { sql, type Selectable } from 'kysely';
import {
  DELIVERY_DAYS_KEPT,
  DELIVERY_WAIT_HOURS,
  REPORT_DELIVERIES_SHOWN,
  type ReportDeliveryFault,
} from '@headwater/shared/contract';
import { newId } from '../../../platform/database/ids.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import { allows, stateAfter } from '../../../platform/database/transitions.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { LeaseLost } from '../../../platform/jobs/leased-work.ts';
import { REPORT_DELIVERY } from './delivery.states.ts';
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

/** What has come of an attempt. */
export type Outcome =
  | { readonly event: 'sent'; readonly pins: string }
  | { readonly event: 'skipped' | 'failed'; readonly fault: ReportDeliveryFault }
  /** It's worked on again in so many minutes. */
  | { readonly event: 'postponed' | 'fault'; readonly fault: ReportDeliveryFault; readonly againIn: number };

/** A delivery that a process works on. */
export interface TakenDelivery {
  readonly workspaceId: string;
  readonly id: string;
  /** `due_at`, as exactly as the database has it. It's another one once somebody else has taken the delivery. */
  lease: string;
}

/** For so long nobody else works on a delivery: longer than it takes to compute a report, and then to send one mail. */
const HELD_MINUTES = 15;
export const heldUntil = sql<Date>`now() + make_interval(mins => ${HELD_MINUTES})`;

const taken = (db: WorkspaceDb, { id, lease }: TakenDelivery) =>
  sql<boolean>`workspace_id = ${db.workspaceId} and id = ${id} and due_at = ${lease}::timestamptz`;

/**
 * Prolongs the lease of a delivery, and stores what is about to be sent: null for a mail that only says what is late.
 * Throws LeaseLost if somebody else has taken it, or it was deleted.
 */
export async function holdDelivery(
  db: WorkspaceDb,
  delivery: TakenDelivery,
  pins: string | null,
): Promise<void> {
  const { rows } = await sql<{ lease: string }>`
    update report_deliveries set due_at = ${heldUntil}, pins = ${pins}
    where ${taken(db, delivery)} and ${allows(REPORT_DELIVERY, 'held')}
    returning due_at::text as lease`.execute(db);
  if (!rows[0]) throw new LeaseLost();
  delivery.lease = rows[0].lease;
}

/** Stores what has come of an attempt. Throws LeaseLost, and stores nothing, if somebody else has taken the delivery. */
export async function noteOutcome(db: WorkspaceDb, delivery: TakenDelivery, outcome: Outcome): Promise<void> {
  const againIn = 'againIn' in outcome ? outcome.againIn : undefined;
  const { numUpdatedRows } = await db
    .updateTable('report_deliveries')
    .set({
      state: stateAfter(REPORT_DELIVERY, outcome.event),
      fault: 'fault' in outcome ? outcome.fault : null,
      ...('pins' in outcome && { pins: outcome.pins }),
      due_at: againIn === undefined ? null : sql<Date>`now() + make_interval(mins => ${againIn})`,
      ended_at: againIn === undefined ? sql<Date>`now()` : null,
      ...(outcome.event === 'fault' && { attempts: sql<number>`attempts + 1` }),
    })
    .where(taken(db, delivery))
    .where(allows(REPORT_DELIVERY, outcome.event))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost();
}

/** Deletes a delivery of a sync that has changed nothing: it leaves the day to another one. */
export async function forgetDelivery(db: WorkspaceDb, delivery: TakenDelivery): Promise<void> {
  await sql`
    delete from report_deliveries
    where ${taken(db, delivery)} and ${allows(REPORT_DELIVERY, 'skipped')}`.execute(db);
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

/** How often a delivery looks whether its data is fresh. A run that ends makes it look at once. */
export const LOOK_MINUTES = 5;

/** Looks again at what waits for fresh data: a run has just ended. Returns whether anything could be sent. */
export async function wakeWaiting(db: WorkspaceDb): Promise<boolean> {
  // What is due later than that is being worked on.
  await sql`
    update report_deliveries set due_at = now()
    where workspace_id = ${db.workspaceId} and ${allows(REPORT_DELIVERY, 'woken')}
      and due_at > now() and due_at <= now() + make_interval(mins => ${LOOK_MINUTES})`.execute(db);
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
