import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { roomOnDisk } from '@headwater/base/disk/disk-room';
import { duringRoom } from '@headwater/base/disk/during-room';
import { LeastSpeed, type LeastSpeedOptions } from '@headwater/base/least-speed';
import { startChild } from '@headwater/base/processes/start-child';
import { FairQueue, type Requester } from '@headwater/base/queue/fair-queue';
import { faultError, QueryProcessLost, QueryTimeout } from '../query/query-fault.ts';
import type { ExportRequest, FromExportProcess, ToExportProcess } from './messages.ts';

export interface ExportsOptions {
  /** The folder of the version files. */
  root: string;
  /** A folder of its own for what doesn't fit into memory. Its content is deleted at the start. */
  scratch: string;
  /** How many exports run at the same time. */
  slots?: number;
  /** For rows that are sorted. */
  memoryLimit?: string;
  /** The most bytes on the disk that one export may need besides its memory. By default, all that is free. */
  spillBytes?: number;
  /** Milliseconds until the first row has to be there. */
  startTimeout?: number;
  /** At which a reader has to read. */
  leastSpeed?: LeastSpeedOptions;
}

/** Rows in the table's own order need no more memory, and would fill it with parts of the file if they had it. */
const SCAN_MEMORY = '96MB';

/**
 * Writes rows of versions as files, each in a process of its own, so that a slow reader delays nobody. The process waits
 * while its reader does, so memory stays the same whatever the size of the file.
 */
export class Exports {
  readonly #options: Required<ExportsOptions>;
  readonly #queue: FairQueue;
  readonly #children = new Set<ChildProcess>();

  constructor(options: ExportsOptions) {
    this.#options = {
      slots: 3,
      memoryLimit: '256MB',
      spillBytes: Infinity,
      startTimeout: 300_000,
      leastSpeed: {},
      ...options,
    };
    const waiting = { perUser: 5, perWorkspace: 10, inAll: 50 };
    const { slots } = this.#options;
    // A slot is held for as long as somebody reads, so one is kept for other workspaces.
    this.#queue = new FairQueue({ slots, perWorkspace: Math.max(1, slots - 1), waiting });
  }

  /** Deletes what exports that were interrupted by a restart have left. */
  async start(): Promise<void> {
    await rm(this.#options.scratch, { recursive: true, force: true });
  }

  /**
   * Resolves with the file once its first rows are there. Until then, it rejects with an error from query-fault.ts or
   * the queue, with the signal's reason, or with a refusal if what it writes would fill the disk. After that, an error
   * ends the stream. `onProgress` gets the share that is done.
   */
  run(
    request: ExportRequest,
    requester: Requester,
    signal: AbortSignal,
    onProgress: (share: number) => void = () => undefined,
  ): Promise<Readable> {
    const started = Promise.withResolvers<Readable>();
    const events = { started: started.resolve, onProgress };
    // The slot is taken for as long as the file is being read.
    const isWritten = request.format === 'parquet' || (request.query?.sort.length ?? 0) > 0;
    const work = () =>
      isWritten
        ? duringRoom(this.#options.scratch, signal, (guarded) => this.#export(request, guarded, events))
        : this.#export(request, signal, events);
    const whole = this.#queue.run(requester, work, { signal });
    whole.catch(started.reject);
    return started.promise;
  }

  async close(): Promise<void> {
    const drained = this.#queue.close();
    for (const child of this.#children) child.kill('SIGKILL');
    await drained;
  }

  async #export(
    request: ExportRequest,
    signal: AbortSignal,
    { started, onProgress }: { started: (file: Readable) => void; onProgress: (share: number) => void },
  ): Promise<void> {
    const { root, scratch, memoryLimit, spillBytes, startTimeout } = this.#options;
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(scratch, 'export-'));
    const bytes = Math.max(0, Math.min(spillBytes, await roomOnDisk(folder)));
    const child = startChild(new URL('./main.ts', import.meta.url), 'background', { output: 'pipe' });
    this.#children.add(child);
    // Connected from the beginning: Node.js discards what nobody reads by the time a process exits.
    const output = child.stdout!.pipe(new PassThrough());
    // A process that can't be started has no exit.
    const exited = once(child, 'exit').then(
      ([code]) => code as number | null,
      () => null,
    );
    const kill = () => void child.kill('SIGKILL');
    const limit = setTimeout(kill, startTimeout);
    signal.addEventListener('abort', kill, { once: true });
    try {
      const message: ToExportProcess = {
        engine: { root, memoryLimit: request.query?.sort.length ? memoryLimit : SCAN_MEMORY, threads: 1 },
        spill: { folder, bytes },
        request,
      };
      child.send(message);
      const answer = await Promise.race([firstAnswer(child, onProgress), exited.then(() => null)]);
      signal.throwIfAborted();
      if (!answer) throw child.killed ? new QueryTimeout('The export took too long.') : lost();
      if (answer.type === 'failed') throw faultError(answer.fault, answer.message);
      clearTimeout(limit);
      const file = this.#fileFrom(output, exited);
      signal.addEventListener(
        'abort',
        () => file.destroy(signal.reason instanceof Error ? signal.reason : undefined),
        { once: true },
      );
      const closed = once(file, 'close').catch(() => undefined);
      started(file);
      await closed;
    } finally {
      clearTimeout(limit);
      signal.removeEventListener('abort', kill);
      kill();
      await exited;
      this.#children.delete(child);
      await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * Returns what the process writes. It ends with an error unless that is everything, so that half a file doesn't look
   * like a whole one, and if its reader is slower than the least speed.
   */
  #fileFrom(output: Readable, exited: Promise<number | null>): Readable {
    const reader = new LeastSpeed(() => file.destroy(lost()), this.#options.leastSpeed);
    reader.wait();
    async function* chunks(): AsyncGenerator<Buffer> {
      reader.moved(0);
      for await (const chunk of output as AsyncIterable<Buffer>) {
        reader.wait();
        yield chunk;
        reader.moved(chunk.length);
      }
      if ((await exited) !== 0) throw lost();
    }
    const file = Readable.from(chunks(), { objectMode: false });
    file.on('error', () => undefined); // whoever reads it gets it, too
    file.once('close', () => reader.stop());
    return file;
  }
}

/** Resolves when the file begins, or can't. */
function firstAnswer(child: ChildProcess, onProgress: (share: number) => void) {
  return new Promise<Exclude<FromExportProcess, { type: 'progress' }>>((resolve) => {
    child.on('message', (message: FromExportProcess) => {
      if (message.type === 'progress') onProgress(message.share);
      else resolve(message);
    });
  });
}

const lost = () => new QueryProcessLost('The export process ended.');
