import { open, rm, type FileHandle } from 'node:fs/promises';
import type { RecordsFile } from '../protocol.ts';

/** Written at once: single chunks from a socket are small. */
const BATCH = 1024 * 1024;

/** One records file while it is written. */
export class Segment {
  readonly path: string;
  readonly #handle: FileHandle;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  bytes = 0;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  static async create(path: string): Promise<Segment> {
    return new Segment(path, await open(path, 'wx', 0o600));
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return;
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    this.bytes += chunk.length;
    if (this.#waitingBytes >= BATCH) await this.#flush();
  }

  async finish(rows: number): Promise<RecordsFile> {
    await this.#flush();
    await this.#handle.close();
    return { path: this.path, delimiter: ',', newline: '\n', skip: 0, rows, temporary: true };
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }

  async #flush(): Promise<void> {
    let batch = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    while (batch.length > 0) {
      const { bytesWritten } = await this.#handle.write(batch);
      batch = batch.subarray(bytesWritten);
    }
  }
}
