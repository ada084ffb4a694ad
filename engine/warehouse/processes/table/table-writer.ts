import type { ChildProcess } from 'node:child_process';
import { FailureError } from '@headwater/base/failures/failure';
import { startChild } from '@headwater/base/processes/start-child';
import { FairQueue, type Requester } from '@headwater/base/queue/fair-queue';
import type { StagedTable } from '../../versions/stage.ts';
import type { FromTableProcess, TableToWrite } from './messages.ts';

/** Rows that the product has itself are few. Whoever takes longer than this doesn't come to an end. */
const LONGEST_MS = 5 * 60_000;
const WAITING = { perUser: 2, perWorkspace: 4, inAll: 50 };

/** Writes version files of rows that the product has itself, one at a time, each in a process of its own. */
export class TableWriter {
  readonly #queue = new FairQueue({ slots: 1, waiting: WAITING });
  readonly #children = new Set<ChildProcess>();
  readonly #longestMs: number;

  /** `longestMs` is how long one table may take, once it's its turn. */
  constructor({ longestMs = LONGEST_MS } = {}) {
    this.#longestMs = longestMs;
  }

  /** Rejects with a FailureError, an error of the queue, or the signal's reason. */
  write(table: TableToWrite, requester: Requester, signal: AbortSignal): Promise<StagedTable> {
    return this.#queue.run(requester, () => this.#write(table, signal), { signal });
  }

  async close(): Promise<void> {
    const drained = this.#queue.close();
    for (const child of this.#children) child.kill('SIGKILL');
    await drained;
  }

  async #write(table: TableToWrite, signal: AbortSignal): Promise<StagedTable> {
    const child = startChild(new URL('./main.ts', import.meta.url), 'background');
    this.#children.add(child);
    const kill = () => void child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    const limit = setTimeout(kill, this.#longestMs);
    try {
      const answer = await answerOf(child, table);
      signal.throwIfAborted();
      if (answer === null) throw new FailureError('process_lost');
      if (answer.type === 'failed') throw new FailureError(answer.failure);
      return answer.table;
    } finally {
      clearTimeout(limit);
      signal.removeEventListener('abort', kill);
      kill();
      this.#children.delete(child);
    }
  }
}

/** Resolves with what the process says, or with null if it ends before that. */
function answerOf(child: ChildProcess, table: TableToWrite): Promise<FromTableProcess | null> {
  return new Promise((resolve) => {
    child.once('message', (message: FromTableProcess) => resolve(message));
    child.once('error', () => resolve(null));
    child.once('exit', () => resolve(null));
    child.send(table, () => undefined);
  });
}
