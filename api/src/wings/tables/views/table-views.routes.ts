import {
  isViewQuery,
  newTableViewBody,
  tableViewChangeBody,
  tableViewCollection,
  tableViewDocument,
  TABLE_VIEWS_MAX,
} from '@headwater/shared/contract';
import type { FastifyRequest } from 'fastify';
import { member } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { expectedVersion } from '../../../http/if-match.ts';
import type { Services } from '../../../http/services.ts';
import type { Workspace } from '../../../http/route-context.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import { findTable } from '../tables/index.ts';
import {
  deleteView,
  findView,
  insertView,
  listViews,
  lockViews,
  updateView,
  type TableViewRow,
} from './table-views.repository.ts';

const VIEWS = '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/views';
const ONE = `${VIEWS}/:viewId` as const;

const list = defineRoute({
  method: 'GET',
  path: VIEWS,
  summary: "A table's saved views, by name: filters, sorts, and columns that its members share.",
  access: member('data:read'),
  responses: { 200: tableViewCollection },
  handler: async ({ workspace, params }) =>
    workspace.transaction(async (db) => {
      const found = await listViews(db, await tableIdOf(db, params));
      return { data: found.map(presentView), links: { next: null }, meta: { total: found.length } };
    }),
});

const create = defineRoute({
  method: 'POST',
  path: VIEWS,
  summary: 'Save a filter, a sort, and columns under a name.',
  access: member('data:edit'),
  body: newTableViewBody,
  responses: { 201: tableViewDocument },
  handler: async ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const tableId = await tableIdOf(db, params);
      await lockViews(db, tableId);
      const others = await listViews(db, tableId);
      if (others.length >= TABLE_VIEWS_MAX)
        throw new Refusal('too_many_views', { values: { most: TABLE_VIEWS_MAX } });
      const view = checked(body.data.attributes, others);
      const id = newId('tvw');
      await insertView(db, id, tableId, view);
      await note({ db, workspace, services, request }, 'create', { tableId, id, name: view.name });
      return { data: presentView((await findView(db, tableId, id))!) };
    }),
});

const change = defineRoute({
  method: 'PATCH',
  path: ONE,
  summary: 'Rename a view, or replace what it shows.',
  access: member('data:edit'),
  body: tableViewChangeBody,
  takes: 'If-Match',
  responses: { 200: tableViewDocument },
  handler: async ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const tableId = await tableIdOf(db, params);
      await lockViews(db, tableId);
      const saved = await findView(db, tableId, params.viewId);
      if (!saved) throw new Refusal('not_found');
      if (saved.version !== expectedVersion(request))
        throw new Refusal('version_conflict', { parameter: 'If-Match' });
      const { id } = saved;
      const others = (await listViews(db, tableId)).filter((other) => other.id !== id);
      const view = checked({ name: saved.name, query: saved.query, ...body.data.attributes }, others);
      await updateView(db, id, view);
      await note({ db, workspace, services, request }, 'update', { tableId, id, name: view.name });
      return { data: presentView((await findView(db, tableId, id))!) };
    }),
});

const remove = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a view. The table stays as it is.',
  access: member('data:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params, request, services }) => {
    await workspace.transaction(async (db) => {
      const tableId = await tableIdOf(db, params);
      const saved = await findView(db, tableId, params.viewId);
      if (!saved) throw new Refusal('not_found');
      await deleteView(db, saved.id);
      await note({ db, workspace, services, request }, 'delete', { tableId, id: saved.id, name: saved.name });
    });
    return undefined;
  },
});

export const tableViewRoutes = [list, create, change, remove];

async function tableIdOf(
  db: WorkspaceDb,
  { sourceConnectionId, tableName }: { sourceConnectionId: string; tableName: string },
): Promise<string> {
  const table = await findTable(db, sourceConnectionId, tableName);
  if (!table) throw new Refusal('not_found');
  return table.id;
}

interface View {
  name: string;
  query: string;
}

/** Throws unless the view can be opened and has a name of its own. */
function checked({ name, query }: View, others: readonly View[]): View {
  if (!isViewQuery(query)) throw new Refusal('query_unreadable', { pointer: '/data/attributes/query' });
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new Refusal('view_name_taken', { pointer: '/data/attributes/name' });
  return { name, query };
}

interface MemberChange {
  db: WorkspaceDb;
  workspace: Workspace;
  services: Services;
  request: FastifyRequest;
}

/** Tells others that the table's views have changed, and keeps who did it. */
async function note(
  { db, workspace, services, request }: MemberChange,
  what: 'create' | 'update' | 'delete',
  { tableId, id, name }: { tableId: string; id: string; name: string },
): Promise<void> {
  await audit(db, {
    action: `table_view.${what}`,
    actorId: workspace.principal.id,
    workspaceId: workspace.id,
    subject: { type: 'table_views', id },
    request,
    details: { name },
  });
  await services.events.publishIn(db, { type: 'tables', id: tableId, sourceConnectionId: null });
}

const presentView = ({ id, name, query, version }: TableViewRow) => ({
  type: 'table_views' as const,
  id,
  attributes: { name, query, version },
});
