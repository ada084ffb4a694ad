import { readFileSync } from 'node:fs';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../config/start-error.ts';

export interface DataDirectoryLock {
  release(): Promise<void>;
}

/** Makes the data directory at the first start, and lets PostgreSQL's user through to its part. */
export async function makeDataDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    // As root, PostgreSQL runs as another user, who has to pass through (not to look around).
    if (process.getuid?.() === 0) await chmod(path, (await stat(path)).mode | 0o001);
  } catch (cause) {
    throw new StartError(
      `The data directory ${path} can't be made: ${(cause as Error).message}`,
      'Set HEADWATER_DATA to a folder that this user may write.',
      { cause },
    );
  }
}

/**
 * Takes the data directory for this process, or refuses and names the process that has it. The lock is the
 * kernel's, on an SQLite file: Node has no flock of its own, and unlike a file with a number in it, it is gone
 * with its process, however that ended.
 */
export async function lockDataDirectory(path: string): Promise<DataDirectoryLock> {
  const database = new DatabaseSync(join(path, 'lock'));
  try {
    database.exec('begin exclusive');
  } catch (cause) {
    database.close();
    const holder = holderOf(path);
    throw new StartError(
      `Another Headwater runs on ${path}${holder === undefined ? '' : ` (process ${holder})`}.`,
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

/** The other process that has the data directory, if it still runs. */
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
