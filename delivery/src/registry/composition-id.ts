import { createHash } from 'node:crypto';
import { referenceOf, type NamedVersion } from './names.ts';
import type { RegistryState } from './revision.ts';

/** Returns the ID of a set of versions, whatever their order: 12 hex digits. */
export function compositionId(set: readonly NamedVersion[]): string {
  const references = set.map(referenceOf).sort();
  return createHash('sha256').update(references.join('\n')).digest('hex').slice(0, 12);
}

/** The versions that visitors without a canary or an override get. */
export const currentSet = (state: RegistryState): NamedVersion[] =>
  Object.entries(state).flatMap(([name, { current }]) =>
    current === undefined ? [] : [{ name, version: current }],
  );
