import { sql } from 'kysely';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { indexUses, type TableUse } from '../../ground/dependencies/index.ts';
import type { BoundName, NamedVersion } from '../sql/index.ts';
import './sql-views.tables.ts';

/** Lists the names in a view's query, and the tables that they mean. */
export async function listBoundNames(db: WorkspaceDb, viewId: string): Promise<BoundName[]> {
  return db
    .selectFrom('sql_view_inputs')
    .select(['catalog_name as catalog', 'schema_name as schema', 'name', 'table_id as tableId'])
    .where('workspace_id', '=', db.workspaceId)
    .where('view_id', '=', viewId)
    .execute();
}

/**
 * Stores what a view is made of, and that it uses these tables: as a whole, until `uses` says which of their columns.
 * `foundThen` are the tables by the names that `uses` has. Throws if that includes itself, or if one of its tables has just
 * been deleted.
 */
export async function replaceInputs(
  db: WorkspaceDb,
  viewId: string,
  found: readonly NamedVersion[],
  uses: readonly TableUse[] = found.map(({ version }) => ({ ...version, columns: [] })),
  foundThen: readonly NamedVersion[] = found,
): Promise<void> {
  await db
    .deleteFrom('sql_view_inputs')
    .where('workspace_id', '=', db.workspaceId)
    .where('view_id', '=', viewId)
    .execute();
  const names = found.flatMap(({ version, names: called }) =>
    called.map((path) => ({ ...path, tableId: version.tableId })),
  );
  const { numAffectedRows: stored = 0n } = await sql`
    insert into sql_view_inputs (workspace_id, view_id, catalog_name, schema_name, name, table_id)
    select distinct tables.workspace_id, ${viewId}, used.catalog, used.schema, used.name, tables.id
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as used(catalog text, schema text, name text, "tableId" text)
    join tables on tables.workspace_id = ${db.workspaceId} and tables.id = used."tableId"`.execute(db);
  const distinct = new Set(names.map(({ catalog, schema, name }) => JSON.stringify([catalog, schema, name])));
  if (Number(stored) < distinct.size) throw new Refusal('version_gone');
  await refuseCircle(db, viewId);
  const { name } = await db
    .selectFrom('tables')
    .select('table_name as name')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', viewId)
    .executeTakeFirstOrThrow();
  await indexUses(db, { type: 'view', id: viewId, name }, await asNamedNow(db, foundThen, uses));
}

/** A view that is used may have been renamed since its name was read. */
async function asNamedNow(
  db: WorkspaceDb,
  found: readonly NamedVersion[],
  uses: readonly TableUse[],
): Promise<TableUse[]> {
  const ids = found.map(({ version }) => version.tableId);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, table_name as name from tables where workspace_id = ${db.workspaceId} and id = any(${ids})`.execute(
    db,
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return uses.map((use) => {
    const used = found.find(
      ({ version }) =>
        version.sourceConnectionId === use.sourceConnectionId && version.tableName === use.tableName,
    );
    return { ...use, tableName: names.get(used?.version.tableId ?? '') ?? use.tableName };
  });
}

async function refuseCircle(db: WorkspaceDb, viewId: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    with recursive below(id, first) as (
      select table_id, table_id from sql_view_inputs where workspace_id = ${db.workspaceId} and view_id = ${viewId}
      union
      select input.table_id, below.first from below join sql_view_inputs input
        on input.workspace_id = ${db.workspaceId} and input.view_id = below.id
    )
    select tables.table_name as name from below join tables
      on tables.workspace_id = ${db.workspaceId} and tables.id = below.first
    where below.id = ${viewId} limit 1`.execute(db);
  if (rows[0])
    throw new Refusal('sql_view_circular', {
      pointer: '/data/attributes/sql',
      values: { name: rows[0].name },
    });
}
