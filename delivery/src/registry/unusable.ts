import type { NamedVersion } from './names.ts';
import { RegistryFault, type RegistryFaultCode } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import { findBlock, type RegistryState } from './revision.ts';

export interface Unusable {
  code: Extract<RegistryFaultCode, 'unknown_version' | 'gone' | 'blocked'>;
  /** For people. */
  fault: string;
}

/** Why no page may be made of a version; undefined where one may. */
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
  const why = block.why ? `: ${block.why}` : ' since it was rolled back';
  return { code: 'blocked', fault: `${reference} is blocked${why}` };
}

export interface Unblocking {
  /** Takes versions that were rolled back all the same; wants a `why`. */
  unblock?: boolean;
  why?: string;
}

/** Throws where a page may not be made of one of `versions`, with all reasons of a kind. */
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
    throw new RegistryFault('blocked', [...faults, 'To take it all the same: --unblock --why <text>']);
  if (!unblocking.why?.trim())
    throw new RegistryFault('no_reason', [...faults, 'Say why it is good now: --unblock --why <text>']);
}
