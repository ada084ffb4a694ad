import { CONTRACT_VERSION } from '@headwater/shared/contract';
import { satisfies, validRange } from 'semver';
import type { BuildRecord } from './record.ts';

type Remote = Pick<BuildRecord, 'name' | 'version' | 'contract'> & {
  assets: Pick<BuildRecord['assets'], 'shared'>;
};
type Shell = Pick<BuildRecord, 'name' | 'version'> & { assets: Pick<BuildRecord['assets'], 'shared'> };

/** Why `remote` would not run in `shell`: a shared module that is missing or offered in a version that doesn't fit. */
export function faultsAgainstShell(remote: Remote, shell: Shell): string[] {
  const offered = shell.assets.shared;
  const who = `${remote.name}@${remote.version}`;
  return Object.entries(remote.assets.shared).flatMap(([module, range]) => {
    const version = offered[module];
    if (version === undefined)
      return [`${who} needs ${module} ${range}, which shell@${shell.version} does not offer`];
    if (satisfies(version, range)) return [];
    return [`${who} needs ${module} ${range}, but shell@${shell.version} offers ${version}`];
  });
}

/** Why `build` would not be understood by an API that speaks `version` of the contract. */
export function faultsAgainstContract(
  build: Pick<BuildRecord, 'name' | 'version' | 'contract'>,
  version = CONTRACT_VERSION,
): string[] {
  if (validRange(build.contract) !== null && satisfies(version, build.contract)) return [];
  return [
    `${build.name}@${build.version} needs the API contract ${build.contract}; this API speaks ${version}`,
  ];
}
