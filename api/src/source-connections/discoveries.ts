import { toFailure } from '../connectors/failure.ts';
import { runConnector } from '../connectors/process/run-connector.ts';
import { requireConnector } from './configuration.policy.ts';
import { workspaceTransaction, type WorkspaceDb } from '../db/workspace-db.ts';
import type { Services } from '../services.ts';
import { connectorInputs } from './connector-inputs.ts';
import { getSourceConnection } from './source-connections.repository.ts';
import { markDiscovery, replaceStreams } from './streams.repository.ts';

declare module '../jobs/jobs.ts' {
  interface JobKinds {
    'discover-streams': { workspaceId: string; sourceConnectionId: string };
  }
}

type Discovery = { workspaceId: string; sourceConnectionId: string };

/** Longer than any discovery may take: one that began before has lost its process. */
export const DISCOVERY_LOST_AFTER_MS = 6 * 60_000;

/** Asks the source what it has and stores it; the job of a discovery. */
export async function discoverStreams(
  services: Services,
  { workspaceId, sourceConnectionId }: Discovery,
  signal: AbortSignal,
) {
  const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
    workspaceTransaction(services.database, workspaceId, work);
  const tell = () => {
    const event = { id: sourceConnectionId, sourceConnectionId };
    services.events.publish(workspaceId, { type: 'catalogs', ...event });
    services.events.publish(workspaceId, { type: 'source_connections', ...event });
  };
  try {
    const inputs = await inWorkspace(async (db) => {
      const { connector, configuration } = await getSourceConnection(db, sourceConnectionId);
      return connectorInputs(db, services, { connector, configuration, sourceConnectionId });
    });
    const streams = await runConnector({ verb: 'discover', ...inputs }, { signal });
    const { takesUploads } = requireConnector(inputs.connector).spec();
    await inWorkspace(async (db) => {
      await replaceStreams(db, sourceConnectionId, streams, takesUploads);
      await markDiscovery(db, sourceConnectionId, 'ready');
    });
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'internal_error') services.log.error({ err: error }, 'a discovery');
    await inWorkspace((db) => markDiscovery(db, sourceConnectionId, 'discover_failed', failure));
  }
  tell();
}
