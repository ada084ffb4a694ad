import { sql, type Selectable } from 'kysely';
import type { AccountLimits, DataScope, ServiceRight } from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './service-accounts.tables.ts';

export type ServiceAccountRow = Selectable<WorkspaceTables['service_accounts']>;

const accounts = (db: WorkspaceDb) =>
  db.selectFrom('service_accounts').selectAll().where('workspace_id', '=', db.workspaceId);

/** Lists the accounts by name. */
export const listAccounts = (db: WorkspaceDb): Promise<ServiceAccountRow[]> =>
  accounts(db)
    .orderBy(sql`name collate alphabetical`)
    .execute();

export const findAccount = (db: WorkspaceDb, id: string): Promise<ServiceAccountRow | undefined> =>
  accounts(db).where('id', '=', id).executeTakeFirst();

/** Returns an account that nobody else changes until the transaction ends. */
export const lockAccount = (db: WorkspaceDb, id: string): Promise<ServiceAccountRow | undefined> =>
  accounts(db).where('id', '=', id).forUpdate().executeTakeFirst();

/** Waits for others who add or rename accounts, until the transaction ends. */
export async function lockAccountNames(db: WorkspaceDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`service accounts ${db.workspaceId}`}, 0))`.execute(
    db,
  );
}

interface AccountValues {
  readonly name: string;
  readonly description: string;
  readonly scope: DataScope | null;
  readonly rights: readonly ServiceRight[];
  readonly networks: readonly string[];
  readonly limits: AccountLimits;
}

interface NewAccount extends AccountValues {
  readonly id: string;
  readonly createdBy: string;
}

const columnsOf = ({ name, description, scope, rights, networks, limits }: AccountValues) => ({
  name,
  description,
  scope: scope && JSON.stringify(scope),
  rights: [...rights],
  networks: [...networks],
  requests_max: limits.requests,
  seconds_max: limits.seconds,
});

export async function insertAccount(
  db: WorkspaceDb,
  { id, createdBy, ...values }: NewAccount,
): Promise<void> {
  await db
    .insertInto('service_accounts')
    .values({
      workspace_id: db.workspaceId,
      id,
      ...columnsOf(values),
      created_by: createdBy,
    })
    .execute();
}

interface AccountChange extends AccountValues {
  readonly disabledAt: Date | null;
}

export async function updateAccount(
  db: WorkspaceDb,
  id: string,
  { disabledAt, ...values }: AccountChange,
): Promise<void> {
  await db
    .updateTable('service_accounts')
    .set({
      ...columnsOf(values),
      disabled_at: disabledAt,
      version: sql<number>`version + 1`,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Deletes an account with its tokens. */
export async function deleteAccount(db: WorkspaceDb, id: string): Promise<void> {
  await db
    .deleteFrom('service_accounts')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** What a scope can name: a connection, or a table with the columns that are known of it. */
interface Nameable {
  readonly sourceConnectionId: string;
  /** Null for a connection without tables. */
  readonly tableName: string | null;
  readonly columns: readonly StreamColumn[];
}

/** Lists what the connections of a scope have. */
export async function listNameable(db: WorkspaceDb, connectionIds: readonly string[]): Promise<Nameable[]> {
  const { rows } = await sql<Nameable>`
    select connection.id as "sourceConnectionId", tables.table_name as "tableName",
      coalesce(version.columns, '[]') as columns
    from all_source_connections as connection
    left join tables
      on tables.workspace_id = connection.workspace_id and tables.source_connection_id = connection.id
    left join table_versions as version
      on version.workspace_id = tables.workspace_id and version.table_id = tables.id
      and version.version = tables.current_version
    where connection.workspace_id = ${db.workspaceId} and connection.id = any(${[...connectionIds]}::text[])`.execute(
    db,
  );
  return rows;
}
