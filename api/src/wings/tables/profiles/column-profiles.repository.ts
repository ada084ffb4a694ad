import { sql } from 'kysely';
import type { ColumnFacts, ProfileFault, ProfileState } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './column-profiles.tables.ts';

export interface FoundProfile {
  state: ProfileState;
  isCurrent: boolean;
  sampledRows: number | null;
  fault: ProfileFault | null;
  profiledAt: Date | null;
}

/** Returns the profile of a version. The current one's is being made, or soon will be. */
export async function findProfile(db: WorkspaceDb, tableId: string, version: number): Promise<FoundProfile> {
  const { rows } = await sql<FoundProfile>`
    select
      coalesce(profile.state, case when is_current and not is_damaged then 'queued' else 'none' end) as state,
      is_current as "isCurrent", sampled_rows as "sampledRows", fault, profiled_at as "profiledAt"
    from tables join table_versions found on found.workspace_id = tables.workspace_id and found.table_id = tables.id
    left join table_profiles profile on profile.workspace_id = found.workspace_id
      and profile.table_id = found.table_id and profile.version = found.version,
    lateral (select found.version = tables.current_version as is_current, found.damaged_at is not null as is_damaged) facts
    where tables.workspace_id = ${db.workspaceId} and tables.id = ${tableId} and found.version = ${version}`.execute(
    db,
  );
  return rows[0] ?? { state: 'none', isCurrent: false, sampledRows: null, fault: null, profiledAt: null };
}

export interface StoredColumn {
  name: string;
  facts: ColumnFacts | null;
  fault: ProfileFault | null;
}

/** Lists the columns of a version that have been profiled, or only one of them. */
export function listColumns(
  db: WorkspaceDb,
  tableId: string,
  version: number,
  column: string | null = null,
): Promise<StoredColumn[]> {
  return db
    .selectFrom('column_profiles')
    .select(['column_name as name', 'facts', 'fault'])
    .where('workspace_id', '=', db.workspaceId)
    .where('table_id', '=', tableId)
    .where('version', '=', version)
    .$if(column !== null, (query) => query.where('column_name', '=', column))
    .execute();
}

/** Returns the number of the last version before this one with a complete profile. */
export async function findProfileBefore(
  db: WorkspaceDb,
  tableId: string,
  version: number,
): Promise<number | null> {
  const found = await db
    .selectFrom('table_profiles')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('workspace_id', '=', db.workspaceId)
    .where('table_id', '=', tableId)
    .where('version', '<', version)
    .where('state', '=', 'complete')
    .executeTakeFirst();
  return found?.version ?? null;
}

/** Has a version profiled, unless it is or is about to be. What failed is tried again. */
export async function requestProfile(db: WorkspaceDb, tableId: string, version: number): Promise<void> {
  const key = sql`workspace_id = ${db.workspaceId} and table_id = ${tableId} and version = ${version}`;
  const { numAffectedRows: failed = 0n } = await sql`
    delete from column_profiles where ${key} and fault is not null
      and exists (select from table_profiles where ${key} and state <> 'running')`.execute(db);
  await sql`
    insert into table_profiles as profile (workspace_id, table_id, version, state, requested)
    select workspace_id, table_id, version, 'queued', true from table_versions where ${key}
    on conflict (workspace_id, table_id, version) do update set
      requested = true,
      fault = case when profile.state = 'running' then profile.fault end,
      state = case
        when profile.state = 'failed' or (profile.state = 'complete' and ${failed > 0n}) then 'queued'
        else profile.state
      end`.execute(db);
}
