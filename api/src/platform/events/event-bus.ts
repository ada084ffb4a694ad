import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { ServerEvent } from '@headwater/shared/contract';
import type { Database } from '../database/database.ts';
import { notify } from '../database/notify.ts';
import type { WorkspaceDb } from '../database/workspace-db.ts';
import { Listener } from './listener.ts';
import { RecentEvents } from './recent-events.ts';

/**
 * Receives events. `null` means that events may have been missed, so the reader has to fetch its data again.
 */
export type EventReader = (event: ServerEvent | null) => void;

/**
 * Equal events within this time are merged: a run's counters change many times a second, more
 * often than anyone looks.
 */
const GATHER_MS = 100;
const CHANNEL = 'headwater_events';

interface Message {
  readonly organizationId: string;
  readonly event: ServerEvent;
}

/** Carries changes from the process in which they happen to the process that holds the browser's stream. */
export class EventBus {
  readonly #database: Database;
  readonly #log: FastifyBaseLogger;
  readonly #listener: Listener;
  readonly #readers = new Map<string, Set<EventReader>>();
  readonly #recent = new RecentEvents();
  readonly #gathered = new Map<string, Message>();
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  private constructor(database: Database, log: FastifyBaseLogger) {
    this.#database = database;
    this.#log = log;
    this.#listener = new Listener(database.connection, CHANNEL, log, {
      onMessage: (payload) => this.#deliver(JSON.parse(payload) as Message),
      onGap: () => {
        this.#recent.noteGap();
        this.dismissReaders();
      },
    });
  }

  static async open(database: Database, log: FastifyBaseLogger): Promise<EventBus> {
    const bus = new EventBus(database, log);
    await bus.#listener.start();
    return bus;
  }

  /**
   * Notifies everyone who watches the workspace, after a short delay. For progress, and after a
   * change was committed.
   */
  publish(organizationId: string, event: ServerEvent): void {
    this.#gathered.set(JSON.stringify([organizationId, event]), { organizationId, event });
    this.#timer ??= setTimeout(() => void this.#flush(), GATHER_MS);
  }

  /** Notifies them when, and only if, the transaction commits. */
  async publishIn(db: WorkspaceDb, event: ServerEvent): Promise<void> {
    const message: Message = { organizationId: db.workspaceId, event };
    await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(message)})`.execute(db);
  }

  /** Passes a workspace's events to `reader` until the returned function is called. */
  subscribe(organizationId: string, reader: EventReader): () => void {
    if (this.#isStopping) reader(null);
    const readers = this.#readers.get(organizationId) ?? new Set();
    this.#readers.set(organizationId, readers.add(reader));
    return () => {
      readers.delete(reader);
      if (readers.size === 0 && this.#readers.get(organizationId) === readers)
        this.#readers.delete(organizationId);
    };
  }

  /** Returns the events of the last `ms`, oldest first, or undefined if some of them may be missing. */
  recent(organizationId: string, ms: number): ServerEvent[] | undefined {
    return this.#recent.within(organizationId, ms);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#flush();
    await this.#listener.stop();
  }

  async #flush(): Promise<void> {
    this.#timer = undefined;
    const payloads = [...this.#gathered.values()].map((message) => JSON.stringify(message));
    this.#gathered.clear();
    if (payloads.length === 0) return;
    try {
      await notify(this.#database, CHANNEL, payloads);
    } catch (error) {
      // Watchers also poll if no events arrive. The work that the events were about continues.
      this.#log.warn({ err: error }, 'events could not be published');
    }
  }

  #deliver({ organizationId, event }: Message): void {
    this.#recent.add(organizationId, event);
    for (const read of this.#readers.get(organizationId) ?? []) read(event);
  }

  /** Dismisses all readers and those who subscribe from now on, because the server is about to close. */
  stopReaders(): void {
    this.#isStopping = true;
    this.dismissReaders();
  }

  /** Notifies all readers that they may have missed something. */
  dismissReaders(): void {
    for (const readers of [...this.#readers.values()]) for (const read of [...readers]) read(null);
  }
}
