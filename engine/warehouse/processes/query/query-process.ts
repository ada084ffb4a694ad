import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { isRunning, startChild, type Priority } from '@headwater/base/processes/start-child';
import type {
  AnyResult,
  FromQueryProcess,
  QueryEngineOptions,
  QueryRequest,
  QueryResult,
  ToQueryProcess,
} from './messages.ts';
import { faultError, QueryProcessLost, QueryTimeout } from './query-fault.ts';

/** interrupt() can hang inside the engine. Then the process is killed after this time. */
const GRACE_MS = 1_000;

/** The engine ignores an interrupt between two steps of a statement, so it's repeated. */
const INTERRUPT_EVERY_MS = 50;

interface Pending {
  readonly id: number;
  readonly child: ChildProcess;
  resolve(result: AnyResult): void;
  reject(error: Error): void;
}

interface Limits {
  timeoutMs: number;
  /** Aborted when the client has disconnected. */
  signal?: AbortSignal | undefined;
}

/** One process that runs the engine. It's started on demand, and again after it has ended. One request at a time. */
export class QueryProcess {
  readonly #options: QueryEngineOptions;
  readonly #idleMs: number | null;
  readonly #priority: Priority;
  #idle: NodeJS.Timeout | undefined;
  #starting: Promise<ChildProcess> | undefined;
  #child: ChildProcess | undefined;
  #pending: Pending | undefined;
  #ids = 0;
  busy = false;

  /** The process ends when it has had no request for `idleMs`, which frees its memory. Null: it never does. */
  constructor(options: QueryEngineOptions, idleMs: number | null, priority: Priority) {
    this.#options = options;
    this.#idleMs = idleMs;
    this.#priority = priority;
  }

  get isStarted(): boolean {
    return this.#starting !== undefined;
  }

  /** None if it has ended, also before its exit event. */
  get pid(): number | undefined {
    return this.#child && isRunning(this.#child) ? this.#child.pid : undefined;
  }

  /** Rejects with an error from query-fault.ts, the signal's reason, or an error with the engine's message. */
  async run<Request extends QueryRequest>(
    request: Request,
    { timeoutMs, signal }: Limits,
  ): Promise<QueryResult<Request>> {
    clearTimeout(this.#idle);
    const child = await (this.#starting ??= this.#start());
    signal?.throwIfAborted();
    const id = (this.#ids += 1);
    let reason: unknown;
    let interrupts: NodeJS.Timeout | undefined;
    let kill: NodeJS.Timeout | undefined;
    const end = (why: unknown) => {
      if (reason !== undefined) return;
      reason = why;
      post(child, { type: 'interrupt' });
      interrupts = setInterval(() => post(child, { type: 'interrupt' }), INTERRUPT_EVERY_MS);
      kill = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    };
    const limit = setTimeout(() => end(new QueryTimeout('The query took too long.')), timeoutMs);
    const leave = () => end(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        const found = (result: AnyResult) => resolve(result as QueryResult<Request>);
        this.#pending = { id, child, resolve: found, reject };
        post(child, { type: 'run', id, request });
      });
    } catch (error) {
      throw reason ?? error;
    } finally {
      clearTimeout(limit);
      clearInterval(interrupts);
      clearTimeout(kill);
      signal?.removeEventListener('abort', leave);
      this.#pending = undefined;
      if (this.#idleMs !== null) this.#idle = setTimeout(() => void this.stop(), this.#idleMs).unref();
    }
  }

  /** Releases a deleted file, or all files in a deleted folder, after the current request. */
  release(path: string): void {
    if (this.#child) post(this.#child, { type: 'release', path });
  }

  /** Kills the process. It only reads, so nothing is lost. */
  async stop(): Promise<void> {
    const child = await this.#starting?.catch(() => undefined);
    if (!child || !isRunning(child)) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async #start(): Promise<ChildProcess> {
    const child = startChild(new URL('./main.ts', import.meta.url), this.#priority);
    this.#child = child;
    const ready = Promise.withResolvers<void>();
    child.on('message', (message: FromQueryProcess) =>
      message.type === 'ready' ? ready.resolve() : this.#settle(message),
    );
    const forget = (cause: Error) => {
      if (this.#child !== child) return;
      this.#starting = undefined;
      this.#child = undefined;
      const lost = new QueryProcessLost('The query process ended.', { cause });
      ready.reject(lost);
      if (this.#pending?.child === child) this.#pending.reject(lost);
    };
    child.once('error', forget);
    child.once('exit', () => forget(new Error('exit')));
    post(child, { type: 'open', options: this.#options });
    await ready.promise;
    return child;
  }

  #settle(message: Exclude<FromQueryProcess, { type: 'ready' }>): void {
    const pending = this.#pending;
    if (pending?.id !== message.id) return;
    if (message.type === 'result') return pending.resolve(message.result);
    // Every further request to a broken engine would fail.
    if (message.fault === 'fatal') pending.child.kill('SIGKILL');
    pending.reject(faultError(message.fault, message.message));
  }
}

/** Sends a message. Errors are ignored, because a process that has ended is reported by its exit event. */
function post(child: ChildProcess, message: ToQueryProcess): void {
  if (child.connected) child.send(message, () => undefined);
}
