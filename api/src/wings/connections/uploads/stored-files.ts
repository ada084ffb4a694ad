import { createHash } from 'node:crypto';
import { glob, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { notesPath } from '@headwater/protocol/upload-notes';
import { isDiskFull, roomOnDisk } from '@headwater/base/disk/disk-room';
import { LeastSpeed, type LeastSpeedOptions } from '@headwater/base/least-speed';
import { Refusal } from '@headwater/base/refusals/refusal';

/** The free disk space is checked again after this many bytes, because others write to the disk as well. */
const LOOK_EVERY_BYTES = 16 * 1024 ** 2;
/** How long the rest of a refused upload is read and discarded. */
const DISCARD_MS = 60_000;

export interface StoredFile {
  bytes: number;
  sha256: string;
}

interface Bounds {
  readonly maxBytes: number;
  /** The size that the sender declares. Too large an upload is refused before it is read. */
  readonly declaredBytes?: number;
  /** Thrown above `maxBytes`. By default, that the file is too large. */
  readonly refusal?: Refusal;
  /** At which somebody has to send it. By default, the product itself makes it and takes its time. */
  readonly leastSpeed?: LeastSpeedOptions;
}

/** Files of workspaces on disk, in a folder of each, under names that we choose, each complete or absent. */
export class StoredFiles {
  readonly #root: string;
  readonly #folder: string;

  constructor(dataDirectory: string, folder: 'uploads' | 'exports') {
    this.#root = dataDirectory;
    this.#folder = folder;
  }

  path(workspaceId: string, id: string): string {
    return join(this.#root, 'ws', workspaceId, this.#folder, id);
  }

  /** Streams the bytes to disk. Without all of them, nothing stays. */
  async store(
    workspaceId: string,
    id: string,
    source: Readable,
    { maxBytes, declaredBytes = 0, refusal = tooLarge(maxBytes), leastSpeed }: Bounds,
  ): Promise<StoredFile> {
    const path = this.path(workspaceId, id);
    const partial = `${path}.partial`;
    try {
      if (declaredBytes > maxBytes) throw refusal;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
      const arriving = leastSpeed ? inTime(chunks, leastSpeed) : chunks;
      const stored = await this.#write(arriving, partial, maxBytes, refusal);
      await rename(partial, path);
      return stored;
    } catch (error) {
      discard(source);
      await rm(partial, { force: true });
      throw explain(error);
    }
  }

  async remove(workspaceId: string, id: string): Promise<void> {
    const path = this.path(workspaceId, id);
    for (const one of [path, `${path}.partial`, notesPath(path)]) await rm(one, { force: true });
  }

  /** Deletes all files of a deleted workspace. */
  async removeWorkspace(workspaceId: string): Promise<void> {
    await rm(dirname(this.path(workspaceId, '-')), { recursive: true, force: true });
  }

  /** Lists the names of a workspace's files, complete or not. */
  async list(workspaceId: string): Promise<string[]> {
    const names = await readdir(dirname(this.path(workspaceId, '-'))).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      },
    );
    return names;
  }

  /** Deletes what was left behind when a process was killed. Only called before the first file is stored. */
  async removePartials(): Promise<void> {
    const folder = join(this.#root, 'ws');
    for await (const path of glob(`*/${this.#folder}/*.{partial,new}`, { cwd: folder }))
      await rm(join(folder, path), { force: true });
  }

  async #write(
    source: AsyncIterable<Buffer>,
    path: string,
    maxBytes: number,
    refusal: Refusal,
  ): Promise<StoredFile> {
    const hash = createHash('sha256');
    const file = await open(path, 'w', 0o600);
    let bytes = 0;
    let lookAt = 0;
    try {
      for await (const chunk of source) {
        if (bytes >= lookAt) {
          if ((await roomOnDisk(dirname(path))) <= 0) throw new Refusal('disk_full');
          lookAt = bytes + LOOK_EVERY_BYTES;
        }
        bytes += chunk.length;
        if (bytes > maxBytes) throw refusal;
        hash.update(chunk);
        await file.appendFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { bytes, sha256: hash.digest('hex') };
  }
}

/** Passes the bytes on, or throws if they come more slowly than the least speed. */
async function* inTime(chunks: AsyncIterator<Buffer>, leastSpeed: LeastSpeedOptions): AsyncGenerator<Buffer> {
  const tooSlow = Promise.withResolvers<never>();
  tooSlow.promise.catch(() => undefined); // it may end before anyone asks
  const sender = new LeastSpeed(() => tooSlow.reject(new Refusal('request_timeout')), leastSpeed);
  let isWaiting = true;
  try {
    for (;;) {
      sender.wait();
      isWaiting = true;
      const { value, done } = await Promise.race([chunks.next(), tooSlow.promise]);
      isWaiting = false;
      if (done) return;
      sender.moved(value.length);
      yield value;
    }
  } finally {
    sender.stop();
    // Until it's closed, nobody else can read on. While it waits for the sender, it can't be closed.
    const closed = chunks.return?.();
    if (!isWaiting) await closed;
  }
}

/**
 * Discards the rest of a refused upload. A browser reads the response only after it has sent everything, and
 * hangs if no one reads on.
 */
function discard(source: Readable): void {
  source.on('error', () => undefined).resume();
  const limit = setTimeout(() => source.destroy(), DISCARD_MS).unref();
  source.once('close', () => clearTimeout(limit));
}

const tooLarge = (maxBytes: number) =>
  new Refusal('upload_too_large', { values: { gigabytes: Math.floor(maxBytes / 1024 ** 3) } });

function explain(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (isDiskFull(error)) return new Refusal('disk_full');
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return new Refusal('upload_broken');
  return error;
}
