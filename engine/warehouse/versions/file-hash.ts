import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const PIECE_BYTES = 1024 ** 2;

interface Reading {
  /** The most bytes to read in a second. */
  rate?: number;
  signal?: AbortSignal;
}

/** Returns the SHA-256 of a file as hex. */
export async function sha256Of(path: string, { rate = Infinity, signal }: Reading = {}): Promise<string> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const file = await open(path, 'r');
  const start = performance.now();
  try {
    for (let bytes = 0; ;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, bytes);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
      bytes += bytesRead;
      const early = (bytes / rate) * 1_000 - (performance.now() - start);
      if (early > 1) await pause(early, undefined, { signal });
    }
  } finally {
    await file.close();
  }
}

export interface FinishedFile {
  bytes: number;
  sha256: string;
}

/** Makes sure that a complete file is on disk, and hashes it meanwhile. */
export async function finishFile(path: string): Promise<FinishedFile> {
  const [{ size }, sha256] = await Promise.all([stat(path), sha256Of(path), syncFile(path)]);
  return { bytes: size, sha256 };
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
}
