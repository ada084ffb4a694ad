import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  cachingCompressor,
  canariesInTheWay,
  endCanary,
  findBlock,
  findObstacles,
  openRegistry,
  promote,
  publish,
  readBuild,
  referenceOf,
  replaceFile,
  syncFolder,
  type Build,
  type RegistryState,
} from 'delivery';
import { BUILT, ROOT } from '../packages.ts';

const BY = 'npm start';
/** A clone's own builds have not been tried, and no one else gets them. */
const UNTRIED = { force: true, why: 'built from this clone' };
const OURS = BUILT.map((name) => path.join(ROOT, name));

interface Released {
  /** Builds that did not become current because they were rolled back, as `name@version`. */
  blocked: string[];
  /** Names whose canary was ended because it can't run with what is current now. */
  ended: string[];
  /**
   * Builds that did not become current because it is unknown whether an earlier start has already released
   * them, as `name@version`.
   */
  left: string[];
  /** Builds that did not become current because they don't fit what is live on purpose, as `name@version`. */
  unfit: string[];
  /** Why. */
  obstacles: string[];
}

/**
 * Publishes the clone's builds to the registry and makes them current, all at once. A build that an earlier
 * start has already released is left alone, because promoting another version since then was intentional. So
 * is one that was rolled back, and what doesn't fit beside what is live without it: the product starts with
 * what is live. A canary that can't run with the builds ends, so that a trial doesn't keep a new version from
 * starting. If the record of earlier starts can't be read, everything that is current stays.
 */
export async function release(registryFolder: string, packages = OURS): Promise<Released> {
  const registry = openRegistry(registryFolder);
  const builds = await Promise.all(packages.map(readBuild));
  const released = readReleased(registryFolder);
  const { state = {} } = (await registry.latestRevision()) ?? {};
  const isReleased = ({ name, version }: Build) =>
    released === 'unreadable' ? state[name] !== undefined : released[name] === version;
  const changed = builds.filter((build) => !isReleased(build));
  const left = released === 'unreadable' ? builds.filter(isReleased).filter(isNotCurrent(state)) : [];
  if (changed.length > 0) {
    const shell = builds.find(({ name }) => name === 'shell');
    const compress = cachingCompressor(path.join(ROOT, '.cache', 'compressed'));
    const options = { by: BY, shell: shell?.version, compress };
    for (const build of builds) await publish(registry, build, options);
  }
  const isBlocked = ({ name, version }: Build) => findBlock(state, name, version) !== undefined;
  const [blocked, free] = partition(changed, isBlocked);
  const ended = free.length > 0 ? await canariesInTheWay(registry, free) : [];
  for (const name of ended) await endCanary(registry, name, { by: BY, why: UNTRIED.why });
  // If the whole clone becomes current, a build that doesn't fit is its fault, and a path that it lacks its intention.
  const isKeptBack = (build: Build) => !free.includes(build) && isNotCurrent(state)(build);
  const obstacles = builds.some(isKeptBack) ? await findObstacles(registry, free) : [];
  if (free.length > 0 && obstacles.length === 0) await promote(registry, free, { by: BY, ...UNTRIED });
  if (changed.length > 0 || released === 'unreadable') await writeReleased(registryFolder, builds);
  return {
    blocked: blocked.map(referenceOf),
    left: left.map(referenceOf),
    unfit: obstacles.length > 0 ? free.map(referenceOf) : [],
    ended,
    obstacles,
  };
}

const isNotCurrent =
  (state: RegistryState) =>
  ({ name, version }: Build) =>
    state[name]?.current !== version;

/**
 * Makes later starts leave this registry as it is, as if one had released the clone's builds there before.
 */
export async function markReleased(registryFolder: string, packages = OURS): Promise<void> {
  await writeReleased(registryFolder, await Promise.all(packages.map(readBuild)));
}

/** Returns the elements that pass the test, and those that don't. */
function partition<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

const releasedFile = (folder: string) => path.join(folder, 'released-by-start.json');

async function writeReleased(folder: string, builds: readonly Build[]): Promise<void> {
  const versions = Object.fromEntries(builds.map(({ name, version }) => [name, version]));
  await replaceFile(releasedFile(folder), JSON.stringify(versions));
  await syncFolder(folder);
}

function readReleased(folder: string): Record<string, string> | 'unreadable' {
  try {
    const versions: unknown = JSON.parse(readFileSync(releasedFile(folder), 'utf8'));
    return isVersions(versions) ? versions : 'unreadable';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? {} : 'unreadable';
  }
}

const isVersions = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((version) => typeof version === 'string');
