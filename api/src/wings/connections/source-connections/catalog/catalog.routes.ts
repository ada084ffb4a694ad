import { catalogDocument, discoveryBody } from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute, noContent } from '../../../../http/define-route.ts';
import { audit } from '../../../ground/audit/index.ts';
import { schemaOf } from './catalog.presenter.ts';
import { startDiscovery } from './discoveries.ts';
import { deleteMissingStreams } from './missing-streams.repository.ts';
import { presentedCatalog } from './presented-catalog.ts';
import { lockSourceConnection } from '../source-connections.repository.ts';
import { markDiscoveryCanceled } from '../streams/streams.repository.ts';

const ONE = '/organizations/:organizationId/source-connections/:sourceConnectionId';

const getCatalog = defineRoute({
  method: 'GET',
  path: `${ONE}/catalog`,
  summary: "The state of the source's list of tables.",
  access: member('sources:read'),
  responses: { 200: catalogDocument },
  handler: async ({ workspace, params, services }) =>
    workspace.transaction((db) => presentedCatalog(db, services, params.sourceConnectionId)),
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
      return presentedCatalog(db, services, sourceConnectionId);
    }),
});

const cancelDiscovery = defineRoute({
  method: 'DELETE',
  path: `${ONE}/discoveries`,
  summary: 'Cancel the discovery in progress. The tables that were found before stay.',
  access: member('sources:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params: { sourceConnectionId: id }, services }) => {
    await workspace.transaction(async (db) => {
      const connection = await lockSourceConnection(db, id);
      if (schemaOf(connection).state !== 'discovering') return;
      await markDiscoveryCanceled(db, id);
      for (const type of ['catalogs', 'source_connections'] as const)
        await services.events.publishIn(db, { type, id, sourceConnectionId: id });
    });
    services.discoveries.cancel(id);
    return undefined;
  },
});

const forgetMissing = defineRoute({
  method: 'DELETE',
  path: `${ONE}/catalog/missing-tables`,
  summary: 'Forget the imported settings of tables that the source has never had.',
  access: member('sources:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params: { sourceConnectionId: id }, request, services }) => {
    await workspace.transaction(async (db) => {
      await lockSourceConnection(db, id); // no discovery finds them in the meantime
      const removed = await deleteMissingStreams(db, id);
      await audit(db, {
        action: 'selection.change',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'source_connections', id },
        request,
        details: { added: 0, removed, changed: 0 },
      });
      await services.events.publishIn(db, { type: 'catalogs', id, sourceConnectionId: id });
    });
    return undefined;
  },
});

export const catalogRoutes = [getCatalog, discover, cancelDiscovery, forgetMissing];
