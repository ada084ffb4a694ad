import { findMisfits } from './check-state.ts';
import { commit, type Author } from './commit.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import { findBlock, type Move, type RegistryState, type Revision } from './revision.ts';

export interface Target {
  name: string;
  version: string;
}
export interface PromoteOptions extends Author {
  /** Takes versions that were rolled back all the same; wants a `why`. */
  unblock?: boolean;
}

/**
 * Makes published versions the current ones, all of them in one revision: a page has the state before or
 * the state after. Refused where a remote would not run in the shell, where a version is blocked, and where
 * somebody else changed the registry meanwhile. Answers undefined where nothing would change.
 */
export async function promote(
  registry: Registry,
  targets: readonly Target[],
  options: PromoteOptions,
): Promise<Revision | undefined> {
  const before = await registry.latestRevision();
  const state = before?.state ?? {};
  const moves = targets
    .map(({ name, version }) => ({ name, from: state[name]?.current ?? null, to: version }))
    .filter(({ from, to }) => from !== to);
  if (moves.length === 0) return undefined;

  checkBlocks(state, moves, options);
  await checkThere(registry, moves);
  const next = { ...state, ...Object.fromEntries(moves.map((move) => [move.name, taken(state, move)])) };
  const misfits = await findMisfits(registry, next);
  if (misfits.length > 0)
    throw new RegistryFault(
      'incompatible',
      misfits.map(({ fault }) => fault),
    );
  return commit(registry, before, { verb: 'promote', moves, state: next }, options);
}

async function checkThere(registry: Registry, moves: readonly Move[]): Promise<void> {
  const gone = await Promise.all(moves.map(({ name, to }) => registry.isGone(name, to)));
  const faults = moves
    .filter((_, index) => gone[index])
    .map(({ name, to }) => `The files of ${name}@${to} were deleted by gc: publish it again first`);
  if (faults.length > 0) throw new RegistryFault('gone', faults);
}

function checkBlocks(state: RegistryState, moves: readonly Move[], { unblock, why }: PromoteOptions) {
  const blocked = moves.flatMap(({ name, to }) => {
    const block = findBlock(state, name, to);
    return block
      ? [`${name}@${to} is blocked${block.why ? `: ${block.why}` : ' since it was rolled back'}`]
      : [];
  });
  if (blocked.length === 0) return;
  if (!unblock)
    throw new RegistryFault('blocked', [...blocked, 'To take it all the same: --unblock --why <text>']);
  if (!why?.trim())
    throw new RegistryFault('no_reason', [...blocked, 'Say why it is good now: --unblock --why <text>']);
}

const taken = (state: RegistryState, { name, to }: Move) => ({
  ...state[name],
  current: to,
  blocked: state[name]?.blocked?.filter(({ version }) => version !== to) ?? [],
});
