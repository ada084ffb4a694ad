import { CONTRACT_VERSION } from '@headwater/shared/contract';
import { satisfies, validRange } from 'semver';
import { isWithin, overlapOf } from './areas.ts';
import { referenceOf } from './names.ts';
import type { BuildRecord } from './record.ts';

type Named = Pick<BuildRecord, 'name' | 'version'>;
type Placed = Named & Pick<BuildRecord, 'areas'>;
type Sharing = { assets: Pick<BuildRecord['assets'], 'shared'> };
type Remote = Placed & Sharing;
type Shell = Placed & Sharing & Pick<BuildRecord, 'routes'>;

/** Why `remote` would not run in `shell`. */
export const faultsAgainstShell = (remote: Remote, shell: Shell): string[] => [
  ...faultsOfSharing(remote, shell),
  ...faultsOfMounting(remote, shell),
];

/** A shared module that is missing or offered in a version that doesn't fit. */
function faultsOfSharing(remote: Named & Sharing, shell: Named & Sharing): string[] {
  const offered = shell.assets.shared;
  const who = referenceOf(remote);
  return Object.entries(remote.assets.shared).flatMap(([module, range]) => {
    const version = offered[module];
    if (version === undefined)
      return [`${who} needs ${module} ${range}, which shell@${shell.version} does not offer`];
    if (satisfies(version, range)) return [];
    return [`${who} needs ${module} ${range}, but shell@${shell.version} offers ${version}`];
  });
}

/** A remote that doesn't say where it is, as the shell had a list of them before; or one that is where the shell is. */
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

/** Why two remotes can't be on one page: no address may lead to both. */
export function faultsOfOverlap(one: Placed, other: Placed): string[] {
  return overlapOf(one.areas ?? [], other.areas ?? []).map(
    ([own, foreign]) =>
      `${referenceOf(one)} has its area ${own} where ${referenceOf(other)} has ${foreign}. Give one of them another address, in headwater.areas of its package.json`,
  );
}

/** Why `build` would not be understood by an API that speaks `version` of the contract. */
export function faultsAgainstContract(
  build: Named & Pick<BuildRecord, 'contract'>,
  version = CONTRACT_VERSION,
): string[] {
  if (validRange(build.contract) !== null && satisfies(version, build.contract)) return [];
  return [`${referenceOf(build)} needs the API contract ${build.contract}; this API speaks ${version}`];
}
