import { CONTRACT_VERSION, ownValue } from '@headwater/shared/contract';
import { satisfies, validRange } from 'semver';
import { isWithin, overlapOf } from './areas.ts';
import { referenceOf } from './names.ts';
import type { BuildRecord } from './record.ts';

type Named = Pick<BuildRecord, 'name' | 'version'>;
type Placed = Named & Pick<BuildRecord, 'areas'>;
type Sharing = { assets: Pick<BuildRecord['assets'], 'shared'> };
type Remote = Placed & Sharing;
type Shell = Placed & Sharing & Pick<BuildRecord, 'routes'>;

/** Returns why `remote` would not run in `shell`. */
export const faultsAgainstShell = (remote: Remote, shell: Shell): string[] => [
  ...faultsOfSharing(remote, shell),
  ...faultsOfMounting(remote, shell),
];

/** Returns shared modules that are missing or provided in a version that doesn't match. */
function faultsOfSharing(remote: Named & Sharing, shell: Named & Sharing): string[] {
  const offered = shell.assets.shared;
  const who = referenceOf(remote);
  return Object.entries(remote.assets.shared).flatMap(([module, range]) => {
    const version = ownValue(offered, module);
    if (version === undefined)
      return [`${who} needs ${module} ${range}, which shell@${shell.version} does not offer`];
    if (satisfies(version, range)) return [];
    return [`${who} needs ${module} ${range}, but shell@${shell.version} offers ${version}`];
  });
}

/**
 * Returns a fault if a remote declares no area, from when the shell had a list of remotes, or has an area at
 * one of the shell's own paths.
 */
function faultsOfMounting(remote: Placed, shell: Pick<Shell, 'version' | 'areas' | 'routes'>): string[] {
  if (!shell.areas) return [];
  const who = referenceOf(remote);
  if (!remote.areas)
    return [
      `${who} was built before remotes said where they are mounted, so shell@${shell.version} can't mount it. Build and publish it again`,
    ];
  const addresses = remote.areas.flatMap(({ paths }) => paths);
  return shell.routes
    .filter(({ path }) => addresses.some((address) => isWithin(path, address)))
    .map(({ path }) => `${who} has ${path} in an area, which is an address of the shell`);
}

/** Returns why two remotes can't be on one page: no path may belong to both. */
export function faultsOfOverlap(one: Placed, other: Placed): string[] {
  return overlapOf(one.areas ?? [], other.areas ?? []).map(
    ([own, foreign]) => `${referenceOf(one)} has its area ${own} where ${referenceOf(other)} has ${foreign}`,
  );
}

/** Returns why `build` would not work with an API that has `version` of the contract. */
export function faultsAgainstContract(
  build: Named & Pick<BuildRecord, 'contract'>,
  version = CONTRACT_VERSION,
): string[] {
  if (validRange(build.contract) !== null && satisfies(version, build.contract)) return [];
  return [`${referenceOf(build)} needs the API contract ${build.contract}; this API speaks ${version}`];
}
