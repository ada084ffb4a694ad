import { sql } from 'kysely';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import type { SourceConnectionRow } from './source-connections.repository.ts';

/** Lists connections by name, all or those with these IDs. `after` contains the name and ID of the last one on the previous page. */
export function listSourceConnections(
  db: WorkspaceDb,
  ids: readonly string[] | null,
  after: readonly [name: string, id: string] | null,
  limit: number,
): Promise<SourceConnectionRow[]> {
  return db
    .selectFrom('source_connections')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where(isOneOf(ids))
    .$if(after !== null, (query) => query.where(sql<boolean>`(name, id) > (${after?.[0]}, ${after?.[1]})`))
    .orderBy('name')
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
