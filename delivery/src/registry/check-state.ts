import { faultsAgainstContract, faultsAgainstShell, faultsOfOverlap } from './compatibility.ts';
import { faultsOfPlace } from './declaration.ts';
import { SHELL } from './names.ts';
import type { BuildRecord } from './record.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import type { RegistryState } from './revision.ts';

export interface Misfit {
  /** The names that don't fit: a remote, and the shell or another remote. */
  names: string[];
  fault: string;
  /** The names whose canary is involved. Without them, everyone else's pages would run. */
  canaries: string[];
}

interface Candidate {
  record: BuildRecord;
  isCanary: boolean;
}

/**
 * Returns what would not run if pages were made of `state`. Checks every remote that a visitor can get in
 * every shell that a visitor can get, next to every other remote. Throws if a version is not published or
 * there is no shell.
 */
export async function findMisfits(registry: Registry, state: RegistryState): Promise<Misfit[]> {
  const candidates = await readCandidates(registry, state);
  const shells = candidates.filter(({ record }) => record.name === SHELL);
  if (shells.length === 0)
    throw new RegistryFault('incompatible', ['There is no shell yet: promote one first, or with it']);
  return candidates.flatMap((one, index) => [
    ...faultsAgainstContract(one.record).map((fault) => misfit(fault, one)),
    ...(one.record.areas ? faultsOfPlace(one.record) : []).map((fault) => misfit(fault, one)),
    ...(shells.includes(one) ? [] : shells.flatMap((shell) => misfitsWithShell(one, shell))),
    ...candidates.slice(index + 1).flatMap((other) => misfitsOfNeighbors(one, other)),
  ]);
}

/**
 * Throws with every misfit, with how to move an area, and with the command that ends each canary involved in
 * one, except the canary that is about to start.
 */
export async function refuseMisfits(registry: Registry, state: RegistryState, begun?: string): Promise<void> {
  const misfits = await findMisfits(registry, state);
  if (misfits.length > 0)
    throw new RegistryFault('incompatible', [...faultsOfMisfits(misfits, begun), ...adviseMove(misfits)]);
}

export function faultsOfMisfits(misfits: readonly Misfit[], begun?: string): string[] {
  const canaries = new Set(misfits.flatMap(({ canaries: names }) => names.filter((name) => name !== begun)));
  const advice = [...canaries].map((name) => `${name} has a canary. To end it: canary ${name} --end`);
  return [...misfits.map(({ fault }) => fault), ...advice];
}

/** Returns advice if remotes have the same path. */
export function adviseMove(misfits: readonly Misfit[]): string[] {
  const sharing = misfits.map(({ names }) => names).filter(areRemotes);
  if (sharing.length === 0) return [];
  const versions = [...new Set(sharing.flat())].map((name) => `${name}@<version>`).join(' ');
  return [
    `To move an area, name versions of both remotes together: ${versions}. ` +
      'Otherwise, give one of them another address, in headwater.areas of its package.json',
  ];
}

const areRemotes = (names: readonly string[]) => names.length === 2 && !names.includes(SHELL);

async function readCandidates(registry: Registry, state: RegistryState): Promise<Candidate[]> {
  const wanted = Object.entries(state).flatMap(([name, { current, canary }]) => [
    ...(current === undefined ? [] : [{ name, version: current, isCanary: false }]),
    ...(canary ? [{ name, version: canary.version, isCanary: true }] : []),
  ]);
  return Promise.all(
    wanted.map(async ({ name, version, isCanary }) => ({
      record: await registry.getRecord(name, version),
      isCanary,
    })),
  );
}

const misfitsWithShell = (remote: Candidate, shell: Candidate) =>
  faultsAgainstShell(remote.record, shell.record).map((fault) => misfit(fault, remote, shell));

/** Two versions of the same name are never on one page. */
const misfitsOfNeighbors = (one: Candidate, other: Candidate) =>
  one.record.name === other.record.name
    ? []
    : faultsOfOverlap(one.record, other.record).map((fault) => misfit(fault, one, other));

function misfit(fault: string, ...parts: Candidate[]): Misfit {
  const canaries = parts.flatMap(({ isCanary, record }) => (isCanary ? [record.name] : []));
  return { names: parts.map(({ record }) => record.name), fault, canaries };
}
