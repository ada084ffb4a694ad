import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startChild } from '../../processes/start-child.ts';
import type {
  FromQueryProcess,
  QueryEngineOptions,
  RowsAnswer,
  RowsRequest,
  ToQueryProcess,
} from './messages.ts';

/** interrupt() can hang inside the engine; then the process goes. */
const GRACE_MS = 1_000;

/** An interrupt between two steps of a statement is lost on the engine, so it is said again. */
const INTERRUPT_EVERY_MS = 50;

export class QueryTimeout extends Error {
  override readonly name = 'QueryTimeout';
}

interface Pending {
  readonly id: number;
  readonly child: ChildProcess;
  resolve(answer: RowsAnswer): void;
  reject(error: Error): void;
}

/** One process with the engine in it: started when it is needed, and again after it has gone. One request at a time. */
export class QueryProcess {
  readonly #options: QueryEngineOptions;
  #starting: Promise<ChildProcess> | undefined;
  #child: ChildProcess | undefined;
  #pending: Pending | undefined;
  #ids = 0;
  busy = false;

  constructor(options: QueryEngineOptions) {
    this.#options = options;
  }

  get isStarted(): boolean {
    return this.#starting !== undefined;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async rows(request: RowsRequest, timeoutMs: number): Promise<RowsAnswer> {
    const child = await (this.#starting ??= this.#start());
    const id = (this.#ids += 1);
    let timedOut = false;
    let interrupts: NodeJS.Timeout | undefined;
    const interrupt = setTimeout(() => {
      post(child, { type: 'interrupt' });
      interrupts = setInterval(() => post(child, { type: 'interrupt' }), INTERRUPT_EVERY_MS);
    }, timeoutMs);
    const kill = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeoutMs + GRACE_MS);
    try {
      return await new Promise((resolve, reject) => {
        this.#pending = { id, child, resolve, reject };
        post(child, { type: 'rows', id, request });
      });
    } catch (error) {
      if (timedOut || /^INTERRUPT/.test((error as Error).message))
        throw new QueryTimeout('The query took too long.', { cause: error });
      throw error;
    } finally {
      clearTimeout(interrupt);
      clearInterval(interrupts);
      clearTimeout(kill);
      this.#pending = undefined;
    }
  }

  /** It only reads, so it is not asked. */
  async stop(): Promise<void> {
    const child = await this.#starting?.catch(() => undefined);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async #start(): Promise<ChildProcess> {
    const child = startChild(new URL('./main.ts', import.meta.url));
    this.#child = child;
    const ready = Promise.withResolvers<void>();
    child.on('message', (message: FromQueryProcess) =>
      message.type === 'ready' ? ready.resolve() : this.#settle(message),
    );
    const forget = (error: Error) => {
      this.#starting = undefined;
      this.#child = undefined;
      ready.reject(error);
      if (this.#pending?.child === child) this.#pending.reject(error);
    };
    child.once('error', forget);
    child.once('exit', () => forget(new Error('The query process ended.')));
    post(child, { type: 'open', options: this.#options });
    await ready.promise;
    return child;
  }

  #settle(message: Exclude<FromQueryProcess, { type: 'ready' }>): void {
    if (this.#pending?.id !== message.id) return;
    if (message.type === 'answer') return this.#pending.resolve(message.answer);
    const fatal = /^(FATAL|INTERNAL)/.test(message.message);
    if (fatal) this.#pending.child.kill('SIGKILL');
    this.#pending.reject(new Error(message.message));
  }
}

/** A process that is gone is told of by its exit, not by the message that did not reach it. */
function post(child: ChildProcess, message: ToQueryProcess): void {
  if (child.connected) child.send(message, () => undefined);
}
