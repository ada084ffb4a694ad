/** Runs a few works at once and lets a bounded number wait. */
export class WorkQueue {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, mayWait: number) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
  }

  /** The work's result, or undefined at once where too many wait already. */
  add<T>(work: () => Promise<T>): Promise<T> | undefined {
    if (this.#running >= this.#atOnce && this.#waiting.length >= this.#mayWait) return undefined;
    return this.#run(work);
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The place is handed to the next in line, so that nobody who comes now takes it from them.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
