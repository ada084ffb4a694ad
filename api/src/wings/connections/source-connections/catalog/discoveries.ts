import type { Failure } from '@headwater/shared/contract';
import { failure, toFailure } from '@headwater/base/failures/failure';
import type { DiscoveredStream } from '@headwater/protocol/protocol';
import { runConnector } from '@headwater/connectors/processes/connector/run-connector';
import { requireConnector } from '../setup/configuration.rules.ts';
import { installationTransaction } from '../../../../platform/database/installation-db.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { FairQueue, QueueFull, type Requester } from '@headwater/base/queue/fair-queue';
import type { Services } from '../../../../http/services.ts';
import { connectorInputs, type ConnectorInputs } from '../setup/connector-inputs.ts';
import { fingerprintOf } from '../checks/fingerprint.ts';
import { recordSchemaChanges } from '../schema-changes/record-schema-changes.ts';
import {
  findSourceConnection,
  listDiscovering,
  lockIfThere,
  type SourceConnectionRow,
} from '../source-connections.repository.ts';
import {
  listSelectedStreams,
  markDiscovery,
  markDiscoveryCanceled,
  nameFound,
  replaceStreams,
  touchDiscovery,
} from '../streams/streams.repository.ts';

declare module '../../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'discover-streams': Discovery;
  }
}

type Discovery = {
  workspaceId: string;
  sourceConnectionId: string;
  /** Nobody requested it. If it fails, what was known before stays, without a word. */
  isRefresh?: boolean;
};

/** Counted from the start of the discovery. */
const DISCOVERY_LIMIT_MS = 5 * 60_000;
/** How often a waiting or running discovery is marked as alive. */
const SEEN_EVERY_MS = 60_000;
/** A discovery that wasn't marked for longer than it may take has lost its process. */
export const DISCOVERY_LOST_AFTER_MS = 6 * 60_000;
/** Each discovery is a process with a driver in it and may take minutes, so checks have their own queue. */
const DISCOVERIES_AT_ONCE = 2;

/** Starts a new discovery when the transaction commits. One in progress with other settings doesn't count. */
export async function startDiscovery(
  db: WorkspaceDb,
  { jobs, events }: Services,
  sourceConnectionId: string,
  how: Pick<Discovery, 'isRefresh'> = {},
): Promise<void> {
  await markDiscovery(db, sourceConnectionId, 'discovering');
  await jobs.enqueue(db, 'discover-streams', { workspaceId: db.workspaceId, sourceConnectionId, ...how });
  await events.publishIn(db, { type: 'catalogs', id: sourceConnectionId, sourceConnectionId });
}

interface Waiting {
  readonly signal?: AbortSignal | undefined;
  /** Called with the position in line, from 1, whenever it changes, and with null when the discovery starts. */
  readonly onPosition?: ((position: number | null) => void) | undefined;
}

interface Active {
  readonly workspaceId: string;
  readonly abort: AbortController;
  /** Another discovery was requested in the meantime. */
  again: boolean;
  /** The position in line, or null while the discovery runs. */
  position: number | null;
  end: Promise<void>;
}

/** The discoveries in this process, running or waiting for their turn. */
export class Discoveries {
  readonly #services: Services;
  readonly #active = new Map<string, Active>();
  readonly #queue = new FairQueue({
    slots: DISCOVERIES_AT_ONCE,
    perWorkspace: 1,
    waiting: { perUser: 10, perWorkspace: 100, inAll: 500 },
  });

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Resumes discoveries that the last process left. Only for a product with its own store, where
   * no one else runs them.
   */
  async resume(): Promise<void> {
    const left = await installationTransaction(this.#services.database, listDiscovering);
    for (const discovery of left) this.start(discovery);
  }

  /** Returns at once. The discovery runs when it is its turn, and then its result is stored. */
  start(discovery: Discovery): void {
    const { workspaceId, sourceConnectionId: id } = discovery;
    const running = this.#active.get(id);
    if (running) {
      running.again = true;
      return;
    }
    const abort = new AbortController();
    const active: Active = { workspaceId, abort, again: false, position: null, end: Promise.resolve() };
    this.#active.set(id, active);
    active.end = this.#discover(discovery, active)
      .catch((error) => this.#services.log.error({ err: error }, 'a discovery failed'))
      .finally(() => {
        this.#active.delete(id);
        if (active.again && !active.abort.signal.aborted) this.start(discovery);
      });
  }

  /** Returns the streams of a source whose connection isn't saved yet. */
  streamsOf(
    requester: Requester,
    inputs: ConnectorInputs,
    { signal, onPosition }: Waiting = {},
  ): Promise<DiscoveredStream[]> {
    const work = () => {
      onPosition?.(null);
      return runConnector({ verb: 'discover', ...inputs }, { timeoutMs: DISCOVERY_LIMIT_MS, signal });
    };
    return this.#queue.run(requester, work, { signal, onPosition });
  }

  /** Returns the position in line of a waiting discovery, from 1. */
  positionOf(sourceConnectionId: string): number | null {
    return this.#active.get(sourceConnectionId)?.position ?? null;
  }

  /** Cancels the discovery of a deleted connection. */
  cancel(sourceConnectionId: string): void {
    this.#active.get(sourceConnectionId)?.abort.abort();
  }

  /** Cancels the discoveries of a deleted workspace. */
  cancelAllOf(workspaceId: string): void {
    for (const active of this.#active.values()) if (active.workspaceId === workspaceId) active.abort.abort();
  }

  async close(): Promise<void> {
    const active = [...this.#active.values()];
    for (const { abort } of active) abort.abort();
    await this.#queue.close();
    await Promise.all(active.map(({ end }) => end));
  }

  async #discover(discovery: Discovery, active: Active): Promise<void> {
    const { workspaceId, sourceConnectionId } = discovery;
    const { signal } = active.abort;
    const event = { id: sourceConnectionId, sourceConnectionId };
    const onPosition = (position: number | null) => {
      if (position === active.position) return;
      active.position = position;
      this.#services.events.publish(workspaceId, { type: 'catalogs', ...event });
    };
    const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
      workspaceTransaction(this.#services.database, workspaceId, work);
    const seen = setInterval(() => {
      void inWorkspace((db) => touchDiscovery(db, sourceConnectionId)).catch(() => undefined);
    }, SEEN_EVERY_MS);
    try {
      const wanted = await inWorkspace((db) => this.#settingsOf(db, sourceConnectionId));
      if (!wanted) return;
      const requester = { workspaceId, userId: null };
      const found = await this.streamsOf(requester, wanted.inputs, { signal, onPosition }).catch(
        (error: unknown) => this.#reasonOf(error),
      );
      if (signal.aborted) return; // the connection was deleted, or the next start resumes it
      await inWorkspace(async (db) => {
        const connection = await lockIfThere(db, sourceConnectionId);
        const stored = await this.#settingsOf(db, sourceConnectionId);
        // Other settings were saved in the meantime, with their own discovery.
        if (!connection || !stored?.fingerprint.equals(wanted.fingerprint)) return;
        if (Array.isArray(found)) await storeStreams(this.#services, db, connection, found);
        else await this.#markFailed(db, discovery, found);
        await this.#services.hooks.within('onStreamsDiscovered', db, sourceConnectionId);
      });
    } catch (error) {
      if (signal.aborted) return;
      const reason = this.#reasonOf(error);
      await inWorkspace((db) => this.#markFailed(db, discovery, reason));
    } finally {
      clearInterval(seen);
    }
    this.#services.events.publish(workspaceId, { type: 'catalogs', ...event });
    this.#services.events.publish(workspaceId, { type: 'source_connections', ...event });
  }

  /** After a refresh that nobody requested, the source's tables are as they were known. The next run tells if it is broken. */
  async #markFailed(db: WorkspaceDb, { sourceConnectionId, isRefresh }: Discovery, reason: Failure) {
    if (!isRefresh) return markDiscovery(db, sourceConnectionId, 'discover_failed', reason);
    this.#services.log.warn({ sourceConnectionId, code: reason.code }, 'a refresh of tables failed');
    return markDiscoveryCanceled(db, sourceConnectionId);
  }

  #reasonOf(error: unknown): Failure {
    const reason = error instanceof QueueFull ? failure('too_many_waiting') : toFailure(error);
    if (reason.code === 'internal_error') this.#services.log.error({ err: error }, 'a discovery failed');
    return reason;
  }

  /** Returns what a discovery uses, or undefined if none is needed anymore or the connection was deleted. */
  async #settingsOf(db: WorkspaceDb, sourceConnectionId: string) {
    const saved = await findSourceConnection(db, sourceConnectionId);
    if (saved?.schema_state !== 'discovering') return undefined;
    const { connector, configuration } = saved;
    const settings = { connector, configuration, sourceConnectionId };
    const inputs: ConnectorInputs = await connectorInputs(db, this.#services, settings);
    return { inputs, fingerprint: await fingerprintOf(db, this.#services.keys, settings) };
  }
}

/** Replaces the stored streams, and records what has changed in them. */
async function storeStreams(
  services: Services,
  db: WorkspaceDb,
  connection: SourceConnectionRow,
  found: DiscoveredStream[],
): Promise<void> {
  const { id, connector, change_policy: policy } = connection;
  const isUpload = requireConnector(connector).spec().takesUploads;
  const before = await listSelectedStreams(db, id);
  const isFirst = connection.discovered_at === null;
  const streams = await nameFound(db, id, found, isUpload || (policy === 'propagate_all' && !isFirst));
  const { named: now, added } = streams;
  await recordSchemaChanges(services, db, connection, { before, now, added, isUpload });
  if (await replaceStreams(db, id, streams))
    await services.events.publishIn(db, { type: 'tables', id, sourceConnectionId: id });
  await markDiscovery(db, id, 'ready');
}
