import { ownValue } from '@headwater/shared/contract';
import { adviseMove, faultsOfMisfits, findMisfits, refuseMisfits } from './check-state.ts';
import { refuseUntried } from './check-tried.ts';
import { commit, type Author } from './commit.ts';
import { faultOfLostPath, findLostPaths } from './lost-paths.ts';
import { refuseRepeated, type NamedVersion } from './names.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import { withoutBlock, withoutSpentCanaries, type RegistryState, type Revision } from './revision.ts';
import { refuseUnusable, type Unblocking } from './unusable.ts';

export interface PromoteOptions extends Author, Unblocking {
  /** Promotes versions without a recorded run, and even if a path would belong to no remote. Requires `why`. */
  force?: boolean;
}

/**
 * Makes published versions current, all of them in one revision: a page gets either the state before or the
 * state after. Refused if a remote would not run in the shell, if a path would belong to two remotes or to
 * none anymore, if a version is blocked, if the journeys have not passed with what would be current, or if
 * someone else changed the registry in the meantime. Returns undefined if nothing would change.
 */
export async function promote(
  registry: Registry,
  targets: readonly NamedVersion[],
  options: PromoteOptions,
): Promise<Revision | undefined> {
  refuseRepeated(targets.map(({ name }) => name));
  const before = await registry.latestRevision();
  const state = before?.state ?? {};
  const moving = targets.filter(({ name, version }) => ownValue(state, name)?.current !== version);
  if (moving.length === 0) return undefined;

  await refuseUnusable(registry, state, moving, options);
  const next = promoted(state, moving);
  await refuseMisfits(registry, next);
  await refuseLostPaths(registry, state, next, options);
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

async function refuseLostPaths(
  registry: Registry,
  state: RegistryState,
  next: RegistryState,
  { force, why }: PromoteOptions,
): Promise<void> {
  const faults = await faultsOfLostPaths(registry, state, next);
  if (faults.length === 0 || (force && why?.trim())) return;
  throw new RegistryFault(force ? 'no_reason' : 'incompatible', faults);
}

async function faultsOfLostPaths(registry: Registry, state: RegistryState, next: RegistryState) {
  const lost = await findLostPaths(registry, state, next);
  if (lost.length === 0) return [];
  return [
    ...lost.map(faultOfLostPath),
    'To move an area, promote the remote that takes it at the same time. To remove it: --force --why <text>',
  ];
}

/** Returns why `promote` would refuse these versions next to what is live now, apart from runs and blocks. */
export async function findObstacles(registry: Registry, targets: readonly NamedVersion[]): Promise<string[]> {
  const revision = await registry.latestRevision();
  if (!revision) return [];
  const next = promoted(revision.state, targets);
  const misfits = await findMisfits(registry, next);
  return [
    ...faultsOfMisfits(misfits),
    ...adviseMove(misfits),
    ...(await faultsOfLostPaths(registry, revision.state, next)),
  ];
}

/** Returns the names whose canary could not run with these versions, so that `promote` would refuse them. */
export async function canariesInTheWay(
  registry: Registry,
  targets: readonly NamedVersion[],
): Promise<string[]> {
  const { state = {} } = (await registry.latestRevision()) ?? {};
  const misfits = await findMisfits(registry, promoted(state, targets));
  return [...new Set(misfits.flatMap(({ canaries }) => canaries))];
}

const promoted = (state: RegistryState, targets: readonly NamedVersion[]) =>
  withoutSpentCanaries(targets.reduce(applied, state));

const applied = (state: RegistryState, { name, version }: NamedVersion): RegistryState => ({
  ...state,
  [name]: { blocked: [], ...ownValue(withoutBlock(state, name, version), name), current: version },
});
