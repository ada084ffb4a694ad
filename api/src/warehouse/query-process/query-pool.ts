import type { QueryEngineOptions, RowsAnswer, RowsRequest } from './messages.ts';
import { QueryProcess, QueryTimeout } from './query-process.ts';

export { QueryTimeout };
export type { RowsAnswer, RowsRequest };

export interface QueryPoolOptions extends Partial<QueryEngineOptions> {
  /** The folder of the version files: nothing outside can be read. */
  root: string;
  /** How many processes there are. */
  size?: number;
  /** Milliseconds after which a statement is interrupted; a second later its process is killed. */
  timeout?: number;
}

/**
 * The trusted processes in which the product's own statements run. One that crashes or hangs is replaced; a statement
 * that takes too long rejects with QueryTimeout.
 */
export class QueryPool {
  readonly #processes: QueryProcess[];
  readonly #timeoutMs: number;
  /** Which process has which file open. */
  readonly #homes = new Map<string, QueryProcess>();
  readonly #waiting: (() => void)[] = [];
  #closed = false;

  constructor({ root, size = 2, timeout = 30_000, memoryLimit = '256MB', threads = 1 }: QueryPoolOptions) {
    this.#timeoutMs = timeout;
    this.#processes = Array.from({ length: size }, () => new QueryProcess({ root, memoryLimit, threads }));
  }

  /** Of the processes that run at this moment. */
  get pids(): number[] {
    return this.#processes.flatMap(({ pid }) => pid ?? []);
  }

  async rows(request: RowsRequest): Promise<RowsAnswer> {
    const child = await this.#take(request.path);
    try {
      return await child.rows(request, this.#timeoutMs);
    } finally {
      child.busy = false;
      this.#waiting.shift()?.();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const wake of this.#waiting.splice(0)) wake();
    await Promise.all(this.#processes.map((child) => child.stop()));
  }

  async #take(path: string): Promise<QueryProcess> {
    for (;;) {
      if (this.#closed) throw new Error('The query processes are closed.');
      const free = this.#processes.filter(({ busy }) => !busy);
      const home = this.#homes.get(path);
      const child = free.find((each) => each === home) ?? free.find(({ isStarted }) => isStarted) ?? free[0];
      if (child) {
        child.busy = true;
        this.#remember(path, child);
        return child;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #remember(path: string, child: QueryProcess): void {
    this.#homes.delete(path);
    this.#homes.set(path, child);
    if (this.#homes.size > 1_000) this.#homes.delete(this.#homes.keys().next().value!);
  }
}
