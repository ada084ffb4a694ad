import { hash, verify } from '@node-rs/argon2';
import { FairQueue, QueueFull, type Requester } from '@headwater/base/queue/fair-queue';
import { Refusal } from '@headwater/base/refusals/refusal';
import { hmac } from '../../../platform/secrets/keys.ts';

// 2 is Argon2id. The library's name for it is a const enum, which erasable syntax can't import.
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MARK = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;

const AT_ONCE = 2;
const WAITING = 50;
/** People who sign in are in no workspace yet, so they all share one line. Limits by IP address apply before that. */
const ANYONE: Requester = { workspaceId: 'none', userId: null };

/**
 * Hashes passwords off the event loop, two at a time. If too many are waiting, callers are
 * asked to retry shortly.
 */
export class Passwords {
  readonly #pepper: Buffer;
  readonly #queue = new FairQueue({
    slots: AT_ONCE,
    waiting: { perUser: WAITING, perWorkspace: WAITING, inAll: WAITING },
  });
  readonly #dummy = hash('nobody has this password', PARAMETERS);

  constructor(pepper: Buffer) {
    this.#pepper = pepper;
  }

  hash(password: string): Promise<string> {
    return this.#enqueue(() => hash(this.#peppered(password), PARAMETERS));
  }

  /**
   * Whether the password matches `stored`. Null, for an unknown email address or an account without a
   * password, takes the same time and never matches, so that the delay doesn't reveal who has an account.
   */
  async matches(password: string, stored: string | null): Promise<boolean> {
    const against = stored ?? (await this.#dummy);
    const isRight = await this.#enqueue(() => verify(against, this.#peppered(password)));
    return isRight && stored !== null;
  }

  /** Whether a stored hash was created with weaker parameters than today's. */
  isOutdated(stored: string): boolean {
    return !stored.startsWith(MARK);
  }

  #peppered(password: string): string {
    return hmac(this.#pepper, password).toString('base64');
  }

  async #enqueue<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#queue.run(ANYONE, work);
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw new Refusal('password_queue_full', { cause: error, retryAfter: 2, values: { seconds: 2 } });
    }
  }
}
