import { sql, type Selectable } from 'kysely';
import type { ChannelAttributes, Language, NotificationTrigger } from '@headwater/shared/contract';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './notifications.tables.ts';

export type ChannelRow = Selectable<WorkspaceTables['notification_channels']>;

const channels = (db: WorkspaceDb) =>
  db.selectFrom('notification_channels').selectAll().where('workspace_id', '=', db.workspaceId);

/** Lists the channels, the oldest first. */
export const listChannels = (db: WorkspaceDb): Promise<ChannelRow[]> =>
  channels(db).orderBy('created_at').orderBy('id').execute();

export const listChannelsFor = (db: WorkspaceDb, trigger: NotificationTrigger): Promise<ChannelRow[]> =>
  channels(db)
    .where(sql<boolean>`${trigger} = any(triggers)`)
    .execute();

export const findChannel = (db: WorkspaceDb, id: string): Promise<ChannelRow | undefined> =>
  channels(db).where('id', '=', id).executeTakeFirst();

/** Returns a channel that nobody else changes until the transaction ends. */
export const lockChannel = (db: WorkspaceDb, id: string): Promise<ChannelRow | undefined> =>
  channels(db).where('id', '=', id).forUpdate().executeTakeFirst();

/** Waits for others who add or rename channels, until the transaction ends. */
export async function lockChannelNames(db: WorkspaceDb): Promise<void> {
  const key = `notification channels ${db.workspaceId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

type NewChannel = Pick<
  ChannelRow,
  | 'id'
  | 'kind'
  | 'name'
  | 'triggers'
  | 'member_ids'
  | 'addresses'
  | 'language'
  | 'sealed'
  | 'url_hint'
  | 'created_by'
>;

export async function insertChannel(db: WorkspaceDb, channel: NewChannel): Promise<void> {
  await db
    .insertInto('notification_channels')
    .values({ workspace_id: db.workspaceId, ...channel })
    .execute();
}

type ChannelChange = Partial<
  Pick<ChannelRow, 'name' | 'triggers' | 'member_ids' | 'addresses' | 'language' | 'sealed' | 'url_hint'>
> & { readonly pause?: ChannelAttributes['pause'] };

export async function updateChannel(
  db: WorkspaceDb,
  id: string,
  { pause, ...change }: ChannelChange,
): Promise<void> {
  await db
    .updateTable('notification_channels')
    .set({
      ...change,
      ...(pause !== undefined && { pause: pause && JSON.stringify(pause) }),
      version: sql<number>`version + 1`,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a channel with what was sent to it. */
export async function deleteChannel(db: WorkspaceDb, id: string): Promise<void> {
  await db
    .deleteFrom('notification_channels')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

export interface Recipient {
  address: string;
  language: Language;
}

/** Returns whom a channel's emails go to, each address once: those of its members who still are, and the others. */
export async function listRecipients(
  db: WorkspaceDb,
  { member_ids: memberIds, addresses, language }: Pick<ChannelRow, 'member_ids' | 'addresses' | 'language'>,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select member.email as address, coalesce(users.language, 'en') as language
    from workspace_members member join users on users.id = member.user_id
    where member.workspace_id = ${db.workspaceId} and member.user_id = any(${memberIds}::text[])
    order by member.email`.execute(db);
  const known = new Set(rows.map(({ address }) => address.toLowerCase()));
  const others = addresses.filter((address) => !known.has(address.toLowerCase()));
  return [...rows, ...others.map((address) => ({ address, language }))];
}

/** Returns those of the IDs that belong to members. */
export async function membersAmong(db: WorkspaceDb, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from workspace_members
    where workspace_id = ${db.workspaceId} and user_id = any(${[...ids]}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function workspaceName(db: WorkspaceDb): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from organizations where id = ${db.workspaceId}`.execute(db);
  return rows[0]!.name;
}

/** Returns the language that a user has chosen. */
export async function languageOfUser(db: WorkspaceDb, userId: string): Promise<Language> {
  const { rows } = await sql<{ language: Language }>`
    select coalesce(language, 'en') as language from users where id = ${userId}`.execute(db);
  return rows[0]?.language ?? 'en';
}
