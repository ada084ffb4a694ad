import { SQL_VIEWS_MAX } from '@headwater/shared/contract';
import type { FastifyRequest } from 'fastify';
import type { Workspace } from '../../../http/define-route.ts';
import type { Services } from '../../../http/services.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit, type AuditAction } from '../../ground/audit/index.ts';
import { readZone } from '../../people/organizations/index.ts';
import { hashOf, type BoundName, type NamedVersion } from '../sql/index.ts';
import { withCheckedStatement } from './checked-statement.ts';
import { presentSqlView } from './sql-view.presenter.ts';
import {
  findSqlView,
  insertSqlView,
  listViewNames,
  lockViewsConnection,
  type NewView,
  type SqlViewRow,
  type ViewQuery,
} from './sql-views.repository.ts';
import { replaceInputs } from './view-inputs.ts';

/** Who saves a view. */
export interface Saving {
  workspace: Workspace;
  services: Services;
  request: FastifyRequest;
}

/** Returns the tables that a query reads. Throws what is wrong with it, without running it. */
export const readChecked = async (
  { workspace, services, request }: Saving,
  { sql, parameters }: ViewQuery,
  bound: readonly BoundName[],
): Promise<NamedVersion[]> =>
  withCheckedStatement(
    services,
    {
      reader: workspace,
      sql,
      zone: await workspace.transaction(readZone),
      parameters,
      bound,
      requester: { workspaceId: workspace.id, userId: workspace.principal.id },
      signal: request.signal,
    },
    async (statement, tables, found) => {
      await statement.prepare({ tables, parameters });
      return found;
    },
  );

/**
 * Stores a view of tables that were found for its query, and returns its ID. `nameOf` returns its name, given those that
 * are taken. Then it waits for its first refresh.
 */
export async function addView(
  db: WorkspaceDb,
  saving: Saving,
  { nameOf, ...view }: Omit<NewView, 'name' | 'sourceConnectionId'> & { nameOf(taken: Names): string },
  found: readonly NamedVersion[],
): Promise<string> {
  const sourceConnectionId = await lockViewsConnection(db);
  const others = await listViewNames(db);
  if (others.length >= SQL_VIEWS_MAX)
    throw new Refusal('too_many_sql_views', { values: { most: SQL_VIEWS_MAX } });
  const id = await insertSqlView(db, { ...view, name: nameOf(others), sourceConnectionId });
  await replaceInputs(db, id, found);
  await noteView(db, saving, 'sql_view.create', await getView(db, id));
  return id;
}

type Names = readonly { name: string }[];

/** Whether a view has this name, whatever its case. */
export const isTaken = (name: string, others: Names): boolean =>
  others.some((other) => other.name.toLowerCase() === name.toLowerCase());

export async function getView(db: WorkspaceDb, id: string): Promise<SqlViewRow> {
  const view = await findSqlView(db, id);
  if (!view) throw new Refusal('not_found');
  return view;
}

export const presentView = async (db: WorkspaceDb, id: string, workspace: Workspace) =>
  presentSqlView(await getView(db, id), workspace);

/** Tells others that a view has changed, and keeps who did it. */
export async function noteView(
  db: WorkspaceDb,
  { workspace, services, request }: Saving,
  action: AuditAction & `sql_view.${string}`,
  { id, tableName, sql, sourceConnectionId }: SqlViewRow,
): Promise<void> {
  await audit(db, {
    action,
    actorId: workspace.principal.id,
    workspaceId: workspace.id,
    subject: { type: 'sql_views', id },
    request,
    details: { name: tableName, sha256: hashOf(sql) },
  });
  await services.events.publishIn(db, { type: 'tables', id, sourceConnectionId });
}
