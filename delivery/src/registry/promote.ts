import { ownValue } from '@headwater/shared/contract';
import { findMisfits, refuseMisfits } from './check-state.ts';
import { refuseUntried } from './check-tried.ts';
import { commit, type Author } from './commit.ts';
import type { NamedVersion } from './names.ts';
import type { Registry } from './registry.ts';
import { withoutBlock, withoutSpentCanaries, type RegistryState, type Revision } from './revision.ts';
import { refuseUnusable, type Unblocking } from './unusable.ts';

export interface PromoteOptions extends Author, Unblocking {
  /** Promotes versions without a recorded run. Requires `why`. */
  force?: boolean;
}

/**
 * Makes published versions current, all of them in one revision: a page gets either the state before or the
 * state after. Refused if a remote would not run in the shell, if a version is blocked, if the journeys have
 * not passed with what would be current, or if someone else changed the registry in the meantime. Returns
 * undefined if nothing would change.
 */
export async function promote(
  registry: Registry,
  targets: readonly NamedVersion[],
  options: PromoteOptions,
): Promise<Revision | undefined> {
  const before = await registry.latestRevision();
  const state = before?.state ?? {};
  const moving = targets.filter(({ name, version }) => ownValue(state, name)?.current !== version);
  if (moving.length === 0) return undefined;

  await refuseUnusable(registry, state, moving, options);
  const next = withoutSpentCanaries(moving.reduce(applied, state));
  await refuseMisfits(registry, next);
  await refuseUntried(registry, state, next, moving, options);
  const moves = moving.map(({ name, version }) => ({
    name,
    from: ownValue(state, name)?.current ?? null,
    to: version,
  }));
  const against = {
    ...(options.force && { forced: true as const }),
    ...(options.unblock && { unblocked: true as const }),
  };
  return commit(registry, before, { verb: 'promote', moves, ...against, state: next }, options);
}

/** Returns the names whose canary could not run with these versions, so that `promote` would refuse them. */
export async function canariesInTheWay(
  registry: Registry,
  targets: readonly NamedVersion[],
): Promise<string[]> {
  const { state = {} } = (await registry.latestRevision()) ?? {};
  const misfits = await findMisfits(registry, withoutSpentCanaries(targets.reduce(applied, state)));
  return [...new Set(misfits.flatMap(({ canaries }) => canaries))];
}

const applied = (state: RegistryState, { name, version }: NamedVersion): RegistryState => ({
  ...state,
  [name]: { blocked: [], ...ownValue(withoutBlock(state, name, version), name), current: version },
});
