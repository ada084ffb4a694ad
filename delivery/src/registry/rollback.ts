import { ownValue } from '@headwater/shared/contract';
import { faultsOfMisfits, findMisfits } from './check-state.ts';
import { commit, type Author } from './commit.ts';
import { currentSet } from './composition-id.ts';
import { faultsOfVersion } from './faults-of-version.ts';
import { SHELL } from './names.ts';
import { RegistryFault } from './registry-fault.ts';
import { readHistory, type Registry } from './registry.ts';
import { findBlock, withoutSpentCanaries, type Move, type RegistryState, type Revision } from './revision.ts';

type Rolling = Move & { from: string; to: string };

/**
 * Makes the version before the current one current again, as a new revision, and blocks the one it replaces.
 * Calling it again goes one version further back. Refused if there is no such version, if its files are not
 * what was published, or if shell and remotes would not work together.
 */
export async function rollback(registry: Registry, name: string, author: Author): Promise<Revision> {
  const before = await registry.latestRevision();
  const from = ownValue(before?.state, name)?.current;
  if (!before || from === undefined) {
    throw new RegistryFault('nothing_before', [
      `No version of ${name} is current, so there is nothing to roll back`,
    ]);
  }
  const to = await findVersionBefore(registry, before, name, from);
  if (to === undefined) {
    throw new RegistryFault('nothing_before', [
      `There is no version of ${name} before ${from} that is not blocked`,
      ...(name === SHELL ? [] : [`To remove ${name} from the product: withdraw ${name}`]),
    ]);
  }
  return roll(registry, before, [{ name, from, to }], author);
}

/**
 * Rolls shell and remotes back to what was current at revision `n`, all in one revision. Names that had no
 * version then stay as they are. Returns undefined if nothing would change.
 */
export async function rollbackToSet(
  registry: Registry,
  n: number,
  author: Author,
): Promise<Revision | undefined> {
  const before = await registry.latestRevision();
  if (!before || n >= before.n)
    throw new RegistryFault('nothing_before', [`There is no revision ${n} before the current one`]);
  const { state } = await registry.getRevision(n);
  const moves = Object.entries(state).flatMap(([name, { current: to }]) => {
    const from = ownValue(before.state, name)?.current;
    return from === undefined || to === undefined || from === to ? [] : [{ name, from, to }];
  });
  if (moves.length === 0) return undefined;
  const blocked = moves.filter(({ name, to }) => findBlock(before.state, name, to));
  if (blocked.length > 0) {
    const faults = blocked.map(({ name, to }) => `${name}@${to} of revision ${n} is blocked`);
    throw new RegistryFault('blocked', faults);
  }
  return roll(registry, before, moves, author);
}

async function roll(registry: Registry, before: Revision, moves: Rolling[], author: Author) {
  const faults: string[] = [];
  for (const { name, to } of moves) faults.push(...(await faultsOfVersion(registry, name, to)));
  if (faults.length > 0) throw new RegistryFault('damaged', faults);

  const left = moves.map((move) => [move.name, rolledBack(before.state, move, author.why ?? null)]);
  const state = withoutSpentCanaries({ ...before.state, ...Object.fromEntries(left) });
  const misfits = await findMisfits(registry, state);
  if (misfits.length > 0) {
    const unfit = misfits.filter(({ canaries }) => canaries.length === 0).map(({ name }) => name);
    const advice = await adviseSet(registry, before, moves, [...new Set(unfit)]);
    throw new RegistryFault('incompatible', [...faultsOfMisfits(misfits), ...advice]);
  }
  return commit(registry, before, { verb: 'rollback', moves, state }, author);
}

const rolledBack = (state: RegistryState, { name, from, to }: Rolling, why: string | null) => ({
  ...ownValue(state, name),
  current: to,
  blocked: [...(ownValue(state, name)?.blocked ?? []), { version: from, why }],
});

/**
 * Follows promotes backward, from the one that made a version current to the version it replaced. Rollbacks
 * are not steps: otherwise, two of them would lead back to where the first one started.
 */
async function findVersionBefore(registry: Registry, { state }: Revision, name: string, current: string) {
  let at = current;
  for await (const { event } of readHistory(registry)) {
    const move = event.verb === 'promote' && event.moves.find((moved) => moved.name === name);
    if (!move || move.to !== at) continue;
    if (move.from === null) return undefined;
    at = move.from;
    if (at !== current && !findBlock(state, name, at)) return at;
  }
  return undefined;
}

/**
 * Returns advice if rolling back a shell requires rolling back remotes that need more than it provides: their
 * names, and the command that does it.
 */
async function adviseSet(registry: Registry, { state }: Revision, moves: readonly Move[], unfit: string[]) {
  const shell = moves.find(({ name }) => name === SHELL);
  if (!shell || moves.length > 1 || unfit.length === 0) return [];
  const advice = `These must be rolled back with the shell: ${unfit.join(', ')}`;
  for await (const revision of readHistory(registry)) {
    const usable = currentSet(revision.state).every(({ name, version }) => !findBlock(state, name, version));
    if (revision.state[SHELL]?.current === shell.to && usable)
      return [`${advice}. To roll all of them back to revision ${revision.n}: rollback --set ${revision.n}`];
  }
  return [advice];
}
