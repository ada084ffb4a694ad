import { ownValue } from '@headwater/shared/contract';
import { sql, type Selectable } from 'kysely';
import type { Language, Role, SubscriptionChoices } from '@headwater/shared/contract';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './report-subscriptions.tables.ts';

export type SubscriptionRow = Selectable<WorkspaceTables['report_subscriptions']>;

/** A subscription with the members to whom it goes. */
export interface ListedSubscription extends SubscriptionRow {
  readonly recipients: { id: string; name: string }[];
}

const listed = (db: WorkspaceDb) =>
  db
    .selectFrom('report_subscriptions')
    .selectAll('report_subscriptions')
    .select(
      sql<ListedSubscription['recipients']>`
        coalesce((
          select json_agg(json_build_object('id', member.user_id, 'name', member.name) order by member.name collate alphabetical, member.user_id)
          from report_recipients recipient
          join workspace_members member
            on member.workspace_id = recipient.workspace_id and member.user_id = recipient.user_id
          where recipient.workspace_id = report_subscriptions.workspace_id
            and recipient.subscription_id = report_subscriptions.id
        ), '[]')`.as('recipients'),
    )
    .where('report_subscriptions.workspace_id', '=', db.workspaceId);

/** Lists the subscriptions of a report, the oldest first. */
export const listSubscriptions = (db: WorkspaceDb, reportId: string): Promise<ListedSubscription[]> =>
  listed(db).where('report_id', '=', reportId).orderBy('created_at').orderBy('id').execute();

/** Returns a subscription of a report, which nobody else changes until the transaction ends. */
export async function lockSubscription(
  db: WorkspaceDb,
  reportId: string,
  id: string,
): Promise<ListedSubscription | undefined> {
  await db
    .selectFrom('report_subscriptions')
    .select('id')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  return listed(db).where('report_id', '=', reportId).where('id', '=', id).executeTakeFirst();
}

export const findSubscription = (db: WorkspaceDb, id: string): Promise<ListedSubscription | undefined> =>
  listed(db).where('id', '=', id).executeTakeFirst();

type Choices = Omit<SubscriptionChoices, 'memberIds'>;

const columnsOf = ({ schedule, zone, filters, onlyFresh, skipEmpty, skipUnchanged, attachPdf }: Choices) => ({
  schedule: schedule && JSON.stringify(schedule),
  ...{ zone, filters, only_fresh: onlyFresh, skip_empty: skipEmpty },
  ...{ skip_unchanged: skipUnchanged, attach_pdf: attachPdf },
});

/** Returns what people have chosen. */
export const choicesOf = (row: SubscriptionRow): Choices => ({
  ...{ schedule: row.schedule, zone: row.zone, filters: row.filters, onlyFresh: row.only_fresh },
  ...{ skipEmpty: row.skip_empty, skipUnchanged: row.skip_unchanged, attachPdf: row.attach_pdf },
});

/** The versions that the tables of a report have now, by table. */
const versionsNow = (db: WorkspaceDb, reportId: string) => sql<string>`
  coalesce((
    select jsonb_object_agg(tables.id, tables.current_version)
    from reports
    join report_versions current on current.workspace_id = reports.workspace_id
      and current.report_id = reports.id and current.version = reports.version
    join tables on tables.workspace_id = reports.workspace_id and tables.id = any(current.table_ids)
    where reports.workspace_id = ${db.workspaceId} and reports.id = ${reportId}
  ), '{}')`;

interface Owner {
  readonly id: string;
  readonly name: string;
}

export async function insertSubscription(
  db: WorkspaceDb,
  {
    id,
    reportId,
    owner,
    choices,
    nextAt,
  }: { id: string; reportId: string; owner: Owner; choices: Choices; nextAt: number | null },
): Promise<void> {
  await db
    .insertInto('report_subscriptions')
    .values({
      ...{
        workspace_id: db.workspaceId,
        id,
        report_id: reportId,
        owner_id: owner.id,
        owner_name: owner.name,
      },
      ...columnsOf(choices),
      ...{ next_at: nextAt === null ? null : new Date(nextAt), seen: versionsNow(db, reportId) },
    })
    .execute();
}

interface SubscriptionChange {
  readonly choices: Choices;
  /** Who pauses it. Null if it isn't paused. */
  readonly pausedBy: string | null;
  readonly owner: Owner | { id: null; name: string };
  readonly nextAt: number | null;
  /** Whether what has changed until now is sent no more. */
  readonly startsAnew: boolean;
}

export async function updateSubscription(
  db: WorkspaceDb,
  { id, report_id, paused_at }: SubscriptionRow,
  { choices, pausedBy, owner, nextAt, startsAnew }: SubscriptionChange,
): Promise<void> {
  await db
    .updateTable('report_subscriptions')
    .set({
      ...columnsOf(choices),
      ...{ owner_id: owner.id, owner_name: owner.name, paused_by: pausedBy },
      paused_at: pausedBy === null ? null : (paused_at ?? sql<Date>`now()`),
      next_at: nextAt === null ? null : new Date(nextAt),
      ...(startsAnew && { seen: versionsNow(db, report_id) }),
      version: sql<number>`version + 1`,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Sets to whom a subscription goes. */
export async function storeRecipients(
  db: WorkspaceDb,
  id: string,
  userIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('report_recipients')
    .where('workspace_id', '=', db.workspaceId)
    .where('subscription_id', '=', id)
    .execute();
  if (userIds.length === 0) return;
  await db
    .insertInto('report_recipients')
    .values(userIds.map((user_id) => ({ workspace_id: db.workspaceId, subscription_id: id, user_id })))
    .execute();
}

/** Returns whether they got it until now. */
export async function deleteRecipient(db: WorkspaceDb, id: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('report_recipients')
    .where('workspace_id', '=', db.workspaceId)
    .where('subscription_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteSubscription(db: WorkspaceDb, id: string): Promise<void> {
  await db
    .deleteFrom('report_subscriptions')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Returns those of the IDs that belong to members. */
export async function membersAmong(db: WorkspaceDb, ids: readonly string[]): Promise<Set<string>> {
  const found = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', db.workspaceId)
    .where('user_id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Set(found.map(({ user_id }) => user_id));
}

export interface Recipient {
  id: string;
  address: string;
  language: Language;
}

/** Returns whom the mails of a delivery still have to reach: members, with whom guests of the demo don't count. */
export async function recipientsLeft(
  db: WorkspaceDb,
  subscriptionId: string,
  deliveryId: string,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select users.id, users.email as address, coalesce(users.language, 'en') as language
    from report_recipients recipient join users on users.id = recipient.user_id
    where recipient.workspace_id = ${db.workspaceId} and recipient.subscription_id = ${subscriptionId}
      and users.demo_ends_at is null
      and not exists (
        select from report_mails mail where mail.workspace_id = recipient.workspace_id
          and mail.delivery_id = ${deliveryId} and mail.user_id = recipient.user_id)
    order by users.email`.execute(db);
  return rows;
}

/** A member as a mail addresses them. */
export type Mailbox = Recipient & { name: string; role: Role };

/** Returns a member as a mail addresses them. */
export async function findMailbox(db: WorkspaceDb, userId: string): Promise<Mailbox | undefined> {
  const { rows } = await sql<Mailbox>`
    select users.id, users.email as address, coalesce(users.language, 'en') as language, users.name, member.role
    from memberships member join users on users.id = member.user_id
    where member.workspace_id = ${db.workspaceId} and member.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Locks a subscription whose time has come. Returns undefined if another server was faster. */
export async function lockDueSubscription(db: WorkspaceDb, id: string): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select * from report_subscriptions
    where workspace_id = ${db.workspaceId} and id = ${id} and next_at <= now()
    for update skip locked`.execute(db);
  return rows[0];
}

/** Plans the next delivery. No edit, so the version stays the same. */
export async function planNext(db: WorkspaceDb, id: string, nextAt: number | null): Promise<void> {
  await db
    .updateTable('report_subscriptions')
    .set({ next_at: nextAt === null ? null : new Date(nextAt) })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/**
 * Looks at the versions of a subscription's tables. Returns whether one of them has changed since the last look, and which
 * day it is where the subscription is. A table that has come into the report since then hasn't changed.
 */
export async function look(db: WorkspaceDb, id: string): Promise<{ hasChanged: boolean; day: string }> {
  const row = await db
    .selectFrom('report_subscriptions')
    .selectAll()
    .select(sql<string>`to_char(now() at time zone zone, 'YYYY-MM-DD')`.as('day'))
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return { hasChanged: false, day: '' };
  const seen = await db
    .updateTable('report_subscriptions')
    .set({ seen: versionsNow(db, row.report_id) })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .returning('seen')
    .executeTakeFirstOrThrow();
  const hasChanged = Object.entries(seen.seen).some(
    ([table, version]) => Object.hasOwn(row.seen, table) && ownValue(row.seen, table) !== version,
  );
  return { hasChanged, day: row.day };
}
