import type { Priority } from '@headwater/base/processes/start-child';
import { FairQueue, type Requester } from '@headwater/base/queue/fair-queue';
import type { QueryEngineOptions, QueryRequest, QueryResult } from './messages.ts';
import { QueryProcessLost } from './query-fault.ts';
import { QueryProcess } from './query-process.ts';

export interface QueryPoolOptions extends Partial<QueryEngineOptions> {
  /** The folder of the version files. Nothing outside it can be read. */
  root: string;
  /** The number of processes. */
  size?: number;
  /** Milliseconds after which a running statement is interrupted. A second later, its process is killed. */
  timeout?: number;
  /** Milliseconds without a request after which a process ends. By default, it stays. */
  idle?: number;
  priority?: Priority;
}

/**
 * Runs the product's own statements in trusted processes. A process that crashes or hangs is replaced, and a request
 * that a crash interrupted is tried once more.
 */
export class QueryPool {
  readonly #processes: QueryProcess[];
  readonly #queue: FairQueue;
  readonly #timeoutMs: number;
  /** The process that last read each file, and so has it open. */
  readonly #homes = new Map<string, QueryProcess>();
  #isClosed = false;

  constructor(options: QueryPoolOptions) {
    const { root, size = 2, timeout = 30_000, idle = null, memoryLimit = '160MB', threads = 1 } = options;
    const { priority = 'reader', freeMemory } = options;
    this.#timeoutMs = timeout;
    const engine = { root, memoryLimit, threads, freeMemory };
    this.#processes = Array.from({ length: size }, () => new QueryProcess(engine, idle, priority));
    this.#queue = new FairQueue({ slots: size, waiting: { perUser: 100, perWorkspace: 200, inAll: 500 } });
  }

  /** The IDs of the running processes. */
  get pids(): number[] {
    return this.#processes.flatMap(({ pid }) => pid ?? []);
  }

  /** Rejects with an error from query-fault.ts or the queue, or with the reason of an aborted signal. */
  run<Request extends QueryRequest>(
    request: Request,
    requester: Requester,
    signal?: AbortSignal,
  ): Promise<QueryResult<Request>> {
    const attempt = () => this.#run(request, signal);
    const work = () =>
      attempt().catch((error) => {
        if (error instanceof QueryProcessLost && !this.#isClosed) return attempt();
        throw error;
      });
    return this.#queue.run(requester, work, { signal });
  }

  /** Releases a deleted file, or all files in a deleted folder. While open, they would still take disk space. */
  release(path: string): void {
    for (const child of this.#processes) child.release(path);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const drained = this.#queue.close();
    await Promise.all(this.#processes.map((child) => child.stop()));
    await drained;
  }

  /** One process is always free, because the queue has as many slots as there are processes. */
  async #run<Request extends QueryRequest>(
    request: Request,
    signal: AbortSignal | undefined,
  ): Promise<QueryResult<Request>> {
    const { path } = request.kind === 'diff' ? request.after : request.file;
    const free = this.#processes.filter(({ busy }) => !busy);
    const home = this.#homes.get(path);
    const child = free.find((each) => each === home) ?? free.find(({ isStarted }) => isStarted) ?? free[0]!;
    this.#remember(path, child);
    child.busy = true;
    try {
      return await child.run(request, { timeoutMs: this.#timeoutMs, signal });
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
