import {
  newSqlViewBody,
  SQL_VIEWS_MAX,
  sqlViewChangeBody,
  sqlViewCollection,
  sqlViewDocument,
  sqlViewRefreshBody,
  sqlViewRefreshCollection,
} from '@headwater/shared/contract';
import type { FastifyRequest } from 'fastify';
import { member } from '../../http/access.ts';
import { defineRoute, noContent, type Workspace } from '../../http/define-route.ts';
import { expectedVersion } from '../../http/if-match.ts';
import type { Services } from '../../http/services.ts';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { audit, type AuditAction } from '../audit/index.ts';
import { hashOf, type BoundName, type NamedVersion } from '../sql/index.ts';
import { deleteTable, listTableTokens } from '../tables/index.ts';
import { withCheckedStatement } from './checked-statement.ts';
import { listRefreshes } from './refreshes.repository.ts';
import { presentSqlView } from './sql-view.presenter.ts';
import {
  findSqlView,
  insertSqlView,
  listSqlViews,
  listViewNames,
  lockViewsConnection,
  requestRefresh,
  updateSqlView,
  type SqlViewRow,
} from './sql-views.repository.ts';
import { listBoundNames, replaceInputs } from './view-inputs.ts';

const VIEWS = '/organizations/:organizationId/sql-views';
const ONE = `${VIEWS}/:sqlViewId` as const;

const list = defineRoute({
  method: 'GET',
  path: VIEWS,
  summary: 'The views of the workspace by name: tables that are made by a query.',
  access: member('data:read'),
  responses: { 200: sqlViewCollection },
  handler: async ({ workspace }) =>
    workspace.transaction(async (db) => {
      const found = await listSqlViews(db);
      return {
        data: found.map((view) => presentSqlView(view, workspace)),
        links: { next: null },
        meta: { total: found.length },
      };
    }),
});

const getOne = defineRoute({
  method: 'GET',
  path: ONE,
  summary: 'One view: its query, what it is made of, and whether it is up to date.',
  access: member('data:read'),
  responses: { 200: sqlViewDocument },
  handler: async ({ workspace, params }) =>
    workspace.transaction(async (db) => present(db, params.sqlViewId, workspace)),
});

const create = defineRoute({
  method: 'POST',
  path: VIEWS,
  summary:
    'Save a query as a view: a table with its rows, which refreshes whenever one of the tables it reads changes.',
  access: member('data:edit'),
  body: newSqlViewBody,
  responses: { 201: sqlViewDocument },
  handler: async ({ workspace, body, request, services }) => {
    const asked = body.data.attributes;
    const found = await readChecked(services, workspace, asked.sql, [], request);
    const view = await workspace.transaction(async (db) => {
      const sourceConnectionId = await lockViewsConnection(db);
      const others = await listViewNames(db);
      if (others.length >= SQL_VIEWS_MAX)
        throw new Refusal('too_many_sql_views', { values: { most: SQL_VIEWS_MAX } });
      refuseTaken(asked.name, others);
      const id = await insertSqlView(db, { ...asked, sourceConnectionId });
      await replaceInputs(db, id, found);
      await note({ db, workspace, services, request }, 'sql_view.create', await getView(db, id));
      return present(db, id, workspace);
    });
    services.viewRefresher.wake();
    return view;
  },
});

const change = defineRoute({
  method: 'PATCH',
  path: ONE,
  summary: 'Rename a view, or replace its query. Then it refreshes.',
  access: member('data:edit'),
  body: sqlViewChangeBody,
  takes: 'If-Match',
  responses: { 200: sqlViewDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { sqlViewId: id } = params;
    const asked = body.data.attributes;
    const { before, bound } = await workspace.transaction(async (db) => ({
      before: await getView(db, id),
      bound: await listBoundNames(db, id),
    }));
    refuseOutdated(before, request);
    const isOther = asked.sql !== undefined && asked.sql !== before.sql;
    const found = isOther ? await readChecked(services, workspace, asked.sql!, bound, request) : null;
    const view = await workspace.transaction(async (db) => {
      await lockViewsConnection(db);
      const saved = await getView(db, id);
      refuseOutdated(saved, request);
      const others = (await listViewNames(db)).filter((other) => other.id !== id);
      const next = { name: saved.tableName, sql: saved.sql, ...asked };
      refuseTaken(next.name, others);
      await updateSqlView(db, id, next);
      if (found) await replaceInputs(db, id, found);
      await note({ db, workspace, services, request }, 'sql_view.update', await getView(db, id));
      return present(db, id, workspace);
    });
    services.viewRefresher.wake();
    return view;
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a view with its rows and versions. Views that are made of it keep what they show.',
  access: member('data:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params, request, services }) => {
    const { sqlViewId: tableId } = params;
    const { tokens, connectionId } = await workspace.transaction(async (db) => {
      await lockViewsConnection(db);
      const view = await getView(db, tableId);
      const tokens = await listTableTokens(db, tableId);
      await deleteTable(db, tableId);
      await note({ db, workspace, services, request }, 'sql_view.delete', view);
      return { tokens, connectionId: view.sourceConnectionId };
    });
    services.viewRefresher.stopWhere(({ viewId }) => viewId === tableId);
    for (const token of tokens)
      await services.versions.remove({ workspaceId: workspace.id, connectionId, tableId, token });
    return undefined;
  },
});

const refresh = defineRoute({
  method: 'POST',
  path: `${ONE}/refreshes`,
  summary: 'Make a view anew, although none of its tables may have changed.',
  access: member('data:edit'),
  body: sqlViewRefreshBody,
  responses: { 202: sqlViewDocument },
  handler: async ({ workspace, params, request, services }) => {
    const view = await workspace.transaction(async (db) => {
      const found = await getView(db, params.sqlViewId);
      await requestRefresh(db, found.id, workspace.principal.name);
      await note({ db, workspace, services, request }, 'sql_view.refresh', found);
      return present(db, found.id, workspace);
    });
    services.viewRefresher.wake();
    return view;
  },
});

const listOfRefreshes = defineRoute({
  method: 'GET',
  path: `${ONE}/refreshes`,
  summary: 'When a view was last refreshed, newest first, and how that ended.',
  access: member('data:read'),
  responses: { 200: sqlViewRefreshCollection },
  handler: async ({ workspace, params }) =>
    workspace.transaction(async (db) => {
      const { id } = await getView(db, params.sqlViewId);
      const found = await listRefreshes(db, id);
      return { data: found, links: { next: null }, meta: { total: found.length } };
    }),
});

export const sqlViewRoutes = [list, getOne, create, change, remove, refresh, listOfRefreshes];

async function getView(db: WorkspaceDb, id: string): Promise<SqlViewRow> {
  const view = await findSqlView(db, id);
  if (!view) throw new Refusal('not_found');
  return view;
}

async function present(db: WorkspaceDb, id: string, workspace: Workspace) {
  return { data: presentSqlView(await getView(db, id), workspace) };
}

/** Returns the tables that a query reads. Throws what is wrong with it, without running it. */
const readChecked = (
  services: Services,
  workspace: Workspace,
  sql: string,
  bound: readonly BoundName[],
  request: FastifyRequest,
): Promise<NamedVersion[]> =>
  withCheckedStatement(
    services,
    {
      reader: workspace,
      sql,
      bound,
      asker: { workspaceId: workspace.id, userId: workspace.principal.id },
      signal: request.signal,
    },
    async (statement, tables, found) => {
      await statement.prepare(tables);
      return found;
    },
  );

function refuseOutdated({ version }: SqlViewRow, request: FastifyRequest): void {
  if (version !== expectedVersion(request)) throw new Refusal('version_conflict', { parameter: 'If-Match' });
}

function refuseTaken(name: string, others: readonly { name: string }[]): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new Refusal('sql_view_name_taken', { pointer: '/data/attributes/name' });
}

interface Circumstances {
  db: WorkspaceDb;
  workspace: Workspace;
  services: Services;
  request: FastifyRequest;
}

/** Tells others that the view has changed, and keeps who did it. */
async function note(
  { db, workspace, services, request }: Circumstances,
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
