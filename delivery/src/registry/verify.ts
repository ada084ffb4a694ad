import { ownValue } from '@headwater/shared/contract';
import path from 'node:path';
import { listFolder } from './disk.ts';
import { checkRecord, faultsOfVersion } from './faults-of-version.ts';
import { isName, isVersion } from './names.ts';
import { RegistryFault } from './registry-fault.ts';
import { readHistory, type Registry } from './registry.ts';
import { findBlock, type RegistryState } from './revision.ts';

export interface Verification {
  versions: number;
  revisions: number;
  /** Describes each fault. Empty if everything is as it was published. */
  faults: string[];
}

/**
 * Verifies all hashes: the chain of revisions, and the records and files of every version of the given names,
 * or of all names.
 */
export async function verify(registry: Registry, names: readonly string[] = []): Promise<Verification> {
  const result: Verification = { versions: 0, revisions: 0, faults: [] };
  const state = await walkChain(registry, result);
  for (const name of names.length > 0 ? names : await registry.listNames()) {
    const versions = isName(name) ? await listFolder(path.join(registry.folder, 'r', name)) : [];
    if (versions.length === 0) result.faults.push(`${name}: no version is published`);
    for (const version of versions.filter(isVersion).sort()) {
      result.versions += 1;
      result.faults.push(...(await faultsOfStored(registry, state, name, version)));
    }
  }
  return result;
}

/** Follows the chain to its first link. Returns the state that pages are made of. */
async function walkChain(registry: Registry, result: Verification): Promise<RegistryState> {
  let state: RegistryState | undefined;
  try {
    for await (const revision of readHistory(registry)) {
      state ??= revision.state;
      result.revisions += 1;
    }
  } catch (error) {
    if (!(error instanceof RegistryFault)) throw error;
    result.faults.push(...error.faults);
  }
  for (const name of Object.keys(state ?? {}))
    result.faults.push(...(await faultsOfServed(registry, state ?? {}, name)));
  return state ?? {};
}

async function faultsOfServed(registry: Registry, state: RegistryState, name: string): Promise<string[]> {
  const published = await registry.listVersions(name);
  return servedOf(state, name).flatMap(({ version, as }) => [
    ...(findBlock(state, name, version) ? [`${name}@${version} is ${as}, but blocked`] : []),
    ...(published.includes(version) ? [] : [`${name}@${version} is ${as}, but not published`]),
  ]);
}

/** Returns the versions of a name that visitors get. */
function servedOf(state: RegistryState, name: string): { version: string; as: string }[] {
  const { current, canary } = ownValue(state, name) ?? {};
  return [
    ...(current === undefined ? [] : [{ version: current, as: 'current' }]),
    ...(canary === undefined ? [] : [{ version: canary.version, as: 'a canary' }]),
  ];
}

/**
 * Only the record is left of a version that is gone, unless visitors get it: such a version must not be
 * deleted.
 */
async function faultsOfStored(registry: Registry, state: RegistryState, name: string, version: string) {
  const served = servedOf(state, name).some((of) => of.version === version);
  const rightlyGone = !served && (await registry.isGone(name, version));
  if (rightlyGone) return (await checkRecord(registry, name, version)).faults;
  return faultsOfVersion(registry, name, version);
}
