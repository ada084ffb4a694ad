import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { syncProcesses } from '../sync-processes.ts';
import type { WorkerGround } from './worker-process.ts';

/** A worker process that can be killed, suspended, and resumed. */
export class FaultWorker {
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  #ready: Promise<unknown> | undefined;

  /** Starts the process, which does nothing before `work` is called. */
  constructor() {
    this.#process = fork(new URL('./worker-process.ts', import.meta.url), [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#exited = once(this.#process, 'exit');
  }

  get pid(): number {
    return this.#process.pid!;
  }

  /** The processes in which it reads sources. */
  get readers(): number[] {
    return syncProcesses(this.pid);
  }

  /** Resolves when it works. */
  async work(ground: WorkerGround): Promise<void> {
    this.#ready ??= once(this.#process, 'message');
    this.#process.send(ground);
    const first = await Promise.race([this.#ready, this.#exited.then(() => 'exited')]);
    if (first === 'exited') throw new Error('The worker process ended instead of starting.');
  }

  suspend(): void {
    this.#process.kill('SIGSTOP');
  }

  resume(): void {
    this.#process.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#exited;
  }
}
