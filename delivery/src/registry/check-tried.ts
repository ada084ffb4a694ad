import { ownValue } from '@headwater/shared/contract';
import { compositionId, currentSet } from './composition-id.ts';
import { referenceOf, type NamedVersion } from './names.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import type { RegistryState } from './revision.ts';
import { findRun, type ComposedRun } from './runs.ts';

/**
 * Throws unless the journeys have passed with exactly what would be current, tried as any of `moving`. No run
 * is needed for names that have no current version, which could get worse, or if forced with a reason.
 */
export async function refuseUntried(
  registry: Registry,
  state: RegistryState,
  next: RegistryState,
  moving: readonly NamedVersion[],
  { force, why }: { force?: boolean; why?: string },
): Promise<void> {
  const replacing = moving.filter(({ name }) => ownValue(state, name)?.current !== undefined);
  if (replacing.length === 0) return;
  const composition = compositionId(currentSet(next));
  const runs = await Promise.all(moving.map((version) => findRun(registry, version, composition)));
  if (runs.some((run) => run?.failed === 0)) return;
  if (force && why?.trim()) return;

  const faults = replacing.map((version) => describe(version, runs[moving.indexOf(version)]));
  const references = moving.map(referenceOf).join(' ');
  throw new RegistryFault(force ? 'no_reason' : 'untried', [
    ...faults,
    ...(force ? [] : [`Try it: npm run e2e -- --with ${references}`]),
    `To promote it anyway, give a reason: --force --why <text>`,
  ]);
}

const describe = ({ name, version }: NamedVersion, run: ComposedRun | undefined) =>
  run
    ? `${run.failed} of ${run.passed + run.failed} journeys failed with ${name}@${version} on ${run.when}`
    : `No run of the journeys with ${name}@${version} and the rest of what would be current is recorded`;
