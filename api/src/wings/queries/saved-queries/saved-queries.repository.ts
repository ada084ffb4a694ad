import { sql, type Selectable } from 'kysely';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './saved-queries.tables.ts';

export type QueryVersionRow = Selectable<WorkspaceTables['saved_query_versions']>;

/** What people write and save. */
export interface QueryContent {
  name: string;
  description: string;
  sql: string;
  parameters: Readonly<Record<string, string | null>>;
}

/** The newest version of each query. */
const newest = (db: WorkspaceDb) =>
  db
    .selectFrom('saved_query_versions')
    .innerJoin('saved_queries', (join) =>
      join
        .onRef('saved_queries.workspace_id', '=', 'saved_query_versions.workspace_id')
        .onRef('saved_queries.id', '=', 'saved_query_versions.saved_query_id')
        .onRef('saved_queries.version', '=', 'saved_query_versions.version'),
    )
    .where('saved_query_versions.workspace_id', '=', db.workspaceId);

/** Lists the queries by name: all, or those that have a text in their name, description, or SQL. */
export const listQueries = (
  db: WorkspaceDb,
  search: string,
): Promise<Omit<QueryVersionRow, 'sql' | 'parameters'>[]> => {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return newest(db)
    .select([
      'saved_query_versions.workspace_id',
      'saved_query_id',
      'saved_query_versions.version',
      'saved_query_versions.name',
      'description',
      'saved_by',
      'saved_at',
      'restored_version',
    ])
    .$if(search !== '', (query) =>
      query.where((where) =>
        where.or([
          where('saved_query_versions.name', 'ilike', pattern),
          where('description', 'ilike', pattern),
          where('sql', 'ilike', pattern),
        ]),
      ),
    )
    .orderBy(sql`saved_query_versions.name collate alphabetical`)
    .orderBy('saved_query_id')
    .execute();
};

export const findQuery = (db: WorkspaceDb, id: string): Promise<QueryVersionRow | undefined> =>
  newest(db).selectAll('saved_query_versions').where('saved_query_id', '=', id).executeTakeFirst();

/** Lists a query's versions, newest first. */
export const listQueryVersions = (db: WorkspaceDb, id: string): Promise<QueryVersionRow[]> =>
  db
    .selectFrom('saved_query_versions')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('saved_query_id', '=', id)
    .orderBy('version', 'desc')
    .execute();

/** Waits for others who save queries in the workspace, until the transaction ends. */
export async function lockQueries(db: WorkspaceDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved queries ${db.workspaceId}`}, 0))`.execute(
    db,
  );
}

export async function countQueries(db: WorkspaceDb): Promise<number> {
  const { count } = await db
    .selectFrom('saved_queries')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('workspace_id', '=', db.workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether another query has this name, whatever its case. */
export async function isNameTaken(db: WorkspaceDb, name: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('saved_queries')
    .select('id')
    .where('workspace_id', '=', db.workspaceId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst();
  return found !== undefined;
}

interface Saved {
  id: string;
  version: number;
  savedBy: string;
  restoredVersion: number | null;
}

/** Stores a version of a query, which is its newest then. */
export async function appendVersion(
  db: WorkspaceDb,
  { id, version, savedBy, restoredVersion }: Saved,
  { name, description, sql: text, parameters }: QueryContent,
): Promise<void> {
  await db
    .insertInto('saved_queries')
    .values({ workspace_id: db.workspaceId, id, name, version })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet({ name, version }))
    .execute();
  await db
    .insertInto('saved_query_versions')
    .values({
      workspace_id: db.workspaceId,
      saved_query_id: id,
      version,
      name,
      description,
      sql: text,
      parameters: JSON.stringify(parameters),
      saved_by: savedBy,
      restored_version: restoredVersion,
    })
    .execute();
}

export async function deleteQuery(db: WorkspaceDb, id: string): Promise<void> {
  await db
    .deleteFrom('saved_queries')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Deletes versions that are older than 90 days, except for the last hundred of each query. */
export async function deleteOldQueryVersions(db: InstallationDb): Promise<void> {
  await sql`
    delete from saved_query_versions as old using saved_queries as query
    where query.workspace_id = old.workspace_id and query.id = old.saved_query_id
      and old.saved_at < now() - interval '90 days' and old.version <= query.version - 100`.execute(db);
}
