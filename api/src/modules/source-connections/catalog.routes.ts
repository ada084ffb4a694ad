import { catalogDocument, discoveryBody, SELECTION_MAX, selectionBody } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import { member } from '../../http/access.ts';
import type { Services } from '../../http/services.ts';
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
import { deleteStreamChanges, describeStreamChanges } from './stream-changes.repository.ts';
import { changeSelection } from './stream-settings.repository.ts';
import { countStreams } from './streams.repository.ts';

const ONE = '/organizations/:organizationId/source-connections/:sourceConnectionId';

const getCatalog = defineRoute({
  method: 'GET',
  path: `${ONE}/catalog`,
  summary: "The state of the source's list of tables, and what has changed in it.",
  access: member('sources:read'),
  responses: { 200: catalogDocument },
  handler: async ({ workspace, params, services }) =>
    workspace.transaction((db) => present(db, services, params.sourceConnectionId)),
});

const discover = defineRoute({
  method: 'POST',
  path: `${ONE}/discoveries`,
  summary: "Discover the source's tables. Watch the returned catalog.",
  access: member('sources:edit'),
  body: discoveryBody,
  responses: { 202: catalogDocument },
  handler: async ({ workspace, params, services }) =>
    workspace.transaction(async (db) => {
      const { sourceConnectionId } = params;
      const connection = await lockSourceConnection(db, sourceConnectionId);
      if (schemaOf(connection).state !== 'discovering')
        await startDiscovery(db, services, sourceConnectionId);
      return present(db, services, sourceConnectionId);
    }),
});

const select = defineRoute({
  method: 'PATCH',
  path: `${ONE}/selection`,
  summary: 'Add tables to the selection to sync, and remove others from it.',
  access: member('sources:edit'),
  body: selectionBody,
  takes: 'If-Match',
  responses: { 200: catalogDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { sourceConnectionId } = params;
    const { add = [], remove = [] } = body.data.attributes;
    return workspace.transaction(async (db) => {
      await lockForEdit(db, sourceConnectionId, request);
      const { known, selected } = await changeSelection(db, sourceConnectionId, add, remove);
      requireKnown({ add, remove }, known);
      if (selected > SELECTION_MAX && add.length > 0)
        throw new Refusal('too_many_selected', {
          pointer: '/data/attributes/add',
          values: { count: SELECTION_MAX },
        });
      await updateSourceConnection(db, sourceConnectionId, {});
      await services.events.publishIn(db, { type: 'catalogs', id: sourceConnectionId, sourceConnectionId });
      await services.events.publishIn(db, {
        type: 'source_connections',
        id: sourceConnectionId,
        sourceConnectionId,
      });
      return present(db, services, sourceConnectionId);
    });
  },
});

/** Throws at the first table that the source doesn't have, with a pointer to its name. */
function requireKnown(names: Record<'add' | 'remove', string[]>, known: ReadonlySet<string>): void {
  for (const list of ['add', 'remove'] as const) {
    const at = names[list].findIndex((name) => !known.has(name));
    if (at < 0) continue;
    const pointer = `/data/attributes/${list}/${at}`;
    throw new Refusal('stream_unknown', { pointer, values: { table: names[list][at]! } });
  }
}

const dismissChanges = defineRoute({
  method: 'DELETE',
  path: `${ONE}/catalog/changes`,
  summary: 'Acknowledge what has changed at the source. From then on, only later changes are reported.',
  access: member('sources:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params: { sourceConnectionId }, services }) => {
    await workspace.transaction(async (db) => {
      await lockSourceConnection(db, sourceConnectionId);
      await deleteStreamChanges(db, sourceConnectionId);
      await services.events.publishIn(db, { type: 'catalogs', id: sourceConnectionId, sourceConnectionId });
    });
    return undefined;
  },
});

async function present(db: WorkspaceDb, { discoveries }: Services, sourceConnectionId: string) {
  const connection = await getSourceConnection(db, sourceConnectionId);
  const tables = await countStreams(db, sourceConnectionId);
  const changes = await describeStreamChanges(db, sourceConnectionId);
  const position = discoveries.positionOf(sourceConnectionId);
  return { data: presentCatalog(connection, tables, changes, position) };
}

export const catalogRoutes = [getCatalog, discover, select, dismissChanges];
