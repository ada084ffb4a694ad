import { sql } from 'kysely';
import type { ColumnFacts, ProfileFault } from '@headwater/shared/contract';
import type { Database } from '../../../platform/database/database.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { isLiveWorkspace } from '../../../platform/database/live-workspaces.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { LEASE_SECONDS } from '../../../platform/jobs/leased-work.ts';
import './column-profiles.tables.ts';

/** How many versions of a table keep their profile: the last ones that got one. */
const PROFILES_KEPT = 5;

/** Only one worker takes a profile at a time. */
const TAKING = 8_260_411;

/** A version of a table that is being profiled. */
export interface OpenProfile {
  workspaceId: string;
  sourceConnectionId: string;
  tableId: string;
  tableName: string;
  version: number;
}

/** What decides who is next. */
interface Turn {
  /** The workspace that was served last. */
  served: string;
  /** The table that somebody looks at. */
  awaited: string;
}

/**
 * Takes the next profile that is due, or returns null. Those that people have asked for come first, then the one that
 * somebody looks at, and then the other current versions without one, in turns between workspaces.
 */
export function takeDueProfile(database: Database, { served, awaited }: Turn): Promise<OpenProfile | null> {
  return installationTransaction(database, async (db) => {
    await sql`select pg_advisory_xact_lock(${TAKING})`.execute(db);
    const { rows } = await sql<OpenProfile>`
      with due as (
        select workspace_id, table_id, version, requested, created_at as since from table_profiles
        where state = 'queued' or (state = 'running' and alive_until <= now())
        union all
        select found.workspace_id, found.table_id, found.version, false, found.committed_at
        from tables join table_versions found on found.workspace_id = tables.workspace_id
          and found.table_id = tables.id and found.version = tables.current_version
        where found.damaged_at is null and not exists (
          select from table_profiles profile
          where profile.workspace_id = found.workspace_id and profile.table_id = found.table_id
            and profile.version = found.version)
      ), next as (
        select * from due
        where ${isLiveWorkspace('due.workspace_id')}
        order by requested desc, table_id = ${awaited} desc, workspace_id <= ${served}, workspace_id, since limit 1
      ), kept as (
        -- Keeps the version from being deleted until the profile, which refers to it, is stored.
        select found.workspace_id, found.table_id, found.version
        from table_versions found join next using (workspace_id, table_id, version)
        for key share of found
      ), taken as (
        insert into table_profiles (workspace_id, table_id, version, state, alive_until)
        select workspace_id, table_id, version, 'running', now() + make_interval(secs => ${LEASE_SECONDS}) from kept
        on conflict (workspace_id, table_id, version)
        do update set state = 'running', alive_until = excluded.alive_until
        returning workspace_id, table_id, version
      )
      select taken.workspace_id as "workspaceId", tables.source_connection_id as "sourceConnectionId",
        taken.table_id as "tableId", tables.table_name as "tableName", taken.version
      from taken join tables on tables.workspace_id = taken.workspace_id and tables.id = taken.table_id`.execute(
      db,
    );
    return rows[0] ?? null;
  });
}

/** Makes all profiles due whose worker has just been alive, when a product with its own store starts. */
export async function expireProfiles(database: Database): Promise<void> {
  await installationTransaction(database, (db) =>
    sql`update table_profiles set alive_until = now() where state = 'running'`.execute(db),
  );
}

const keyOf = (db: WorkspaceDb, { tableId, version }: OpenProfile, alias = 'table_profiles') => {
  const name = sql.ref(alias);
  return sql`${name}.workspace_id = ${db.workspaceId} and ${name}.table_id = ${tableId} and ${name}.version = ${version}`;
};

/**
 * Says that the worker is alive. Returns false if nobody needs the profile anymore: the version was deleted, or it is no
 * longer the current one and nobody has asked for it. Then what there is of it is deleted.
 */
export async function keepAlive(db: WorkspaceDb, profile: OpenProfile): Promise<boolean> {
  const { rows } = await sql`
    update table_profiles set alive_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from tables
    where ${keyOf(db, profile)} and state = 'running'
      and tables.workspace_id = table_profiles.workspace_id and tables.id = table_profiles.table_id
      and (requested or tables.current_version = table_profiles.version)
    returning 1`.execute(db);
  if (rows.length > 0) return true;
  await sql`delete from table_profiles where ${keyOf(db, profile)} and state = 'running' and not requested`.execute(
    db,
  );
  return false;
}

/** Returns the names of the columns that have been profiled already. */
export async function listDone(db: WorkspaceDb, profile: OpenProfile): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from column_profiles where ${keyOf(db, profile, 'column_profiles')}`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
}

export async function storeColumn(
  db: WorkspaceDb,
  { tableId, version }: OpenProfile,
  column: string,
  { facts, fault }: { facts: ColumnFacts | null; fault: ProfileFault | null },
): Promise<void> {
  await db
    .insertInto('column_profiles')
    .values({
      workspace_id: db.workspaceId,
      table_id: tableId,
      version,
      column_name: column,
      facts: facts && JSON.stringify(facts),
      fault,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function storeSampledRows(db: WorkspaceDb, profile: OpenProfile, rows: number): Promise<void> {
  await sql`update table_profiles set sampled_rows = ${rows} where ${keyOf(db, profile)}`.execute(db);
}

/** Stores how a profile has ended, and deletes those of the table that got theirs longest ago. */
export async function endProfile(
  db: WorkspaceDb,
  profile: OpenProfile,
  fault: ProfileFault | null,
): Promise<void> {
  await sql`
    update table_profiles set state = ${fault ? 'failed' : 'complete'}, fault = ${fault}, profiled_at = now(),
      alive_until = null
    where ${keyOf(db, profile)} and state = 'running'`.execute(db);
  await sql`
    delete from table_profiles
    where workspace_id = ${db.workspaceId} and table_id = ${profile.tableId} and version in (
      select version from table_profiles
      where workspace_id = ${db.workspaceId} and table_id = ${profile.tableId} and profiled_at is not null
      order by profiled_at desc offset ${PROFILES_KEPT}
    )`.execute(db);
}

/** Gives a profile back whose worker stops. Another one continues it at once. */
export async function handBack(db: WorkspaceDb, profile: OpenProfile): Promise<void> {
  await sql`update table_profiles set alive_until = now() where ${keyOf(db, profile)} and state = 'running'`.execute(
    db,
  );
}
