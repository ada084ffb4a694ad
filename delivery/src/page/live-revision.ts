import { findBlock, type Canary, type RegistryState, type Revision } from '../registry/revision.ts';
import { createComposer, type Composer } from './composition.ts';
import type { LiveBuild } from './live-build.ts';

export interface RunningCanary extends Canary {
  build: LiveBuild;
}

/** A revision of the registry with everything that its pages are made of. */
export interface LiveRevision extends Composer {
  n: number;
  state: RegistryState;
  /** By name. */
  current: ReadonlyMap<string, LiveBuild>;
  /** The canaries that some visitors get, by name. */
  canaries: ReadonlyMap<string, RunningCanary>;
  /** The registry's key. Without it, no visitor is drawn and no override can be read. */
  key: Buffer | undefined;
}

/** Finds builds in the registry or in a kept copy of it. */
export type FindBuild = (name: string, version: string) => Promise<LiveBuild | undefined>;

/**
 * Finds all builds of a revision. Throws if a current version is missing or blocked, or if there is no shell.
 * A canary with such a fault isn't used and is reported to `onFault`.
 */
export async function loadRevision(
  { n, state }: Pick<Revision, 'n' | 'state'>,
  key: Buffer | undefined,
  find: FindBuild,
  onFault: (fault: string) => void,
): Promise<LiveRevision> {
  const current = new Map<string, LiveBuild>();
  const canaries = new Map<string, RunningCanary>();
  for (const [name, { current: version, canary }] of Object.entries(state)) {
    if (version === undefined) continue; // withdrawn
    const build = await usable(state, name, version, find);
    if (typeof build === 'string') throw new Error(`Revision ${n} serves ${name}@${version}, which ${build}`);
    current.set(name, build);
    if (!key || !canary || canary.percent === 0 || canary.version === version) continue;
    const candidate = await usable(state, name, canary.version, find).catch(String);
    if (typeof candidate === 'string')
      onFault(`The canary ${name}@${canary.version} is not used: ${candidate}`);
    else canaries.set(name, { ...canary, build: candidate });
  }
  const composer = createComposer(n);
  composer.compose([...current.values()]);
  return { n, state, current, canaries, key, ...composer };
}

/** Returns the build, or what is wrong with it. */
async function usable(state: RegistryState, name: string, version: string, find: FindBuild) {
  if (findBlock(state, name, version)) return 'is blocked';
  return (await find(name, version)) ?? 'is not published';
}
