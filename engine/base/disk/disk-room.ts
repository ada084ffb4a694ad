import { statfs } from 'node:fs/promises';

/** Kept free for everything else, above all for PostgreSQL, which exits if it cannot write its log. */
const RESERVE_BYTES = 256 * 1024 ** 2;
/** The share that is kept free instead if the disk itself is small. */
const RESERVE_SHARE = 0.05;

/** Returns how many bytes uploads and syncs may still write to the folder's disk, below 0 if it is full. */
export async function roomOnDisk(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize - Math.min(RESERVE_BYTES, blocks * bsize * RESERVE_SHARE);
}

/** Whether the file system reports that no space is left, on the disk or within a quota. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
