import type { ChildProcess } from 'node:child_process';
import { startChild } from '@headwater/base/processes/start-child';
import { FairQueue, type Requester } from '@headwater/base/queue/fair-queue';
import { QueryProcessLost, QueryTimeout } from '@headwater/warehouse/processes/query/query-fault';
import type { FromPressProcess, PressRequest } from './messages.ts';

interface PressOptions {
  /** Milliseconds after which a file that isn't ready is given up. */
  timeout?: number;
  /** Milliseconds without a file after which the process ends. */
  idle?: number;
}

/** Drawing takes little memory. More than this means that something is wrong. */
const MOST_BYTES = 1024 ** 3;

/**
 * Draws pictures and documents of what queries have computed, one at a time, in a process of its own: whatever a result is
 * like, drawing it neither delays the API nor takes it down.
 */
export class Press {
  readonly #queue = new FairQueue({ slots: 1, waiting: { perUser: 20, perWorkspace: 60, inAll: 200 } });
  readonly #timeoutMs: number;
  readonly #idleMs: number;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #ids = 0;

  constructor({ timeout = 30_000, idle = 60_000 }: PressOptions = {}) {
    this.#timeoutMs = timeout;
    this.#idleMs = idle;
  }

  /** Rejects with an error from query-fault.ts or the queue, or with the signal's reason. */
  run(request: PressRequest, requester: Requester, signal?: AbortSignal): Promise<Buffer> {
    return this.#queue.run(requester, () => this.#press(request, signal), { signal });
  }

  async close(): Promise<void> {
    const drained = this.#queue.close();
    this.#end();
    await drained;
  }

  async #press(request: PressRequest, signal: AbortSignal | undefined): Promise<Buffer> {
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#start());
    const id = (this.#ids += 1);
    const pressed = Promise.withResolvers<Buffer>();
    const hear = (message: FromPressProcess) => {
      if (message.id !== id) return;
      if (message.type === 'pressed') pressed.resolve(Buffer.from(message.bytes));
      else pressed.reject(new Error(message.message));
    };
    const lose = () => pressed.reject(new QueryProcessLost('The press process ended.'));
    // The process draws without a pause, so it can't be asked to stop.
    const give = (reason: unknown) => {
      pressed.reject(reason as Error);
      this.#end();
    };
    const limit = setTimeout(() => give(new QueryTimeout('The file took too long.')), this.#timeoutMs);
    const leave = () => give(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    child.on('message', hear);
    child.once('exit', lose);
    child.once('error', lose);
    try {
      child.send({ id, request }, (error) => error && lose());
      return await pressed.promise;
    } finally {
      clearTimeout(limit);
      signal?.removeEventListener('abort', leave);
      child.off('message', hear).off('exit', lose).off('error', lose);
      this.#idle = setTimeout(() => this.#end(), this.#idleMs).unref();
    }
  }

  #start(): ChildProcess {
    const child = startChild(new URL('./main.ts', import.meta.url), 'reader', { dataBytes: MOST_BYTES });
    const forget = () => {
      if (this.#child === child) this.#child = undefined;
    };
    // An error without a listener would take down the API.
    child.on('error', forget);
    child.once('exit', forget);
    return child;
  }

  #end(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }
}
