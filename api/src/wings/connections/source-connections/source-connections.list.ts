import { sql } from 'kysely';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { ListedRow } from './source-connections.repository.ts';

const COLUMNS = [
  'workspace_id',
  'id',
  'name',
  'connector',
  'address',
  'configured_at',
  'setup',
  'setup_at',
  'setup_failure',
  'lifecycle',
  'pause',
  'schema_state',
  'schema_failure',
  'schema_at',
  'discovery_started_at',
  'discovered_at',
  'accepts_shrinking',
  'change_policy',
  'versions_kept',
  'version_days',
  'version',
  'last_run_number',
  'last_lease_token',
  'created_at',
] as const satisfies readonly (keyof ListedRow)[];

/** Lists connections without their configurations by name, all or those with these IDs. `after` contains the name and ID of the last one on the previous page. */
export function listSourceConnections(
  db: WorkspaceDb,
  ids: readonly string[] | null,
  after: readonly [name: string, id: string] | null,
  limit: number,
): Promise<ListedRow[]> {
  return db
    .selectFrom('source_connections')
    .select(COLUMNS)
    .where('workspace_id', '=', db.workspaceId)
    .where(isOneOf(ids))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(name collate alphabetical, id) > (${after?.[0]}, ${after?.[1]})`),
    )
    .orderBy(sql`name collate alphabetical`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countSourceConnections(
  db: WorkspaceDb,
  ids: readonly string[] | null,
): Promise<number> {
  const { count } = await db
    .selectFrom('source_connections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', db.workspaceId)
    .where(isOneOf(ids))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const isOneOf = (ids: readonly string[] | null) =>
  sql<boolean>`(${ids === null} or id = any(${[...(ids ?? [])]}::text[]))`;
