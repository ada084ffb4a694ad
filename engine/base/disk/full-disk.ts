import { StartError } from '@headwater/shared/contract';
import { statfs } from 'node:fs/promises';
import { isDiskFull } from './disk-room.ts';

/** PostgreSQL needs room for one segment of its log to start. */
const SEGMENT_BYTES = 16 * 1024 ** 2;

/**
 * Names the disk as the reason why the product couldn't start, if it is full: of those who fail for it, PostgreSQL
 * above all, most don't say so. Returns any other error unchanged.
 */
export async function explainFullDisk(cause: unknown, dataDirectory: string): Promise<unknown> {
  const free = await statfs(dataDirectory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity, // there is no folder yet
  );
  if (!isDiskFull(cause) && free >= SEGMENT_BYTES) return cause;
  return new StartError(
    `The disk of the data directory ${dataDirectory} is full.`,
    'Free some space there, and start again. Nothing has been lost.',
    { cause },
  );
}
