import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { dependencies } from '../../ground/dependencies/index.ts';
import { organizations } from '../../people/organizations/index.ts';
import { quotas } from '../../ground/quotas/index.ts';
import { uploads } from '../uploads/index.ts';
import { catalogRoutes } from './catalog/catalog.routes.ts';
import { deleteOldChecks } from './checks/connection-checks.repository.ts';
import { connectionCheckRoutes } from './checks/connection-checks.routes.ts';
import { ConnectionChecks } from './checks/connection-checks.ts';
import { connectorFormRoutes } from './setup/connector-forms.routes.ts';
import { connectorRoutes } from './setup/connectors.routes.ts';
import { Discoveries } from './catalog/discoveries.ts';
import { fileRoutes } from './setup/files.routes.ts';
import { filePreviewRoutes } from './setup/file-previews.routes.ts';
import { previewRoutes } from './setup/previews.routes.ts';
import { Previews } from './setup/previews.ts';
import { requestTestRoutes } from './setup/request-tests.routes.ts';
import { refreshAfterRun } from './catalog/refresh-after-run.ts';
import { schemaChangeRoutes } from './schema-changes/schema-changes.routes.ts';
import { deleteOldChanges } from './schema-changes/schema-changes.repository.ts';
import { sourceConnectionRoutes } from './source-connections.routes.ts';
import './source-connections.tables.ts';
import { selectionRoutes } from './streams/selection.routes.ts';
import { streamRoutes } from './streams/streams.routes.ts';
import { streamSettingsRoutes } from './streams/stream-settings.routes.ts';

export { addressOf, askerIn, examineConfiguration, requireConnector } from './setup/configuration.rules.ts';
export { presentColumn } from './catalog/catalog.presenter.ts';
export { configuredStream } from './streams/configured-stream.ts';
export { connectorInputs, type ConnectorInputs } from './setup/connector-inputs.ts';
export { listSecretFields } from './setup/connection-secrets.repository.ts';
export { copyConnection } from './setup/copy-connection.ts';
export { createConnection } from './setup/create-connection.ts';
export { clearAfterKeptTable } from './delete-connection.ts';
export { getWithDeleted, lockWithDeleted } from './deleted-connections.repository.ts';
export { DISCOVERY_LOST_AFTER_MS, startDiscovery } from './catalog/discoveries.ts';
export { factsOfOne, lateAt } from './connection-facts.ts';
export { pauseBecause, setPause } from './pause.ts';
export type { Pause } from './source-connections.tables.ts';
export { indexSchedule, indexStreamSettings } from './schema-changes/dependencies.repository.ts';
export {
  countChanges,
  listWaitingChanges,
  type WaitingChange,
} from './schema-changes/schema-changes.repository.ts';
export { presentSourceConnection } from './source-connection.presenter.ts';
export {
  getSourceConnection,
  insertSourceConnection,
  lockIfThere,
  lockSourceConnection,
  updateSetup,
  type SourceConnectionRow,
} from './source-connections.repository.ts';
export { listSourceFiles } from './setup/files.repository.ts';
export { partKey, streamKey, uploadOfKey } from './streams/stream-key.ts';
export {
  insertChosenStreams,
  listChosenStreams,
  settingsOf,
  type ChosenStream,
} from './streams/stream-settings.repository.ts';
export { contradictions } from './streams/stream-settings.rules.ts';
export {
  listSelectedStreams,
  listUnselectedTables,
  listSelectedTables,
  markDiscovery,
  nameFound,
  replaceStreams,
  type SelectedStream,
  type StreamRow,
} from './streams/streams.repository.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly checks: ConnectionChecks;
    readonly discoveries: Discoveries;
    readonly previews: Previews;
  }
}

/** Sources: their configuration, checks, and contents. */
export const sourceConnections: ApiModule = {
  name: 'source-connections',
  needs: [uploads, organizations, quotas, auditing, dependencies],
  routes: [
    ...connectorRoutes,
    ...connectorFormRoutes,
    ...sourceConnectionRoutes,
    ...fileRoutes,
    ...connectionCheckRoutes,
    ...catalogRoutes,
    ...selectionRoutes,
    ...streamRoutes,
    ...streamSettingsRoutes,
    ...filePreviewRoutes,
    ...previewRoutes,
    ...requestTestRoutes,
    ...schemaChangeRoutes,
  ],
  provide: (services) => ({
    checks: new ConnectionChecks(services),
    discoveries: new Discoveries(services),
    previews: new Previews(services),
  }),
  start: async (services) => {
    const { config, jobs, hooks, discoveries } = services;
    await jobs.work('clear-connection', { run: (gone) => hooks.announce('onConnectionDeleted', gone) });
    if (config.databaseUrl === null) await discoveries.resume();
    await jobs.work('discover-streams', {
      queue: { retryLimit: 0 },
      run: async (discovery) => discoveries.start(discovery),
    });
  },
  onRunEnded: refreshAfterRun,
  onConnectionDeleted: ({ discoveries }, { sourceConnectionId }) => discoveries.cancel(sourceConnectionId),
  onWorkspaceDeleted: ({ checks, discoveries }, workspaceId) => {
    checks.cancelAllOf(workspaceId);
    discoveries.cancelAllOf(workspaceId);
  },
  nightly: async (_services, db) => {
    await deleteOldChecks(db);
    await deleteOldChanges(db);
  },
  close: ({ checks, discoveries, previews }) =>
    Promise.all([checks.close(), discoveries.close(), previews.close()]).then(() => undefined),
};
