import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { glob, mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpError } from '../http/http-error.ts';

/** What stays free for everything else, above all for PostgreSQL. */
const FREE_BYTES = 256 * 1024 ** 2;

export interface StoredFile {
  bytes: number;
  sha256: string;
}

/** Uploaded files on disk: named by us, whole or not there. */
export class UploadFiles {
  readonly #root: string;

  constructor(dataDirectory: string) {
    this.#root = dataDirectory;
  }

  path(workspaceId: string, uploadId: string): string {
    return join(this.#root, 'ws', workspaceId, 'uploads', uploadId);
  }

  /** Streams the bytes to disk; what breaks off leaves nothing behind. */
  async store(
    workspaceId: string,
    uploadId: string,
    source: Readable,
    maxBytes: number,
  ): Promise<StoredFile> {
    const path = this.path(workspaceId, uploadId);
    const partial = `${path}.partial`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      const stored = await this.#write(source, partial, maxBytes);
      await rename(partial, path);
      return stored;
    } catch (error) {
      await rm(partial, { force: true });
      throw explain(error);
    }
  }

  async remove(workspaceId: string, uploadId: string): Promise<void> {
    await rm(this.path(workspaceId, uploadId), { force: true });
  }

  /** What uploads that a killed process broke off have left. Before the first upload only. */
  async removePartials(): Promise<void> {
    const folder = join(this.#root, 'ws');
    for await (const path of glob('*/uploads/*.partial', { cwd: folder }))
      await rm(join(folder, path), { force: true });
  }

  async #write(source: Readable, path: string, maxBytes: number): Promise<StoredFile> {
    const hash = createHash('sha256');
    const room = await roomFor(dirname(path));
    let bytes = 0;
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw tooLarge(maxBytes);
          if (bytes > room) throw new HttpError('disk_full');
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    );
    const handle = await open(path, 'r');
    await handle.sync().finally(() => handle.close());
    return { bytes, sha256: hash.digest('hex') };
  }
}

async function roomFor(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - FREE_BYTES;
}

const tooLarge = (maxBytes: number) =>
  new HttpError('upload_too_large', { values: { gigabytes: Math.floor(maxBytes / 1024 ** 3) } });

function explain(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return new HttpError('disk_full');
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return new HttpError('upload_broken');
  return error;
}
