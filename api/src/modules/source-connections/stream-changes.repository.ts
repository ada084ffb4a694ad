import { sql } from 'kysely';
import type { CatalogChanges } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import type { StreamBefore } from './source-connections.tables.ts';
import { columnChanges, NAMES_FIRST } from './stream-changes.ts';

/** Lists the tables with noted changes. */
export async function listChangedTables(db: WorkspaceDb, sourceConnectionId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('stream_changes')
    .select('table_name')
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
  return rows.map(({ table_name }) => table_name);
}

/** Removes the noted changes of these tables, and returns them by table. */
export async function takeStreamChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
  tableNames: readonly string[],
): Promise<Map<string, StreamBefore | null>> {
  const rows = await db
    .deleteFrom('stream_changes')
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .where('table_name', 'in', tableNames)
    .returning(['table_name', 'before'])
    .execute();
  return new Map(rows.map(({ table_name, before }) => [table_name, before]));
}

export async function insertStreamChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
  changes: ReadonlyMap<string, StreamBefore | null>,
): Promise<void> {
  if (changes.size === 0) return;
  const rows = [...changes].map(([table_name, before]) => ({
    workspace_id: db.workspaceId,
    source_connection_id: sourceConnectionId,
    table_name,
    before: before && JSON.stringify(before),
  }));
  await db.insertInto('stream_changes').values(rows).execute();
}

/** Removes all noted changes, once someone has acknowledged them. */
export async function deleteStreamChanges(db: WorkspaceDb, sourceConnectionId: string): Promise<void> {
  await db
    .deleteFrom('stream_changes')
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
}

/** How many tables are returned with their columns. The others are only counted. */
const CHANGED_FIRST = 8;

interface Counts {
  added: string[] | null;
  addedTotal: number;
  removed: string[] | null;
  removedTotal: number;
  removedSelected: number;
  changedTotal: number;
}

/** Returns the changes in the form of the API: totals, and the first ones by name. Returns null if there are none. */
export async function describeStreamChanges(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<CatalogChanges | null> {
  const { rows } = await sql<Counts>`
    select
      (array_agg(table_name order by table_name) filter (where kind = 'added'))[:${sql.lit(NAMES_FIRST)}] as added,
      count(*) filter (where kind = 'added')::int as "addedTotal",
      (array_agg(table_name order by table_name) filter (where kind = 'removed'))[:${sql.lit(NAMES_FIRST)}] as removed,
      count(*) filter (where kind = 'removed')::int as "removedTotal",
      count(*) filter (where kind = 'removed' and (before ->> 'selected')::boolean)::int as "removedSelected",
      count(*) filter (where kind = 'changed')::int as "changedTotal"
    from (${changes(db, sourceConnectionId)}) changes`.execute(db);
  const { added, addedTotal, removed, removedTotal, removedSelected, changedTotal } = rows[0]!;
  if (addedTotal + removedTotal + changedTotal === 0) return null;
  return {
    addedTables: { total: addedTotal, first: added ?? [] },
    removedTables: { total: removedTotal, selected: removedSelected, first: removed ?? [] },
    changedTables: {
      total: changedTotal,
      first: changedTotal === 0 ? [] : await firstChanged(db, sourceConnectionId),
    },
  };
}

interface Changed {
  tableName: string;
  selected: boolean;
  former: StreamBefore['columns'];
  present: StreamBefore['columns'];
}

/** Returns the first changed tables. Selected tables that have lost a column come first, because no one should miss them. */
async function firstChanged(db: WorkspaceDb, sourceConnectionId: string) {
  const { rows } = await sql<Changed>`
    select table_name as "tableName", selected, before -> 'columns' as former, columns as present
    from (${changes(db, sourceConnectionId)}) changes
    where kind = 'changed'
    order by selected and coalesce((before -> 'lost')::boolean, false) desc, selected desc, table_name
    limit ${CHANGED_FIRST}`.execute(db);
  return rows.map(({ tableName, selected, former, present }) => ({
    tableName,
    selected,
    ...columnChanges(former, present),
  }));
}

const changes = (db: WorkspaceDb, sourceConnectionId: string) => sql`
  select table_name, before, coalesce(selected, false) as selected, columns,
    case when before is null then 'added' when streams.table_name is null then 'removed' else 'changed' end as kind
  from stream_changes left join streams using (workspace_id, source_connection_id, table_name)
    left join stream_settings using (workspace_id, source_connection_id, stream_key)
  where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}`;
