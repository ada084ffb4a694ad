import { ownValue } from '@headwater/shared/contract';
import { overlapOf } from './areas.ts';
import { faultsOfMisfits, findMisfits } from './check-state.ts';
import { commit, type Author } from './commit.ts';
import { faultsOfVersion } from './faults-of-version.ts';
import { findLostPaths, readRecords, type LostPath } from './lost-paths.ts';
import { SHELL } from './names.ts';
import { RegistryFault } from './registry-fault.ts';
import { readHistory, type Registry } from './registry.ts';
import { findBlock, withoutSpentCanaries, type Move, type RegistryState, type Revision } from './revision.ts';

/** `to` is null for a remote that had no version then: it is withdrawn. */
type Rolling = Move & { from: string };

/**
 * Makes the version before the current one current again, as a new revision, and blocks the one it replaces.
 * Calling it again goes one version further back. Refused if there is no such version, if its files are not
 * what was published, if shell and remotes would not work together, or if a path that the version shared the
 * product with would belong to no remote.
 */
export async function rollback(registry: Registry, name: string, author: Author): Promise<Revision> {
  const before = await registry.latestRevision();
  const from = ownValue(before?.state, name)?.current;
  if (!before || from === undefined) {
    throw new RegistryFault('nothing_before', [
      `No version of ${name} is current, so there is nothing to roll back`,
    ]);
  }
  const { to, n } = await findVersionBefore(registry, before, name, from);
  if (to !== null) return roll(registry, before, n, [{ name, from, to }], author);
  throw new RegistryFault('nothing_before', [
    `There is no version of ${name} before ${from} that is not blocked`,
    ...(name === SHELL ? [] : await adviseFirst(registry, before, n, { name, from, to })),
  ]);
}

/**
 * Rolls shell and remotes back to what was current in revision `n`, all in one revision. Without `names`,
 * these are all that were live then, and the remotes that have had one of their areas since, which are
 * withdrawn. Other names that had no version then stay as they are. Of `names`, those that had none are
 * withdrawn. Returns undefined if nothing would change.
 */
export async function rollbackToSet(
  registry: Registry,
  n: number,
  author: Author,
  names: readonly string[] = [],
): Promise<Revision | undefined> {
  const before = await registry.latestRevision();
  if (!before || n >= before.n)
    throw new RegistryFault('nothing_before', [`There is no revision ${n} before the current one`]);
  const { state: then } = await registry.getRevision(n);
  refuseNotCurrent(before.state, names);
  const rolled = names.length > 0 ? new Set(names) : await namesOfSet(registry, then, before.state);
  const moves = [...rolled].flatMap((name) => {
    const from = ownValue(before.state, name)?.current;
    const to = ownValue(then, name)?.current ?? null;
    return from === undefined || from === to ? [] : [{ name, from, to }];
  });
  if (moves.length === 0) return undefined;
  const blocked = moves.filter(({ name, to }) => to !== null && findBlock(before.state, name, to));
  if (blocked.length > 0) {
    const faults = blocked.map(({ name, to }) => `${name}@${to} of revision ${n} is blocked`);
    throw new RegistryFault('blocked', faults);
  }
  return roll(registry, before, n, moves, author);
}

function refuseNotCurrent(state: RegistryState, names: readonly string[]): void {
  const missing = names.filter((name) => ownValue(state, name)?.current === undefined);
  if (missing.length > 0)
    throw new RegistryFault(
      'nothing_current',
      missing.map((name) => `No version of ${name} is current`),
    );
}

async function namesOfSet(registry: Registry, then: RegistryState, now: RegistryState): Promise<Set<string>> {
  const isIn = (state: RegistryState) => (name: string) => ownValue(state, name)?.current !== undefined;
  const returning = (await readRecords(registry, then)).filter(({ name }) => isIn(now)(name));
  const areas = returning.flatMap((record) => record.areas ?? []);
  const newcomers = (await readRecords(registry, now)).filter(({ name }) => !isIn(then)(name));
  const takers = newcomers.filter((record) => overlapOf(record.areas ?? [], areas).length > 0);
  return new Set([...returning, ...takers].map(({ name }) => name));
}

/** Rolls names back to their versions of revision `n`. */
async function roll(registry: Registry, before: Revision, n: number, moves: Rolling[], author: Author) {
  const faults: string[] = [];
  for (const { name, to } of moves)
    if (to !== null) faults.push(...(await faultsOfVersion(registry, name, to)));
  if (faults.length > 0) throw new RegistryFault('damaged', faults);

  const state = rolledBack(before.state, moves, author);
  const misfits = await findMisfits(registry, state);
  const lost = await findLostSince(registry, n, before.state, state);
  if (misfits.length + lost.length > 0) {
    const unfit = misfits.filter(({ canaries }) => canaries.length === 0).flatMap(({ names }) => names);
    const others = [...unfit, ...lost.map(({ name }) => name)];
    throw new RegistryFault('incompatible', [
      ...faultsOfMisfits(misfits),
      ...lost.map((path) => faultOfLostSince(path, n)),
      ...(await adviseSet(registry, before, moves, others)),
    ]);
  }
  return commit(registry, before, { verb: 'rollback', moves, state }, author);
}

function rolledBack(state: RegistryState, moves: readonly Rolling[], { why }: Author): RegistryState {
  const left = moves.map(({ name, from, to }) => {
    const entry = ownValue(state, name) ?? {};
    const blocked = [...(entry.blocked ?? []), { version: from, why: why ?? null }];
    return [name, to === null ? { blocked } : { ...entry, current: to, blocked }];
  });
  return withoutSpentCanaries({ ...state, ...Object.fromEntries(left) });
}

/**
 * Returns the paths that a remote had in revision `n` and one still has, but that none would have. A path that
 * is newer than that revision goes with the version that brought it.
 */
async function findLostSince(registry: Registry, n: number, now: RegistryState, next: RegistryState) {
  const { state: then } = await registry.getRevision(n);
  const missing = (await findLostPaths(registry, then, now)).map(({ path }) => path);
  return (await findLostPaths(registry, then, next)).filter(({ path }) => !missing.includes(path));
}

const faultOfLostSince = ({ path, name }: LostPath, n: number) =>
  `${path}, which ${name} had in revision ${n}, would belong to no remote`;

/**
 * Follows promotes backward, from the one that made a version current to the version it replaced, and returns
 * it with the revision in which it was last current. Rollbacks are not steps: otherwise, two of them would
 * lead back to where the first one started. `to` is null if there was no version before.
 */
async function findVersionBefore(registry: Registry, { state }: Revision, name: string, current: string) {
  let at = current;
  let n = 0;
  for await (const { n: promoted, event } of readHistory(registry)) {
    const move = event.verb === 'promote' && event.moves.find((moved) => moved.name === name);
    if (!move || move.to !== at) continue;
    n = promoted - 1;
    if (move.from === null) break;
    at = move.from;
    if (at !== current && !findBlock(state, name, at)) return { to: at, n };
  }
  return { to: null, n };
}

/** Returns what to do instead of rolling back a remote's first version. */
async function adviseFirst(registry: Registry, before: Revision, n: number, move: Rolling) {
  const next = rolledBack(before.state, [move], { by: '' });
  const lost = n === 0 ? [] : await findLostSince(registry, n, before.state, next);
  if (lost.length === 0) return [`To remove ${move.name} from the product: withdraw ${move.name}`];
  const others = lost.map(({ name }) => name);
  return [
    ...lost.map((path) => faultOfLostSince(path, n)),
    ...(await adviseSet(registry, before, [move], others)),
  ];
}

/**
 * Returns advice if others must be rolled back with these names: which, and the command that rolls all of them
 * back to the last revision in which they worked together.
 */
async function adviseSet(
  registry: Registry,
  { state: now }: Revision,
  moves: readonly Rolling[],
  others: readonly string[],
) {
  const rolled = moves.map(({ name }) => name);
  const more = [...new Set(others)].filter((name) => !rolled.includes(name));
  if (more.length === 0) return [];
  const advice = `These must be rolled back with ${rolled.join(', ')}: ${more.join(', ')}`;
  for await (const { n, state } of readHistory(registry)) {
    const versionOf = (name: string) => ownValue(state, name)?.current ?? null;
    const isUsable = (name: string) => !findBlock(now, name, versionOf(name) ?? '');
    if (!moves.every(({ name, to }) => versionOf(name) === to) || !more.every(isUsable)) continue;
    const command = `rollback --set ${n} ${[...rolled, ...more].join(' ')}`;
    return [`${advice}. To roll back all of them to revision ${n}: ${command}`];
  }
  return [advice];
}
