import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, totalmem } from 'node:os';
import { isRunning, startChild } from '@headwater/base/processes/start-child';
import { FairQueue, type Requester } from '@headwater/base/queue/fair-queue';
import { faultError, QueryProcessLost, QueryTimeout, QueryTooLarge } from '../query/query-fault.ts';
import { StatementRefused } from './gate.ts';
import type {
  CheckedStatement,
  FromSandbox,
  ResultColumn,
  SandboxOptions,
  StatementPlan,
  StatementResult,
  StatementRun,
  StatementWrite,
  StatementToPlan,
  ToSandbox,
  WrittenFile,
} from './messages.ts';

export interface SandboxesOptions {
  slots?: number;
  /** How much memory the engine may use for one statement. */
  memoryBytes?: number;
  /** Milliseconds for one statement, from its check to its last row. */
  timeout?: number;
  /** Milliseconds without a statement after which no process is kept ready. */
  idle?: number;
}

const MIB = 1024 ** 2;

/**
 * A process has more than its engine's memory: Node.js, the engine's code, and texts that the engine doesn't count. The
 * system counts what is reserved as well, which is 700 MB before anything runs.
 */
const BESIDE_THE_ENGINE = { watched: 450 * MIB, hard: 1_536 * MIB };

/** One statement in its process. */
export interface SandboxedStatement {
  /**
   * Returns what the statement refers to. Its days, its hours, and times without an offset are those of the zone, unless it
   * begins with another: `set TimeZone = 'Asia/Tokyo'; select …`. Rejects with StatementRefused.
   */
  check(sql: string, zone: string): Promise<CheckedStatement>;
  /** Runs what was checked. */
  run(run: StatementRun): Promise<StatementResult>;
  /** Returns the columns of what was checked, without running it. */
  prepare(prepare: Omit<StatementRun, 'limit'>): Promise<ResultColumn[]>;
  /** Runs what was checked, and writes its rows into a version file. */
  write(write: StatementWrite): Promise<WrittenFile>;
  /** Says how what was checked would run, without running it. */
  plan(plan: StatementToPlan): Promise<StatementPlan>;
}

/**
 * Runs SQL that people wrote, each statement in a process of its own that is used once and then killed:
 *
 *     spare ──taken──► check ──► run ──► killed
 *       ▲                └─────────┴── time over, memory over, reader gone ──► killed
 *       └── the next one is started
 *
 * A process that is ready knows no workspace yet, so one is enough for all of them.
 */
export class Sandboxes {
  readonly #options: Required<SandboxesOptions>;
  readonly #queue: FairQueue;
  readonly #children = new Set<ChildProcess>();
  #spare: Promise<ChildProcess> | null = null;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SandboxesOptions = {}) {
    const { slots = Math.max(3, Math.floor(availableParallelism() / 2)) } = options;
    this.#options = {
      slots,
      memoryBytes: Math.max(512 * MIB, (totalmem() * 0.4) / slots),
      timeout: 60_000,
      idle: 5 * 60_000,
      ...options,
    };
    // A workspace that runs nothing always finds a slot soon.
    const perWorkspace = Math.max(1, slots - 1);
    this.#queue = new FairQueue({
      slots,
      perWorkspace,
      waiting: { perUser: 2, perWorkspace: 10, inAll: 100 },
    });
  }

  /** The IDs of the running processes. */
  get pids(): number[] {
    return [...this.#children].filter(isRunning).flatMap(({ pid }) => pid ?? []);
  }

  /** Keeps a process ready for a while, for someone who is about to run a statement. */
  prepare(): void {
    if (this.#isClosed) return;
    if (!this.#spare) {
      const spare = (this.#spare = this.#start());
      const forget = () => {
        if (this.#spare === spare) this.#spare = null;
      };
      spare.then((child) => child.once('exit', forget), forget);
    }
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#dropSpare(), this.#options.idle).unref();
  }

  /**
   * Lends a process for one statement. Rejects with StatementRefused, an error from query-fault.ts or the queue, or the
   * reason of an aborted signal.
   */
  use<T>(
    requester: Requester,
    signal: AbortSignal,
    work: (statement: SandboxedStatement) => Promise<T>,
    timeout = this.#options.timeout,
  ): Promise<T> {
    return this.#queue.run(requester, () => this.#use(signal, work, timeout), { signal });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    const drained = this.#queue.close();
    await this.#spare?.catch(() => undefined);
    const gone = [...this.#children].map((child) => once(child, 'exit'));
    for (const child of this.#children) child.kill('SIGKILL');
    await Promise.all([drained, ...gone]);
  }

  async #use<T>(
    signal: AbortSignal,
    work: (statement: SandboxedStatement) => Promise<T>,
    timeout: number,
  ): Promise<T> {
    const child = await this.#take();
    let reason: unknown;
    const end = (why: unknown) => {
      reason ??= why;
      child.kill('SIGKILL');
    };
    const limit = setTimeout(() => end(new QueryTimeout('The statement took too long.')), timeout);
    const leave = () => end(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    const ask = async <Type extends FromSandbox['type']>(message: ToSandbox, expected: Type) => {
      try {
        return await answerOf(child, message, expected);
      } catch (error) {
        throw reason ?? error;
      }
    };
    try {
      return await work({
        check: async (sql, zone) => (await ask({ type: 'check', sql, zone }, 'checked')).checked,
        run: async (run) => (await ask({ type: 'run', run }, 'result')).result,
        prepare: async (prepare) => (await ask({ type: 'prepare', prepare }, 'prepared')).columns,
        write: async (write) => (await ask({ type: 'write', write }, 'written')).written,
        plan: async (plan) => (await ask({ type: 'plan', plan }, 'planned')).planned,
      });
    } finally {
      clearTimeout(limit);
      signal.removeEventListener('abort', leave);
      child.kill('SIGKILL');
    }
  }

  /** The next process starts at once, but after this statement has been sent. */
  async #take(): Promise<ChildProcess> {
    const spare = this.#spare;
    this.#spare = null;
    const child = await (spare ?? this.#start());
    setImmediate(() => this.prepare());
    return child;
  }

  #dropSpare(): void {
    void this.#spare?.then((child) => child.kill('SIGKILL')).catch(() => undefined);
    this.#spare = null;
  }

  async #start(): Promise<ChildProcess> {
    const { memoryBytes } = this.#options;
    const threads = Math.max(1, Math.floor(availableParallelism() / this.#options.slots));
    const residentBytes = memoryBytes + BESIDE_THE_ENGINE.watched;
    const options: SandboxOptions = { memoryBytes, residentBytes, threads };
    const child = startChild(new URL('./main.ts', import.meta.url), 'reader', {
      dataBytes: memoryBytes + BESIDE_THE_ENGINE.hard,
    });
    this.#children.add(child);
    child.on('error', () => undefined);
    child.once('exit', () => this.#children.delete(child));
    await answerOf(child, { type: 'open', options }, 'ready');
    return child;
  }
}

/** Sends a message, and returns what the process says next. Rejects if that is something else, or the process ends. */
function answerOf<Type extends FromSandbox['type']>(
  child: ChildProcess,
  message: ToSandbox,
  expected: Type,
): Promise<Extract<FromSandbox, { type: Type }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<FromSandbox, { type: Type }>>();
  const onExit = (_code: number | null, signal: NodeJS.Signals | null) =>
    // Nobody else kills it than its own watch over the memory, the system when that is short, and `end` above.
    reject(
      signal === 'SIGKILL' || signal === 'SIGABRT' ? new QueryTooLarge('The memory is used up.') : lost(),
    );
  const onMessage = (answer: FromSandbox) => {
    if (answer.type === expected) return resolve(answer as Extract<FromSandbox, { type: Type }>);
    if (answer.type === 'refused') return reject(new StatementRefused(answer.fault));
    if (answer.type === 'failed') return reject(faultError(answer.fault, answer.message));
    reject(lost());
  };
  child.once('message', onMessage);
  child.once('exit', onExit);
  if (isRunning(child)) child.send(message, () => undefined);
  else onExit(child.exitCode, child.signalCode);
  return promise.finally(() => {
    child.off('message', onMessage);
    child.off('exit', onExit);
  });
}

const lost = () => new QueryProcessLost('The sandbox process ended.');
