import type { NamedVersion } from './names.ts';
import { RegistryFault, type RegistryFaultCode } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import { findBlock, type RegistryState } from './revision.ts';

export interface Unusable {
  code: Extract<RegistryFaultCode, 'unknown_version' | 'gone' | 'blocked'>;
  /** A message for people. */
  fault: string;
}

/** Returns why no page may be made of a version, or undefined if one may. */
export async function whyUnusable(
  registry: Registry,
  state: RegistryState,
  { name, version }: NamedVersion,
): Promise<Unusable | undefined> {
  const reference = `${name}@${version}`;
  if (!(await registry.findRecord(name, version)))
    return { code: 'unknown_version', fault: `${reference} is not published` };
  if (await registry.isGone(name, version))
    return { code: 'gone', fault: `The files of ${reference} were deleted by gc: publish it again first` };
  const block = findBlock(state, name, version);
  if (!block) return undefined;
  const why = block.why ? `: ${block.why}` : ' since it was rolled back or withdrawn';
  return { code: 'blocked', fault: `${reference} is blocked${why}` };
}

export interface Unblocking {
  /** Also uses versions that were rolled back or withdrawn. Requires `why`. */
  unblock?: boolean;
  why?: string;
}

/** Throws if a page may not be made of one of `versions`, with all reasons of the same kind. */
export async function refuseUnusable(
  registry: Registry,
  state: RegistryState,
  versions: readonly NamedVersion[],
  unblocking?: Unblocking,
): Promise<void> {
  const found = await Promise.all(versions.map((version) => whyUnusable(registry, state, version)));
  const faultsOf = (code: Unusable['code']) =>
    found.flatMap((unusable) => (unusable?.code === code ? [unusable.fault] : []));
  for (const code of ['unknown_version', 'gone'] as const)
    if (faultsOf(code).length > 0) throw new RegistryFault(code, faultsOf(code));
  refuseBlocked(faultsOf('blocked'), unblocking);
}

function refuseBlocked(faults: string[], unblocking: Unblocking | undefined): void {
  if (faults.length === 0) return;
  if (!unblocking) throw new RegistryFault('blocked', faults);
  if (!unblocking.unblock)
    throw new RegistryFault('blocked', [...faults, 'To use it anyway: --unblock --why <text>']);
  if (!unblocking.why?.trim())
    throw new RegistryFault('no_reason', [...faults, 'Give a reason: --unblock --why <text>']);
}
