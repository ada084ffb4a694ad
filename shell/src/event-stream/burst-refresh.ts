import type { ServerEvent } from '@headwater/shared/contract';
import type { QueryClient } from '@headwater/shared/query';
import { invalidate, markStale } from './live-queries.ts';

/** Between two refetches of a type: a sync that commits a thousand tables sends as many events. */
const AT_LEAST_MS = 1_000;
/** How long a slow response keeps the next refetch of its type waiting, which would cancel it. */
const AT_MOST_MS = 10_000;

/**
 * Refetches what is on screen and named by events: at the first one of a burst, and then at intervals while more follow.
 * Whatever isn't on screen is stale at once.
 */
export class BurstRefresh {
  readonly #client: QueryClient;
  readonly #organizationId: string;
  /** The types that were refetched just now, each with the last event that has come since. */
  readonly #missed = new Map<ServerEvent['type'], ServerEvent | null>();
  #isStopped = false;

  constructor(client: QueryClient, organizationId: string) {
    this.#client = client;
    this.#organizationId = organizationId;
  }

  apply(event: ServerEvent): void {
    if (this.#missed.has(event.type)) {
      this.#missed.set(event.type, event);
      void markStale(this.#client, this.#organizationId, event);
    } else void this.#refetch(event);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #refetch(event: ServerEvent): Promise<void> {
    for (let next: ServerEvent | null = event; next && !this.#isStopped;) {
      this.#missed.set(event.type, null);
      const loaded = invalidate(this.#client, this.#organizationId, next);
      await Promise.race([Promise.all([loaded, pause(AT_LEAST_MS)]), pause(AT_MOST_MS)]);
      next = this.#missed.get(event.type) ?? null;
    }
    this.#missed.delete(event.type);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
