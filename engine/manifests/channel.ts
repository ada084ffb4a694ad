/**
 * Passes messages from work that runs by itself to whoever reads them. The work waits until each message has been
 * taken, so that nothing piles up.
 */
export class Channel<T> {
  #ready = Promise.withResolvers<void>();
  #taken = Promise.withResolvers<void>();
  #message: { value: T } | null = null;
  #isClosed = false;

  /** Passes a message on. Throws if nobody reads anymore. */
  send = async (value: T): Promise<void> => {
    if (this.#isClosed) throw new Error('Nobody reads this channel anymore');
    this.#message = { value };
    this.#taken = Promise.withResolvers();
    this.#ready.resolve();
    await this.#taken.promise;
  };

  /** Runs the work and yields what it sends, one message after another. */
  async *of(work: () => Promise<void>): AsyncGenerator<T> {
    let failed: { error: unknown } | null = null;
    let isDone = false;
    const running = work()
      .catch((error: unknown) => {
        failed = { error };
      })
      .finally(() => {
        isDone = true;
        this.#ready.resolve();
      });
    try {
      for (;;) {
        await this.#ready.promise;
        this.#ready = Promise.withResolvers();
        const message = this.#message;
        this.#message = null;
        if (message) {
          yield message.value;
          this.#taken.resolve();
        } else if (isDone) break;
        if (isDone) this.#ready.resolve();
      }
      await running;
      if (failed) throw (failed as { error: unknown }).error;
    } finally {
      this.#isClosed = true;
      this.#taken.reject(new Error('Nobody reads this channel anymore'));
      this.#taken.promise.catch(() => undefined);
    }
  }
}
