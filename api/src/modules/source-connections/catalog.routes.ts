import { catalogDocument, discoveryBody, selectionBody } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import { member } from '../../http/access.ts';
import { defineRoute, noContent } from '../../http/define-route.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { presentCatalog, schemaOf } from './catalog.presenter.ts';
import { startDiscovery } from './discoveries.ts';
import {
  getSourceConnection,
  lockForEdit,
  lockSourceConnection,
  updateSourceConnection,
} from './source-connections.repository.ts';
import { listStreamChanges, replaceStreamChanges } from './stream-changes.repository.ts';
import { describeChanges } from './stream-changes.ts';
import { listStreams, selectStreams, streamsByTable } from './streams.repository.ts';

const ONE = '/organizations/:organizationId/source-connections/:sourceConnectionId';

const getCatalog = defineRoute({
  method: 'GET',
  path: `${ONE}/catalog`,
  summary: 'What the source has, as of its last discovery, and which of it is selected.',
  access: member('sources:read'),
  answer: { 200: catalogDocument },
  handler: async ({ workspace, params }) =>
    workspace.transaction((db) => present(db, params.sourceConnectionId)),
});

const discover = defineRoute({
  method: 'POST',
  path: `${ONE}/discoveries`,
  summary: 'Read which tables the source has; watch the returned catalog.',
  access: member('sources:edit'),
  body: discoveryBody,
  answer: { 202: catalogDocument },
  handler: async ({ workspace, params, services }) =>
    workspace.transaction(async (db) => {
      const { sourceConnectionId } = params;
      const connection = await lockSourceConnection(db, sourceConnectionId);
      if (schemaOf(connection).state !== 'discovering')
        await startDiscovery(db, services, sourceConnectionId);
      return present(db, sourceConnectionId);
    }),
});

const select = defineRoute({
  method: 'PATCH',
  path: `${ONE}/selection`,
  summary: 'Select exactly these tables to be synced.',
  access: member('sources:edit'),
  body: selectionBody,
  takes: 'If-Match',
  answer: { 200: catalogDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { sourceConnectionId } = params;
    const { tableNames } = body.data.attributes;
    return workspace.transaction(async (db) => {
      await lockForEdit(db, sourceConnectionId, request);
      const known = new Set((await listStreams(db, sourceConnectionId)).map((stream) => stream.table_name));
      const unknown = tableNames.findIndex((name) => !known.has(name));
      if (unknown >= 0) {
        const values = { table: tableNames[unknown]! };
        throw new Refusal('stream_unknown', { pointer: `/data/attributes/tableNames/${unknown}`, values });
      }
      await selectStreams(db, sourceConnectionId, tableNames);
      await updateSourceConnection(db, sourceConnectionId, {});
      await services.events.publishIn(db, { type: 'catalogs', id: sourceConnectionId, sourceConnectionId });
      await services.events.publishIn(db, {
        type: 'source_connections',
        id: sourceConnectionId,
        sourceConnectionId,
      });
      return present(db, sourceConnectionId);
    });
  },
});

const dismissChanges = defineRoute({
  method: 'DELETE',
  path: `${ONE}/catalog/changes`,
  summary: 'Take note of what has changed at the source; later changes are told from here on.',
  access: member('sources:edit'),
  answer: { 204: noContent },
  handler: async ({ workspace, params: { sourceConnectionId }, services }) => {
    await workspace.transaction(async (db) => {
      await lockSourceConnection(db, sourceConnectionId);
      await replaceStreamChanges(db, sourceConnectionId, new Map());
      await services.events.publishIn(db, { type: 'catalogs', id: sourceConnectionId, sourceConnectionId });
    });
    return undefined;
  },
});

async function present(db: WorkspaceDb, sourceConnectionId: string) {
  const connection = await getSourceConnection(db, sourceConnectionId);
  const streams = await listStreams(db, sourceConnectionId);
  const noted = await listStreamChanges(db, sourceConnectionId);
  return { data: presentCatalog(connection, streams, describeChanges(noted, streamsByTable(streams))) };
}

export const catalogRoutes = [getCatalog, discover, select, dismissChanges];
