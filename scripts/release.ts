import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  cachingCompressor,
  findBlock,
  openRegistry,
  promote,
  publish,
  readBuild,
  referenceOf,
  type Build,
} from 'delivery';
import { BUILT, ROOT } from './packages.ts';

const BY = 'npm start';
/** Nobody has tried what a clone builds for itself, and nobody else is given it. */
const UNTRIED = { force: true, why: 'built from this clone' };
const OURS = BUILT.map((name) => path.join(ROOT, name));

/**
 * Publishes the clone's builds into the registry and makes them current, all at once. A build that an earlier
 * start has released already is left as it is: whoever promoted another version since then meant it. So is one that
 * was rolled back; answers those, as `name@version`.
 */
export async function release(registryFolder: string, packages = OURS): Promise<string[]> {
  const registry = openRegistry(registryFolder);
  const builds = await Promise.all(packages.map(readBuild));
  const released = readReleased(registryFolder);
  const changed = builds.filter(({ name, version }) => released[name] !== version);
  if (changed.length === 0) return [];

  const shell = builds.find(({ name }) => name === 'shell');
  const compress = cachingCompressor(path.join(ROOT, '.cache', 'compressed'));
  for (const build of builds) await publish(registry, build, { by: BY, shell: shell?.version, compress });
  const { state = {} } = (await registry.latestRevision()) ?? {};
  const [blocked, free] = parted(
    changed,
    ({ name, version }) => findBlock(state, name, version) !== undefined,
  );
  await promote(registry, free, { by: BY, ...UNTRIED });
  await writeReleased(registryFolder, builds);
  return blocked.map(referenceOf);
}

/** From now on a start leaves this registry as it is: as if it had released the clone's builds there before. */
export async function markReleased(registryFolder: string, packages = OURS): Promise<void> {
  await writeReleased(registryFolder, await Promise.all(packages.map(readBuild)));
}

/** Those that pass, and those that don't. */
function parted<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

const releasedFile = (folder: string) => path.join(folder, 'released-by-start.json');

async function writeReleased(folder: string, builds: readonly Build[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const versions = Object.fromEntries(builds.map(({ name, version }) => [name, version]));
  await writeFile(releasedFile(folder), JSON.stringify(versions));
}

function readReleased(folder: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(releasedFile(folder), 'utf8'));
  } catch {
    return {}; // The first start, or a torn file: everything is released anew, which changes nothing that is the same.
  }
}
