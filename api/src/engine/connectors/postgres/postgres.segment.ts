import { open, rm, type FileHandle } from 'node:fs/promises';
import type { RecordsFile } from '../../protocol/protocol.ts';

/** Bytes that are written at a time, because single chunks from a socket are small. */
const BATCH = 1024 * 1024;
/** Bytes of a removed part that are returned to identify it. */
const HEAD_BYTES = 2000;

/** A records file that is being written. */
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
    return new Segment(path, await open(path, 'wx+', 0o600));
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return;
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    this.bytes += chunk.length;
    if (this.#waitingBytes >= BATCH) await this.#flush();
  }

  /** Removes everything from this position on, and returns the beginning of the removed part. */
  async cut(from: number): Promise<Buffer> {
    await this.#flush();
    const head = Buffer.alloc(Math.min(HEAD_BYTES, this.bytes - from));
    await this.#handle.read(head, 0, head.length, from);
    await this.#handle.truncate(from);
    this.bytes = from;
    return head;
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
    let position = this.bytes - batch.length;
    this.#waiting = [];
    this.#waitingBytes = 0;
    while (batch.length > 0) {
      const { bytesWritten } = await this.#handle.write(batch, 0, batch.length, position);
      position += bytesWritten;
      batch = batch.subarray(bytesWritten);
    }
  }
}
