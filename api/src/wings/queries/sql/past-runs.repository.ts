import { sql, type Selectable } from 'kysely';
import { SQL_HISTORY_DAYS, SQL_HISTORY_MAX, type ErrorObject } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './sql.tables.ts';

export type PastRunRow = Selectable<WorkspaceTables['sql_runs']>;

export interface PastRun extends Pick<
  PastRunRow,
  'id' | 'sql' | 'outcome' | 'rows' | 'milliseconds' | 'started_at'
> {
  parameters: Readonly<Record<string, string | null>>;
  error: ErrorObject | null;
}

const runsOf = (db: WorkspaceDb, userId: string) =>
  db.selectFrom('sql_runs').where('workspace_id', '=', db.workspaceId).where('user_id', '=', userId);

/** A position in someone's runs: the last one that has been seen. */
export interface Position {
  startedAt: string;
  id: string;
}

/** Lists someone's runs before a position, newest first. */
export const listPastRuns = (
  db: WorkspaceDb,
  userId: string,
  before: Position | null,
  limit: number,
): Promise<PastRunRow[]> =>
  runsOf(db, userId)
    .selectAll()
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(started_at, id) < (${before?.startedAt ?? ''}::timestamptz, ${before?.id ?? ''})`,
      ),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function countPastRuns(db: WorkspaceDb, userId: string): Promise<number> {
  const { count } = await runsOf(db, userId)
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a run to someone's history, which then loses its oldest ones if it has too many. */
export async function addPastRun(
  db: WorkspaceDb,
  userId: string,
  { parameters, error, ...run }: PastRun,
): Promise<void> {
  await db
    .insertInto('sql_runs')
    .values({
      ...run,
      workspace_id: db.workspaceId,
      user_id: userId,
      parameters: JSON.stringify(parameters),
      error: error && JSON.stringify(error),
    })
    .execute();
  const old = runsOf(db, userId)
    .select('id')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .offset(SQL_HISTORY_MAX);
  await db.deleteFrom('sql_runs').where('workspace_id', '=', db.workspaceId).where('id', 'in', old).execute();
}

/** Deletes all that someone has run in the workspace. */
export async function clearPastRuns(db: WorkspaceDb, userId: string): Promise<void> {
  await db
    .deleteFrom('sql_runs')
    .where('workspace_id', '=', db.workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteOldRuns(db: InstallationDb): Promise<void> {
  await sql`delete from sql_runs where started_at < now() - make_interval(days => ${SQL_HISTORY_DAYS})`.execute(
    db,
  );
}
