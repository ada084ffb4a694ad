import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

const rootOf = (dataDirectory: string) => join(dataDirectory, 'tmp');

/** A private folder for an attempt's records, on the disk of the data: the system's own may be small, or memory. */
export async function makeScratchFolder(dataDirectory: string): Promise<string> {
  await mkdir(rootOf(dataDirectory), { recursive: true, mode: 0o700 });
  return mkdtemp(join(rootOf(dataDirectory), 'sync-'));
}

/** What killed processes left. Before the first attempt only: the data directory is one process's at a time. */
export async function clearScratch(dataDirectory: string): Promise<void> {
  await rm(rootOf(dataDirectory), { recursive: true, force: true });
}
