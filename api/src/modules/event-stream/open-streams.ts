import { Refusal } from '../../platform/refusals/refusal.ts';

/** A browser opens one for all of its tabs. */
const MOST_PER_USER = 10;
/** About the time in which a browser that was closed, or has lost its network, is noticed. */
const RETRY_AFTER_SECONDS = 30;

/** How many event streams each user holds open. */
export class OpenStreams {
  readonly #counts = new Map<string, number>();

  /** Takes a place for one more, 429 if there is none; the returned function gives it back, and is called once. */
  enter(userId: string): () => void {
    const count = this.#counts.get(userId) ?? 0;
    if (count >= MOST_PER_USER) {
      const values = { most: MOST_PER_USER };
      throw new Refusal('too_many_streams', { values, retryAfter: RETRY_AFTER_SECONDS });
    }
    this.#counts.set(userId, count + 1);
    return () => this.#leave(userId);
  }

  /** Users with an open stream. */
  get users(): number {
    return this.#counts.size;
  }

  #leave(userId: string): void {
    const count = this.#counts.get(userId) ?? 0;
    if (count > 1) this.#counts.set(userId, count - 1);
    else this.#counts.delete(userId);
  }
}
