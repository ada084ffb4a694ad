import { createHash } from 'node:crypto';
import { referenceOf, type NamedVersion } from './names.ts';
import type { RegistryState } from './revision.ts';

/** What a set of versions is called, in whatever order they come: 12 hex. */
export function compositionId(set: readonly NamedVersion[]): string {
  const references = set.map(referenceOf).sort();
  return createHash('sha256').update(references.join('\n')).digest('hex').slice(0, 12);
}

/** The versions that visitors get who are in no canary and have no override. */
export const currentSet = (state: RegistryState): NamedVersion[] =>
  Object.entries(state).flatMap(([name, { current }]) =>
    current === undefined ? [] : [{ name, version: current }],
  );
