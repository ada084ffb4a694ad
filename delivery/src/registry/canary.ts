import { ownValue } from '@headwater/shared/contract';
import { randomBytes } from 'node:crypto';
import { refuseMisfits } from './check-state.ts';
import { commit, type Author } from './commit.ts';
import { faultOfLostPath, findLostPaths } from './lost-paths.ts';
import type { NamedVersion } from './names.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import { withoutBlock, type Canary, type RegistryState, type Revision } from './revision.ts';
import { refuseUnusable, type Unblocking } from './unusable.ts';

/**
 * Gives `percent` (0 to 100) of the visitors a published version instead of the current one. Changing the
 * percentage of the same version keeps its visitors, and another version draws new ones. Refused if nothing
 * of that name is current, if any visitor would get versions that don't work together, or if it lacks an area
 * of the current version, which its visitors would then not find. Returns undefined if nothing would change.
 */
export async function canary(
  registry: Registry,
  target: NamedVersion,
  percent: number,
  options: Author & Unblocking,
): Promise<Revision | undefined> {
  if (!(percent >= 0 && percent <= 100))
    throw new RegistryFault('bad_option', ['The percentage of a canary is from 0 to 100']);
  const { name, version } = target;
  const before = await registry.latestRevision();
  const state = before?.state ?? {};
  checkPlace(state, target);
  const running = ownValue(state, name)?.canary;
  if (running?.version === version && running.percent === percent) return undefined;

  await refuseUnusable(registry, state, [target], options);
  const id = running?.version === version ? running.id : randomBytes(8).toString('hex');
  const next = withCanary(withoutBlock(state, name, version), name, { id, version, percent });
  await refuseMisfits(registry, next, name);
  await refuseLostPaths(registry, state, target);
  const started = {
    canary: { name, version, percent },
    ...(options.unblock && { unblocked: true as const }),
  };
  return commit(registry, before, { verb: 'canary', moves: [], ...started, state: next }, options);
}

/** Ends a name's canary: everyone gets the current version. Returns undefined if none is running. */
export async function endCanary(
  registry: Registry,
  name: string,
  author: Author,
): Promise<Revision | undefined> {
  const before = await registry.latestRevision();
  const running = ownValue(before?.state, name)?.canary;
  if (!before || !running) return undefined;
  const ended = { name, version: running.version, percent: null };
  const state = withCanary(before.state, name, undefined);
  return commit(registry, before, { verb: 'canary', moves: [], canary: ended, state }, author);
}

/**
 * Gives a canary to no one anymore, and keeps it in the state for people to evaluate. Halts only the canary
 * with this ID, and only once, even if several servers request it at the same time. Returns undefined if it
 * is no longer running.
 */
export async function haltCanary(
  registry: Registry,
  name: string,
  id: string,
  author: Author,
): Promise<Revision | undefined> {
  for (;;) {
    const before = await registry.latestRevision();
    const running = ownValue(before?.state, name)?.canary;
    if (!before || running?.id !== id || running.percent === 0) return undefined;
    const halted = { name, version: running.version, percent: 0 };
    const state = withCanary(before.state, name, { ...running, percent: 0 });
    try {
      return await commit(registry, before, { verb: 'halt', moves: [], canary: halted, state }, author);
    } catch (error) {
      // Whatever else was changed in the meantime, the failing canary must still be halted.
      if (!(error instanceof RegistryFault && error.code === 'conflict')) throw error;
    }
  }
}

function checkPlace(state: RegistryState, { name, version }: NamedVersion): void {
  const current = ownValue(state, name)?.current;
  if (current === undefined)
    throw new RegistryFault('nothing_current', [`No version of ${name} is current: promote one first`]);
  if (current === version)
    throw new RegistryFault('is_current', [`${name}@${version} is current: everyone gets it`]);
}

async function refuseLostPaths(registry: Registry, state: RegistryState, { name, version }: NamedVersion) {
  const lost = await findLostPaths(registry, state, { ...state, [name]: { current: version } });
  if (lost.length === 0) return;
  throw new RegistryFault('incompatible', [
    ...lost.map(faultOfLostPath),
    'A canary has every area of the current version. To try the move of an area: override, with versions of both remotes',
  ]);
}

const withCanary = (state: RegistryState, name: string, canary: Canary | undefined): RegistryState => {
  const { canary: _, ...rest } = ownValue(state, name) ?? {};
  return { ...state, [name]: canary ? { ...rest, canary } : rest };
};
