import { StartError } from '@headwater/shared/contract';
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const NAME = 'postgres';
const run = promisify(execFile);

/**
 * Returns the user that PostgreSQL runs as if we are root, because it refuses to run as root. Creates that
 * user if the machine has none. Returns null for other users, who run PostgreSQL as themselves.
 */
export async function postgresUser(): Promise<OsUser | null> {
  if (process.getuid?.() !== 0) return null;
  const existing = findUser(NAME);
  if (existing) return existing;
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      NAME,
    ]);
  } catch (cause) {
    throw new StartError(
      `PostgreSQL does not run as root, and the user "${NAME}" could not be created.`,
      `Create it (useradd --system ${NAME}), start the product as another user, or set DATABASE_URL.`,
      { cause },
    );
  }
  return findUser(NAME)!;
}

function findUser(name: string): OsUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(':');
  return { name, uid: Number(uid), gid: Number(gid) };
}

/** Whether the user can reach `path`, because every folder above it lets them through. */
export function canReach(user: OsUser, path: string): boolean {
  return firstBarrier(user, path) === null;
}

/** Returns the first folder above `path` that does not let the user through. */
export function firstBarrier(user: OsUser, path: string): string | null {
  const parent = dirname(path);
  const above = parent === path ? null : firstBarrier(user, parent);
  if (above !== null || parent === path) return above;
  const { mode, uid, gid } = statSync(parent);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return mode & bit ? null : parent;
}
