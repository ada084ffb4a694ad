import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { isLiveWorkspace } from '../../../platform/database/live-workspaces.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './run-facts.tables.ts';

/** What people and queries call the table, and where it is. */
export const RUN_TABLE = 'sync_runs';
const PRODUCT = 'Headwater';

/** Runs that end shortly after each other make one version. */
const PAUSE_SECONDS = 10;
/** How many times as long as it took to make the table it's left alone, so that many runs cost little. */
const PAUSE_PER_WORK = 20;
/** For so long nobody else makes the table. Then whoever did is gone, or it failed. */
const TAKEN_MINUTES = 5;

export interface RunTable {
  sourceConnectionId: string;
  tableId: string;
}

export async function findRunTable(db: WorkspaceDb): Promise<RunTable | undefined> {
  return db
    .selectFrom('run_facts')
    .innerJoin('tables', (join) =>
      join
        .onRef('tables.workspace_id', '=', 'run_facts.workspace_id')
        .onRef('tables.id', '=', 'run_facts.table_id'),
    )
    .select(['tables.source_connection_id as sourceConnectionId', 'tables.id as tableId'])
    .where('run_facts.workspace_id', '=', db.workspaceId)
    .executeTakeFirst();
}

/** Creates the table, with its connection, unless it exists. Returns whether it is new. */
export async function ensureRunTable(db: WorkspaceDb): Promise<RunTable & { isNew: boolean }> {
  await sql`
    insert into all_source_connections (workspace_id, id, name, connector, configuration, address, setup)
    values (${db.workspaceId}, ${newId('src')}, ${PRODUCT}, 'headwater', '{}', '', 'connected')
    on conflict (workspace_id) where connector = 'headwater' do nothing`.execute(db);
  const { rows } = await sql<{ id: string }>`
    select id from all_source_connections
    where workspace_id = ${db.workspaceId} and connector = 'headwater' for no key update`.execute(db);
  const sourceConnectionId = rows[0]!.id;
  const known = await findRunTable(db);
  if (known) return { ...known, isNew: false };
  const tableId = newId('tbl');
  await db
    .insertInto('tables')
    .values({
      ...{ workspace_id: db.workspaceId, id: tableId, source_connection_id: sourceConnectionId },
      ...{ table_name: RUN_TABLE, stream_key: null },
    })
    .execute();
  await db.insertInto('run_facts').values({ workspace_id: db.workspaceId, table_id: tableId }).execute();
  // Whoever creates it also makes it. If that fails, it's due.
  await db.insertInto('run_fact_changes').values({ workspace_id: db.workspaceId }).execute();
  await holdBack(db, sql`make_interval(mins => ${TAKEN_MINUTES})`);
  return { sourceConnectionId, tableId, isNew: true };
}

const holdBack = (db: WorkspaceDb, time: ReturnType<typeof sql>) =>
  sql`update run_facts set next_at = now() + ${time} where workspace_id = ${db.workspaceId}`.execute(db);

/** Takes the next workspace whose runs have changed, or returns undefined. */
export const takeDue = (database: Database): Promise<{ workspaceId: string } | undefined> =>
  installationTransaction(database, async (db) => {
    const { rows } = await sql<{ workspaceId: string }>`
      update run_facts set next_at = now() + make_interval(mins => ${TAKEN_MINUTES})
      where workspace_id in (
        select workspace_id from run_facts
        where next_at <= now() and ${isLiveWorkspace('run_facts.workspace_id')}
          and exists (select from run_fact_changes changed where changed.workspace_id = run_facts.workspace_id)
        order by next_at limit 1 for update skip locked)
      returning workspace_id as "workspaceId"`.execute(db);
    return rows[0];
  });

/** Gives a table back whose worker stops. Another one makes it anew. */
export const handBack = (db: WorkspaceDb): Promise<unknown> => holdBack(db, sql`interval '0'`);

/** Makes all tables due that were just being made, when a product with its own store starts. */
export const dropTaken = (database: Database): Promise<unknown> =>
  installationTransaction(database, (db) => sql`update run_facts set next_at = now()`.execute(db));

/** What a version of the table is to show: all that has changed until now. */
export interface Beginning extends RunTable {
  /** Of the file that is written. */
  token: number;
  changes: readonly number[];
}

/** Begins a version of the table. Returns undefined if there is no table anymore. */
export async function begin(db: WorkspaceDb): Promise<Beginning | undefined> {
  const table = await findRunTable(db);
  if (!table) return undefined;
  const { rows } = await sql<{ token: number }>`
    update all_source_connections set last_lease_token = last_lease_token + 1
    where workspace_id = ${db.workspaceId} and id = ${table.sourceConnectionId}
    returning last_lease_token as token`.execute(db);
  const changes = await db
    .selectFrom('run_fact_changes')
    .select('position')
    .where('workspace_id', '=', db.workspaceId)
    .execute();
  return { ...table, token: rows[0]!.token, changes: changes.map(({ position }) => position) };
}

/** Stores that the table shows these changes, after so much work. What has changed meanwhile makes it due again. */
export async function noteMade(
  db: WorkspaceDb,
  changes: readonly number[],
  milliseconds: number,
): Promise<void> {
  await sql`
    delete from run_fact_changes
    where workspace_id = ${db.workspaceId} and position = any(${[...changes]}::bigint[])`.execute(db);
  const pause = Math.max(PAUSE_SECONDS, (milliseconds / 1_000) * PAUSE_PER_WORK);
  await holdBack(db, sql`make_interval(secs => ${pause})`);
}
