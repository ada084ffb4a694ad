import { statfs } from 'node:fs/promises';

/** What stays free for everything else, above all for PostgreSQL: it ends where it cannot write its log. */
const RESERVE_BYTES = 256 * 1024 ** 2;
/** The same on a disk that is small itself. */
const RESERVE_SHARE = 0.05;

/** How many bytes uploads and syncs may still write to the disk that a folder is on; below 0 where it is full. */
export async function roomOnDisk(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize - Math.min(RESERVE_BYTES, blocks * bsize * RESERVE_SHARE);
}

/** Whether the file system says so: no room left, on the disk or within a quota. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
