import { execFile } from 'node:child_process';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '@headwater/shared/contract';
import type { OsUser } from './os-user.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

interface NewCluster {
  readonly binaries: PostgresBinaries;
  readonly cluster: string;
  readonly user: OsUser | null;
  readonly administrator: string;
  readonly password: string;
}

const run = promisify(execFile);

const BUILTIN_LOCALE = ['--locale-provider=builtin', '--locale=C', '--builtin-locale=C.UTF-8'];
/** The product's own store is later than this. Only tests of sources start earlier versions. */
const BUILTIN_SINCE = 17;

/**
 * Runs initdb. UTF-8 and the built-in locale are set explicitly: with LANG=C, initdb uses SQL_ASCII, in
 * which `lower('ÄÖ')` does nothing, and a system locale can change under the indexes with the next
 * upgrade. The folder gets its final name when it is complete, so what a killed initdb left behind
 * doesn't count as a cluster.
 */
export async function initializeCluster({
  binaries,
  cluster,
  user,
  administrator,
  password,
}: NewCluster): Promise<void> {
  const unfinished = `${cluster}.new`;
  const passwordFile = `${cluster}-password.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  try {
    if (user) await Promise.all([unfinished, passwordFile].map((path) => chown(path, user.uid, user.gid)));
    await run(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        `--username=${administrator}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        ...(Number(binaries.major) < BUILTIN_SINCE ? ['--locale=C'] : BUILTIN_LOCALE),
        '--data-checksums',
      ],
      {
        ...(user && { uid: user.uid, gid: user.gid }),
        cwd: dirname(cluster),
        env: { LC_ALL: 'C', PATH: process.env.PATH },
      },
    );
    await rename(unfinished, cluster);
  } catch (cause) {
    const words = String((cause as { stderr?: unknown }).stderr ?? cause).trim();
    throw new StartError(
      `PostgreSQL could not create its data folder ${cluster}: ${words}`,
      'Make sure that the disk is writable and has 100 MB free, then start again. The unfinished folder is removed.',
      { cause },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
}
