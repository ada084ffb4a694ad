import { Type } from '@sinclair/typebox';
import { tableCollection, tableDocument } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { member, reader } from '../../../http/access.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { defineRoute, noContent, type Workspace } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { decodeCursor, encodeCursor, pageQuery } from '../../../http/paging.ts';
import {
  clearAfterKeptTable,
  getWithDeleted,
  lockWithDeleted,
} from '../../connections/source-connections/index.ts';
import { presentTable } from './table.presenter.ts';
import { listTableTokens } from './versions/kept-versions.repository.ts';
import { isConnectionVisible, visibleOf, visibleTables } from './versions/visible-data.ts';
import { countTables, deleteTable, findTable, isInRun, listTables } from './tables.repository.ts';

const TABLES = '/organizations/:organizationId/source-connections/:sourceConnectionId/tables';
const TABLE = `${TABLES}/:tableName` as const;

const listAll = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/tables',
  summary: 'All tables of the workspace, by connection and name.',
  access: reader(),
  query: Type.Object(pageQuery, { additionalProperties: false }),
  responses: { 200: tableCollection },
  handler: async ({ workspace, query }) =>
    workspace.transaction((db) => pageOfTables(db, null, query, workspace)),
});

const listOfConnection = defineRoute({
  method: 'GET',
  path: TABLES,
  summary: 'The tables of one connection, by name.',
  access: reader(),
  query: Type.Object(pageQuery, { additionalProperties: false }),
  responses: { 200: tableCollection },
  handler: async ({ workspace, params: { sourceConnectionId }, query }) =>
    workspace.transaction(async (db) => {
      if (!isConnectionVisible(workspace.principal, sourceConnectionId)) throw new Refusal('not_found');
      await getWithDeleted(db, sourceConnectionId);
      return pageOfTables(db, sourceConnectionId, query, workspace);
    }),
});

async function pageOfTables(
  db: WorkspaceDb,
  sourceConnectionId: string | null,
  { 'page[size]': size, 'page[after]': cursor }: { 'page[size]': number; 'page[after]'?: string },
  workspace: Workspace,
) {
  const values = cursor === undefined ? null : decodeCursor(cursor, ['text', 'text', 'text']);
  const after = values && { connection: values[0], tableName: values[1], id: values[2] };
  const { principal } = workspace;
  const wanted = { sourceConnectionId, visible: visibleTables(principal) };
  const { tables, hasMore } = await listTables(db, { ...wanted, after, limit: size });
  const last = tables.at(-1);
  const next = hasMore && last ? encodeCursor([last.sourceConnectionName, last.tableName, last.id]) : null;
  return {
    data: tables.flatMap((table) => {
      const visible = visibleOf(principal, table);
      return visible ? [presentTable(visible, workspace)] : [];
    }),
    links: { next },
    meta: { total: await countTables(db, wanted) },
  };
}

const getOne = defineRoute({
  method: 'GET',
  path: TABLE,
  summary: 'One table: its columns, size, and freshness.',
  access: reader(),
  responses: { 200: tableDocument },
  handler: async ({ workspace, params }) =>
    workspace.transaction(async (db) => {
      const table = await findTable(db, params.sourceConnectionId, params.tableName);
      const visible = table && visibleOf(workspace.principal, table);
      if (!visible) throw new Refusal('not_found');
      return { data: presentTable(visible, workspace) };
    }),
});

const remove = defineRoute({
  method: 'DELETE',
  path: TABLE,
  summary: 'Delete a table that is no longer synced, with its rows and versions.',
  access: member('sources:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params, request, services }) => {
    const { sourceConnectionId, tableName } = params;
    const { tableId, tokens } = await workspace.transaction(async (db) => {
      const { isDeleted } = await lockWithDeleted(db, sourceConnectionId); // no run starts in the meantime
      const table = await findTable(db, sourceConnectionId, tableName);
      if (!table) throw new Refusal('not_found');
      if (table.selection === 'selected' || (!isDeleted && (await isInRun(db, table))))
        throw new Refusal('table_in_use');
      const tokens = await listTableTokens(db, table.id);
      await deleteTable(db, table.id);
      if (isDeleted) await clearAfterKeptTable(services, db, sourceConnectionId);
      await audit(db, {
        action: 'table.delete',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'tables', id: table.id },
        request,
        details: { name: tableName },
      });
      await services.events.publishIn(db, { type: 'tables', id: table.id, sourceConnectionId });
      return { tableId: table.id, tokens };
    });
    // A crash before this leaves files that nothing refers to. The connection's next run deletes them.
    const key = { workspaceId: workspace.id, connectionId: sourceConnectionId, tableId };
    for (const token of tokens) await services.versions.remove({ ...key, token });
    return undefined;
  },
});

export const tableRoutes = [listAll, listOfConnection, getOne, remove];
