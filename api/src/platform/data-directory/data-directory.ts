import { StartError } from '@headwater/shared/contract';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface DataDirectoryLock {
  release(): Promise<void>;
}

/** Creates the data directory at the first start, and lets PostgreSQL's user reach its part of it. */
export async function makeDataDirectory(path: string): Promise<void> {
  try {
    await makeFolder(path);
    // As root, PostgreSQL runs as another user, who has to pass through the folder without listing it.
    if (process.getuid?.() === 0) await chmod(path, (await stat(path)).mode | 0o001);
  } catch (cause) {
    throw new StartError(
      `The data directory ${path} can't be created: ${(cause as Error).message}`,
      'Set HEADWATER_DATA to a folder that this user can write to.',
      { cause },
    );
  }
}

/** Node's own recursion never ends if a folder can't be created although its parent exists, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  if (!existsSync(dirname(path))) await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 });
}

/**
 * Locks the data directory for this process, or fails and names the process that holds it. The lock is one
 * that the kernel keeps on an SQLite file, because Node has no flock. Unlike a file with a process ID, it
 * disappears with its process, however that ended.
 */
export async function lockDataDirectory(path: string): Promise<DataDirectoryLock> {
  const database = new DatabaseSync(join(path, 'lock'));
  try {
    database.exec('begin exclusive');
  } catch (cause) {
    database.close();
    const holder = holderOf(path);
    throw new StartError(
      `Another Headwater is running on ${path}${holder === undefined ? '' : ` (process ${holder})`}.`,
      'Stop it first, or set HEADWATER_DATA to another folder for a second installation.',
      { cause },
    );
  }
  await writeFile(holderFile(path), String(process.pid));
  return {
    async release() {
      await rm(holderFile(path), { force: true });
      database.close();
    },
  };
}

/** Returns the ID of another process that holds the data directory, if it is still running. */
export function holderOf(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(holderFile(path), 'utf8'));
    process.kill(pid, 0);
    return pid === process.pid ? undefined : pid;
  } catch {
    return undefined;
  }
}

const holderFile = (path: string) => join(path, 'pid');
