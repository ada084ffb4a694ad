import { Refusal } from '@headwater/base/refusals/refusal';

/** A browser opens one stream for all of its tabs. */
const MOST_PER_USER = 10;
/** About how long it takes to notice that a browser was closed or has lost its network. */
const RETRY_AFTER_SECONDS = 30;

/** Counts how many event streams each user has open. */
export class OpenStreams {
  readonly #counts = new Map<string, number>();

  /**
   * Counts one more stream, or throws a 429 if there are too many. The returned function releases it and
   * must be called once.
   */
  enter(userId: string): () => void {
    const count = this.#counts.get(userId) ?? 0;
    if (count >= MOST_PER_USER) {
      const values = { most: MOST_PER_USER };
      throw new Refusal('too_many_streams', { values, retryAfter: RETRY_AFTER_SECONDS });
    }
    this.#counts.set(userId, count + 1);
    return () => this.#leave(userId);
  }

  /** The number of users with an open stream. */
  get users(): number {
    return this.#counts.size;
  }

  #leave(userId: string): void {
    const count = this.#counts.get(userId) ?? 0;
    if (count > 1) this.#counts.set(userId, count - 1);
    else this.#counts.delete(userId);
  }
}
