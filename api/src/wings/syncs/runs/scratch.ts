import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

const rootOf = (dataDirectory: string) => join(dataDirectory, 'tmp');

/**
 * Creates a private folder for an attempt's records, on the disk of the data: the system's own may
 * be small or in memory.
 */
export async function makeScratchFolder(dataDirectory: string): Promise<string> {
  await mkdir(rootOf(dataDirectory), { recursive: true, mode: 0o700 });
  return mkdtemp(join(rootOf(dataDirectory), 'sync-'));
}

/**
 * Deletes what killed processes left behind. Only before the first attempt, because one process
 * has the data directory.
 */
export async function clearScratch(dataDirectory: string): Promise<void> {
  await rm(rootOf(dataDirectory), { recursive: true, force: true });
}
