import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import type { RegistryEvent, RegistryState, Revision } from './revision.ts';

/** Who changes the registry, and why. Recorded with every revision. */
export interface Author {
  by: string;
  why?: string;
}

/**
 * Adds the revision after `before`, which the change is based on. Refused if `before` is no longer the
 * latest.
 */
export async function commit(
  registry: Registry,
  before: Revision | undefined,
  change: Omit<RegistryEvent, 'who' | 'when' | 'why'> & { state: RegistryState },
  { by, why }: Author,
): Promise<Revision> {
  const { state, ...what } = change;
  const event = { ...what, who: by, when: new Date().toISOString(), why: why ?? null };
  if (!(await registry.append({ event, state }, before))) {
    throw new RegistryFault('conflict', [
      'Someone else changed the registry at the same time. Look at the status and try again.',
    ]);
  }
  return registry.getRevision((before?.n ?? 0) + 1);
}
