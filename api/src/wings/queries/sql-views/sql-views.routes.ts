import {
  newSqlViewBody,
  sqlViewChangeBody,
  sqlViewCollection,
  sqlViewDocument,
  sqlViewRefreshBody,
  sqlViewRefreshCollection,
} from '@headwater/shared/contract';
import type { FastifyRequest } from 'fastify';
import { member } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { expectedVersion } from '../../../http/if-match.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { indexUses } from '../../ground/dependencies/index.ts';
import { deleteTable, listTableTokens } from '../../tables/tables/index.ts';
import { listRefreshes } from './refreshes.repository.ts';
import { addView, getView, isTaken, noteView, presentView, readChecked } from './save-view.ts';
import { presentSqlView } from './sql-view.presenter.ts';
import {
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
    workspace.transaction(async (db) => ({ data: await presentView(db, params.sqlViewId, workspace) })),
});

const create = defineRoute({
  method: 'POST',
  path: VIEWS,
  summary:
    'Save a query as a view: a table with its rows, which refreshes whenever one of the tables it reads changes.',
  access: member('data:edit'),
  body: newSqlViewBody,
  responses: { 201: sqlViewDocument },
  handler: async (context) => {
    const { workspace, body, services } = context;
    const { name, sql } = body.data.attributes;
    const query = { sql, parameters: {} };
    const found = await readChecked(context, query, []);
    const view = await workspace.transaction(async (db) => {
      const nameOf = (others: readonly { name: string }[]) => {
        refuseTaken(name, others);
        return name;
      };
      const id = await addView(db, context, { ...query, savedQueryId: null, nameOf }, found);
      return { data: await presentView(db, id, workspace) };
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
  handler: async (context) => {
    const { workspace, params, body, request, services } = context;
    const { sqlViewId: id } = params;
    const asked = body.data.attributes;
    const { before, bound } = await workspace.transaction(async (db) => ({
      before: await getView(db, id),
      bound: await listBoundNames(db, id),
    }));
    refuseOutdated(before, request);
    const isOther = asked.sql !== undefined && asked.sql !== before.sql;
    if (isOther && before.savedQuery)
      throw new Refusal('sql_view_follows_query', {
        pointer: '/data/attributes/sql',
        values: { name: before.savedQuery.name },
      });
    const found = isOther
      ? await readChecked(context, { sql: asked.sql!, parameters: before.parameters }, bound)
      : null;
    const view = await workspace.transaction(async (db) => {
      await lockViewsConnection(db);
      const saved = await getView(db, id);
      refuseOutdated(saved, request);
      const others = (await listViewNames(db)).filter((other) => other.id !== id);
      const next = { name: saved.tableName, sql: saved.sql, parameters: saved.parameters, ...asked };
      refuseTaken(next.name, others);
      await updateSqlView(db, id, next);
      if (found) await replaceInputs(db, id, found);
      await noteView(db, context, 'sql_view.update', await getView(db, id));
      return { data: await presentView(db, id, workspace) };
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
  handler: async (context) => {
    const { workspace, params, services } = context;
    const { sqlViewId: tableId } = params;
    const { tokens, connectionId } = await workspace.transaction(async (db) => {
      await lockViewsConnection(db);
      const view = await getView(db, tableId);
      const tokens = await listTableTokens(db, tableId);
      await deleteTable(db, tableId);
      await indexUses(db, { type: 'view', id: tableId, name: view.tableName }, []);
      await noteView(db, context, 'sql_view.delete', view);
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
  summary: 'Make a view again, although none of its tables may have changed.',
  access: member('data:edit'),
  body: sqlViewRefreshBody,
  responses: { 202: sqlViewDocument },
  handler: async (context) => {
    const { workspace, params, services } = context;
    const view = await workspace.transaction(async (db) => {
      const found = await getView(db, params.sqlViewId);
      await requestRefresh(db, found.id, workspace.principal.name);
      await noteView(db, context, 'sql_view.refresh', found);
      return { data: await presentView(db, found.id, workspace) };
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

function refuseOutdated({ version }: SqlViewRow, request: FastifyRequest): void {
  if (version !== expectedVersion(request)) throw new Refusal('version_conflict', { parameter: 'If-Match' });
}

function refuseTaken(name: string, others: readonly { name: string }[]): void {
  if (isTaken(name, others)) throw new Refusal('sql_view_name_taken', { pointer: '/data/attributes/name' });
}
