import { createHash } from 'node:crypto';
import { chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@headwater/shared/contract';
import type { OsUser } from './os-user.ts';

/** The kernel limits a socket's path to 107 bytes. PostgreSQL appends `/.s.PGSQL.5432.lock`. */
const MAX_BYTES = 107 - '/.s.PGSQL.5432.lock'.length;

/**
 * Returns a folder for the server's socket: in the data directory, or elsewhere with a short name if that
 * path is too long.
 */
export async function socketDirectory(dataDirectory: string, user: OsUser | null): Promise<string> {
  const inData = join(dataDirectory, 'run');
  if (Buffer.byteLength(inData) <= MAX_BYTES) return privateFolder(inData, user);
  const name = `headwater-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12)}`;
  return privateFolder(join((!user && process.env.XDG_RUNTIME_DIR) || tmpdir(), name), user);
}

async function privateFolder(path: string, user: OsUser | null): Promise<string> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const owner = user?.uid ?? process.getuid?.();
  const found = await lstat(path);
  // In a folder that everyone can write to, another user may have been here first.
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.())) {
    throw new StartError(
      `${path}, the folder for PostgreSQL's socket, belongs to another user.`,
      `Remove ${path}.`,
    );
  }
  if (user) await chown(path, user.uid, user.gid);
  return path;
}
