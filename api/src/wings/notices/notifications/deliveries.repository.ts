import { sql, type Selectable } from 'kysely';
import { DELIVERY_DAYS_KEPT, type DeliveryFault } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import { isAfter, positionOf, type NewestFirst } from '../../../platform/database/newest-first.ts';
import { allows, stateAfter } from '../../../platform/database/transitions.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { NOTIFICATION_DELIVERY } from './delivery.states.ts';
import './notifications.tables.ts';

export type DeliveryRow = Selectable<WorkspaceTables['notification_deliveries']>;
/** `created_at` in microseconds, which a Date doesn't hold. */
type PlacedDelivery = DeliveryRow & { position: number };

type NewDelivery = Pick<DeliveryRow, 'id' | 'channel_id' | 'trigger' | 'subject' | 'body' | 'state'> &
  Partial<Pick<DeliveryRow, 'fault' | 'recipients'>>;

export async function insertDelivery(db: WorkspaceDb, delivery: NewDelivery): Promise<void> {
  await db
    .insertInto('notification_deliveries')
    .values({ workspace_id: db.workspaceId, ...delivery })
    .execute();
}

const deliveries = (db: WorkspaceDb) =>
  db.selectFrom('notification_deliveries').selectAll().where('workspace_id', '=', db.workspaceId);

export const findDelivery = (db: WorkspaceDb, id: string): Promise<DeliveryRow | undefined> =>
  deliveries(db).where('id', '=', id).executeTakeFirst();

export const lockDelivery = (db: WorkspaceDb, id: string): Promise<DeliveryRow | undefined> =>
  deliveries(db).where('id', '=', id).forUpdate().executeTakeFirst();

/** Lists what was sent to one channel or all of them, newest first, from before a position. */
export async function listDeliveries(
  db: WorkspaceDb,
  channelId: string | undefined,
  before: NewestFirst | null,
  limit: number,
): Promise<PlacedDelivery[]> {
  const { rows } = await sql<PlacedDelivery>`
    select *, ${positionOf('created_at')} as position from notification_deliveries
    where workspace_id = ${db.workspaceId}
      ${channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`}
      and ${isAfter(before, 'created_at', 'id')}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countDeliveries(db: WorkspaceDb, channelId: string | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from notification_deliveries where workspace_id = ${db.workspaceId}
      ${channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`}`.execute(db);
  return rows[0]!.total;
}

/** Returns the latest delivery of each channel. */
export async function latestDeliveries(db: WorkspaceDb): Promise<Map<string, DeliveryRow>> {
  const { rows } = await sql<DeliveryRow>`
    select latest.* from notification_channels channel
    cross join lateral (
      select * from notification_deliveries
      where workspace_id = channel.workspace_id and channel_id = channel.id
      order by created_at desc, id desc limit 1
    ) latest
    where channel.workspace_id = ${db.workspaceId}`.execute(db);
  return new Map(rows.map((row) => [row.channel_id, row]));
}

/** How many emails a channel has sent within the last hour. */
export async function emailsOfLastHour(db: WorkspaceDb, channelId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification_deliveries
    where workspace_id = ${db.workspaceId} and channel_id = ${channelId} and state = 'emailed'
      and created_at > now() - interval '1 hour'`.execute(db);
  return rows[0]!.count;
}

/** Whether a receiver has accepted anything since a delivery was created. */
export async function hasAcceptedSince(db: WorkspaceDb, { channel_id, id }: DeliveryRow): Promise<boolean> {
  const { rows } = await sql`
    select from notification_deliveries delivered join notification_deliveries given
      on given.workspace_id = delivered.workspace_id and given.id = ${id}
    where delivered.workspace_id = ${db.workspaceId} and delivered.channel_id = ${channel_id}
      and delivered.state = 'delivered' and delivered.attempted_at > given.created_at
    limit 1`.execute(db);
  return rows.length > 0;
}

interface Attempt {
  readonly event: 'accepted' | 'refused' | 'given_up';
  readonly status: number | null;
  readonly fault: DeliveryFault | null;
  /** When the next attempt follows. Null for none. */
  readonly minutes: number | null;
}

/** Records an attempt. Returns false if the delivery is over, or another process has made the same attempt. */
export async function updateDelivery(
  db: WorkspaceDb,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
  { event, minutes, ...outcome }: Attempt,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notification_deliveries')
    .set({
      state: stateAfter(NOTIFICATION_DELIVERY, event),
      ...outcome,
      attempts: sql<number>`attempts + 1`,
      attempted_at: sql<Date>`now()`,
      next_at: minutes === null ? null : sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where(allows(NOTIFICATION_DELIVERY, event))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Leaves out what is still to be sent. */
export async function skipDelivery(db: WorkspaceDb, id: string, fault: DeliveryFault): Promise<void> {
  await db
    .updateTable('notification_deliveries')
    .set({ state: stateAfter(NOTIFICATION_DELIVERY, 'left_out'), fault, next_at: null })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .where(allows(NOTIFICATION_DELIVERY, 'left_out'))
    .execute();
}

/** Ends what waits for its next attempt: its workspace was deleted. */
export async function skipWaiting(db: WorkspaceDb): Promise<void> {
  await db
    .updateTable('notification_deliveries')
    .set({
      ...{ state: stateAfter(NOTIFICATION_DELIVERY, 'left_out'), fault: 'workspace_deleted', next_at: null },
    })
    .where('workspace_id', '=', db.workspaceId)
    .where(allows(NOTIFICATION_DELIVERY, 'left_out'))
    .execute();
}

export async function deleteOldDeliveries(db: InstallationDb): Promise<void> {
  await sql`
    delete from notification_deliveries
    where created_at < now() - make_interval(days => ${DELIVERY_DAYS_KEPT})`.execute(db);
}
