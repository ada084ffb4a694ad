import type { ServerResponse } from 'node:http';
import type { CurrentToken } from '../../../http/access-sources.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { Refusal } from '@headwater/base/refusals/refusal';

const RETRY_AFTER_SECONDS = 1;

interface OpenResponse {
  readonly token: CurrentToken;
  readonly response: ServerResponse;
}

/**
 * The responses to service accounts that are being sent. Each ends at once when its token ends or its account is
 * changed, however much of it is left.
 */
export class OpenResponses {
  readonly #events: EventBus;
  readonly #isUnchanged: (token: CurrentToken) => Promise<boolean>;
  readonly #byAccount = new Map<string, Set<OpenResponse>>();

  constructor(events: EventBus, isUnchanged: (token: CurrentToken) => Promise<boolean>) {
    this.#events = events;
    this.#isUnchanged = isUnchanged;
  }

  /** Counts a response until it is closed. Throws a 429 if the account has too many. */
  hold(token: CurrentToken, response: ServerResponse): void {
    const { id, limits } = token.principal;
    const open = this.#byAccount.get(id) ?? new Set();
    if (open.size >= limits.requests)
      throw new Refusal('too_many_token_requests', {
        retryAfter: RETRY_AFTER_SECONDS,
        values: { most: limits.requests },
      });
    // A caller who left during the authorization has already closed it.
    if (response.destroyed) return;
    const held = { token, response };
    this.#byAccount.set(id, open.add(held));
    const unsubscribe = this.#events.subscribe(token.workspaceId, (event) => {
      // Without an event, some may have been missed.
      if (
        event === null ||
        event.type === 'organizations' ||
        (event.type === 'service_accounts' && event.id === id)
      )
        void this.#check(held);
    });
    response.once('close', () => {
      unsubscribe();
      open.delete(held);
      if (open.size === 0) this.#byAccount.delete(id);
    });
  }

  async #check({ token, response }: OpenResponse): Promise<void> {
    const isUnchanged = await this.#isUnchanged(token).catch(() => false);
    if (!isUnchanged) response.destroy();
  }
}
