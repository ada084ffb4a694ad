import { findMisfits, refuseMisfits } from './check-state.ts';
import { refuseUntried } from './check-tried.ts';
import { commit, type Author } from './commit.ts';
import type { NamedVersion } from './names.ts';
import type { Registry } from './registry.ts';
import { withoutBlock, withoutSpentCanaries, type RegistryState, type Revision } from './revision.ts';
import { refuseUnusable, type Unblocking } from './unusable.ts';

export interface PromoteOptions extends Author, Unblocking {
  /** Takes versions that no recorded run has tried; wants a `why`. */
  force?: boolean;
}

/**
 * Makes published versions the current ones, all of them in one revision: a page has the state before or
 * the state after. Refused where a remote would not run in the shell, where a version is blocked, where the journeys
 * have not passed with what would be current, and where somebody else changed the registry meanwhile. Answers
 * undefined where nothing would change.
 */
export async function promote(
  registry: Registry,
  targets: readonly NamedVersion[],
  options: PromoteOptions,
): Promise<Revision | undefined> {
  const before = await registry.latestRevision();
  const state = before?.state ?? {};
  const moving = targets.filter(({ name, version }) => state[name]?.current !== version);
  if (moving.length === 0) return undefined;

  await refuseUnusable(registry, state, moving, options);
  const next = withoutSpentCanaries(moving.reduce(taken, state));
  await refuseMisfits(registry, next);
  await refuseUntried(registry, state, next, moving, options);
  const moves = moving.map(({ name, version }) => ({
    name,
    from: state[name]?.current ?? null,
    to: version,
  }));
  const against = {
    ...(options.force && { forced: true as const }),
    ...(options.unblock && { unblocked: true as const }),
  };
  return commit(registry, before, { verb: 'promote', moves, ...against, state: next }, options);
}

/** Names whose canary could not run with these versions: `promote` would refuse them because of it. */
export async function canariesInTheWay(
  registry: Registry,
  targets: readonly NamedVersion[],
): Promise<string[]> {
  const { state = {} } = (await registry.latestRevision()) ?? {};
  const misfits = await findMisfits(registry, withoutSpentCanaries(targets.reduce(taken, state)));
  return [...new Set(misfits.flatMap(({ canaries }) => canaries))];
}

const taken = (state: RegistryState, { name, version }: NamedVersion): RegistryState => ({
  ...state,
  [name]: { blocked: [], ...withoutBlock(state, name, version)[name], current: version },
});
