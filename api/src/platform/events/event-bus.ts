import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { ServerEvent } from '@headwater/shared/contract';
import type { Database } from '../database/database.ts';
import { workspaceTransaction, type WorkspaceDb } from '../database/workspace-db.ts';
import { Listener } from './listener.ts';
import { RecentEvents } from './recent-events.ts';

/** `null`: events may have been missed, what the reader knows is to be asked for again. */
export type EventReader = (event: ServerEvent | null) => void;

/** Equal events within this time become one: a run's counters move many times a second, nobody looks that often. */
const GATHER_MS = 100;
const CHANNEL = 'headwater_events';

interface Message {
  readonly organizationId: string;
  readonly event: ServerEvent;
}

/** What changed, from whichever process it happened in to whichever process holds the browser's stream. */
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
        this.#recent.breakOff();
        this.dismissReaders();
      },
    });
  }

  static async open(database: Database, log: FastifyBaseLogger): Promise<EventBus> {
    const bus = new EventBus(database, log);
    await bus.#listener.start();
    return bus;
  }

  /** Tells everybody who watches the workspace, in a moment; for progress, and after a change was committed. */
  publish(organizationId: string, event: ServerEvent): void {
    this.#gathered.set(JSON.stringify([organizationId, event]), { organizationId, event });
    this.#timer ??= setTimeout(() => void this.#flush(), GATHER_MS);
  }

  /** Tells them when, and only if, the transaction commits. */
  async publishIn(db: WorkspaceDb, event: ServerEvent): Promise<void> {
    const message: Message = { organizationId: db.workspaceId, event };
    await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(message)})`.execute(db);
  }

  /** Reads a workspace's events until the returned function is called. */
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

  /** What was told within the last `ms`, the oldest first; undefined where that isn't all there was. */
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
    const messages = [...this.#gathered.values()];
    this.#gathered.clear();
    try {
      for (const { organizationId, event } of messages) {
        await workspaceTransaction(this.#database, organizationId, (db) => this.publishIn(db, event));
      }
    } catch (error) {
      // Who watches polls as well when nothing comes; the work that was told of goes on.
      this.#log.warn({ err: error }, 'events could not be published');
    }
  }

  #deliver({ organizationId, event }: Message): void {
    this.#recent.add(organizationId, event);
    for (const read of this.#readers.get(organizationId) ?? []) read(event);
  }

  /** Dismisses those who read, and from now on whoever starts to: the server is about to close. */
  stopReaders(): void {
    this.#isStopping = true;
    this.dismissReaders();
  }

  /** Tells all readers that they may have missed something. */
  dismissReaders(): void {
    for (const readers of [...this.#readers.values()]) for (const read of [...readers]) read(null);
  }
}
