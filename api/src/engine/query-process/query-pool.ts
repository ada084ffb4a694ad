import { FairQueue, type Asker } from '../../platform/queue/fair-queue.ts';
import type { QueryEngineOptions, RowsAnswer, RowsRequest } from './messages.ts';
import { QueryProcessLost } from './query-fault.ts';
import { QueryProcess } from './query-process.ts';

export interface QueryPoolOptions extends Partial<QueryEngineOptions> {
  /** The folder of the version files: nothing outside can be read. */
  root: string;
  /** How many processes there are. */
  size?: number;
  /** Milliseconds from its start after which a statement is interrupted; a second later its process is killed. */
  timeout?: number;
}

/**
 * The trusted processes in which the product's own statements run. One that crashes or hangs is replaced, and what it
 * was at is tried once more on another.
 */
export class QueryPool {
  readonly #processes: QueryProcess[];
  readonly #queue: FairQueue;
  readonly #timeoutMs: number;
  /** Which process has which file open. */
  readonly #homes = new Map<string, QueryProcess>();
  #isClosed = false;

  constructor({ root, size = 2, timeout = 30_000, memoryLimit = '160MB', threads = 1 }: QueryPoolOptions) {
    this.#timeoutMs = timeout;
    this.#processes = Array.from({ length: size }, () => new QueryProcess({ root, memoryLimit, threads }));
    this.#queue = new FairQueue({ slots: size, waiting: { perUser: 100, perWorkspace: 200, inAll: 500 } });
  }

  /** Of the processes that run at this moment. */
  get pids(): number[] {
    return this.#processes.flatMap(({ pid }) => pid ?? []);
  }

  /** Rejects with one of query-fault.ts or of the queue's errors, or with the reason of a signal that was aborted. */
  rows(request: RowsRequest, asker: Asker, signal?: AbortSignal): Promise<RowsAnswer> {
    const attempt = () => this.#rows(request, signal);
    const work = () =>
      attempt().catch((error) => {
        if (error instanceof QueryProcessLost && !this.#isClosed) return attempt();
        throw error;
      });
    return this.#queue.run(asker, work, { signal });
  }

  /** A file was deleted, or a folder of them: open, it would keep its space on disk. */
  release(path: string): void {
    for (const child of this.#processes) child.release(path);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const drained = this.#queue.close();
    await Promise.all(this.#processes.map((child) => child.stop()));
    await drained;
  }

  /** The queue lets in as many as there are processes, so one is free. */
  async #rows(request: RowsRequest, signal: AbortSignal | undefined): Promise<RowsAnswer> {
    const free = this.#processes.filter(({ busy }) => !busy);
    const home = this.#homes.get(request.path);
    const child = free.find((each) => each === home) ?? free.find(({ isStarted }) => isStarted) ?? free[0]!;
    this.#remember(request.path, child);
    child.busy = true;
    try {
      return await child.rows(request, { timeoutMs: this.#timeoutMs, signal });
    } finally {
      child.busy = false;
    }
  }

  #remember(path: string, child: QueryProcess): void {
    this.#homes.delete(path);
    this.#homes.set(path, child);
    if (this.#homes.size > 1_000) this.#homes.delete(this.#homes.keys().next().value!);
  }
}
