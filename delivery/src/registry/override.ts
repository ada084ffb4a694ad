import { refuseMisfits } from './check-state.ts';
import { currentSet } from './composition-id.ts';
import { openKey } from './key.ts';
import { noteLastPage } from './last-page.ts';
import { referenceOf, refuseRepeated, type NamedVersion } from './names.ts';
import { LONGEST_OVERRIDE_HOURS, signOverride } from './override-token.ts';
import { RegistryFault } from './registry-fault.ts';
import type { Registry } from './registry.ts';
import type { RegistryState } from './revision.ts';
import { refuseUnusable } from './unusable.ts';

export interface OverrideOptions {
  by: string;
  /** The origin of the site that accepts it. */
  aud: string;
  /** A whole number of hours, 1 to 24. */
  hours: number;
  now?: Date;
}

/**
 * Creates a token that gives one browser `set` instead of what is current. Refused if a version is not
 * published, gone, or blocked, or would not run with the rest. gc keeps these versions for as long as after
 * any page.
 */
export async function createOverride(
  registry: Registry,
  set: readonly NamedVersion[],
  { by, aud, hours, now = new Date() }: OverrideOptions,
): Promise<{ token: string; expires: Date }> {
  checkHours(hours);
  checkNames(set);
  const { state = {} } = (await registry.latestRevision()) ?? {};
  await refuseUnusable(registry, state, set);
  await refuseMisfits(registry, overridden(state, set));

  for (const { name, version } of set) await noteLastPage(registry, name, version, now);
  const exp = Math.floor(now.getTime() / 1000) + hours * 3600;
  const references = set.map(referenceOf);
  const token = signOverride(await openKey(registry), { set: references, aud, exp, by });
  return { token, expires: new Date(exp * 1000) };
}

function checkHours(hours: number): void {
  if (Number.isInteger(hours) && hours >= 1 && hours <= LONGEST_OVERRIDE_HOURS) return;
  throw new RegistryFault('bad_option', [`An override lasts 1 to ${LONGEST_OVERRIDE_HOURS} whole hours`]);
}

function checkNames(set: readonly NamedVersion[]): void {
  if (set.length === 0)
    throw new RegistryFault('bad_reference', ['Say what to override, as <name>@<version>']);
  refuseRepeated(set.map(({ name }) => name));
}

/** Returns the state that a page with the override is made of, which has no canaries. */
const overridden = (state: RegistryState, set: readonly NamedVersion[]): RegistryState => {
  const entries = [...currentSet(state), ...set].map(({ name, version }) => [name, { current: version }]);
  return Object.fromEntries(entries);
};
