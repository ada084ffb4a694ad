import { failure, toFailure } from '../connectors/failure.ts';
import type { DiscoveredStream } from '../connectors/protocol.ts';
import { runConnector } from '../connectors/process/run-connector.ts';
import { requireConnector } from './configuration.policy.ts';
import { installationTransaction } from '../db/installation-db.ts';
import { workspaceTransaction, type WorkspaceDb } from '../db/workspace-db.ts';
import { FairQueue, QueueFull, type Asker } from '../platform/fair-queue.ts';
import type { Services } from '../services.ts';
import { connectorInputs, type ConnectorInputs } from './connector-inputs.ts';
import { findSourceConnection, listDiscovering } from './source-connections.repository.ts';
import { markDiscovery, replaceStreams, touchDiscovery } from './streams.repository.ts';

declare module '../jobs/jobs.ts' {
  interface JobKinds {
    'discover-streams': Discovery;
  }
}

type Discovery = { workspaceId: string; sourceConnectionId: string };

/** From its start. */
const DISCOVERY_LIMIT_MS = 5 * 60_000;
/** One that waits or runs is marked again this often. */
const SEEN_EVERY_MS = 60_000;
/** One that was not marked for longer than it may take has lost its process. */
export const DISCOVERY_LOST_AFTER_MS = 6 * 60_000;
/** Each is a process with a driver in it, and may take minutes: checks have a queue of their own. */
const DISCOVERIES_AT_ONCE = 2;

/** The discoveries of this process, which run or wait for their turn. */
export class Discoveries {
  readonly #services: Services;
  readonly #active = new Map<string, { abort: AbortController; end: Promise<void> }>();
  readonly #queue = new FairQueue({
    slots: DISCOVERIES_AT_ONCE,
    perWorkspace: 1,
    waiting: { perUser: 10, perWorkspace: 100, inAll: 500 },
  });

  constructor(services: Services) {
    this.#services = services;
  }

  /** Takes up those that the last process left. For a product with a store of its own: nobody else is at them. */
  async resume(): Promise<void> {
    const left = await installationTransaction(this.#services.database, listDiscovering);
    for (const discovery of left) this.start(discovery);
  }

  /** Returns at once; what the source has is stored when it was the discovery's turn. */
  start(discovery: Discovery): void {
    const { sourceConnectionId: id } = discovery;
    if (this.#active.has(id)) return;
    const abort = new AbortController();
    const end = this.#discover(discovery, abort.signal)
      .catch((error) => this.#services.log.error({ err: error }, 'a discovery'))
      .finally(() => this.#active.delete(id));
    this.#active.set(id, { abort, end });
  }

  /** What a source has, for a connection that is not saved yet. */
  streamsOf(asker: Asker, inputs: ConnectorInputs, signal?: AbortSignal): Promise<DiscoveredStream[]> {
    const work = () =>
      runConnector({ verb: 'discover', ...inputs }, { timeoutMs: DISCOVERY_LIMIT_MS, signal });
    return this.#queue.run(asker, work, { signal });
  }

  /** Ends what is under way for a connection that is deleted. */
  cancel(sourceConnectionId: string): void {
    this.#active.get(sourceConnectionId)?.abort.abort();
  }

  async close(): Promise<void> {
    const active = [...this.#active.values()];
    for (const { abort } of active) abort.abort();
    await this.#queue.close();
    await Promise.all(active.map(({ end }) => end));
  }

  async #discover(discovery: Discovery, signal: AbortSignal): Promise<void> {
    const { workspaceId, sourceConnectionId } = discovery;
    const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
      workspaceTransaction(this.#services.database, workspaceId, work);
    const seen = setInterval(() => {
      void inWorkspace((db) => touchDiscovery(db, sourceConnectionId)).catch(() => undefined);
    }, SEEN_EVERY_MS);
    try {
      const inputs = await inWorkspace((db) => this.#inputsOf(db, sourceConnectionId));
      if (!inputs) return;
      const streams = await this.streamsOf({ workspaceId, userId: null }, inputs, signal);
      const { takesUploads } = requireConnector(inputs.connector).spec();
      await inWorkspace(async (db) => {
        await replaceStreams(db, sourceConnectionId, streams, takesUploads);
        await markDiscovery(db, sourceConnectionId, 'ready');
      });
    } catch (error) {
      if (signal.aborted) return; // the connection is gone, or the next start takes it up
      const reason = error instanceof QueueFull ? failure('too_many_waiting') : toFailure(error);
      if (reason.code === 'internal_error') this.#services.log.error({ err: error }, 'a discovery');
      await inWorkspace((db) => markDiscovery(db, sourceConnectionId, 'discover_failed', reason));
    } finally {
      clearInterval(seen);
    }
    const event = { id: sourceConnectionId, sourceConnectionId };
    this.#services.events.publish(workspaceId, { type: 'catalogs', ...event });
    this.#services.events.publish(workspaceId, { type: 'source_connections', ...event });
  }

  /** Undefined where the connection was deleted meanwhile. */
  async #inputsOf(db: WorkspaceDb, sourceConnectionId: string): Promise<ConnectorInputs | undefined> {
    const saved = await findSourceConnection(db, sourceConnectionId);
    const { connector, configuration } = saved ?? {};
    if (connector === undefined || configuration === undefined) return undefined;
    return connectorInputs(db, this.#services, { connector, configuration, sourceConnectionId });
  }
}
