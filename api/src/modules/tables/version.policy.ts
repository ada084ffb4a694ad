import { Refusal } from '../../platform/refusals/refusal.ts';
import type { KeptVersion } from './versions.repository.ts';

/** Throws if the version shows values of columns that people have masked since. */
export function refuseUnmasked(
  { version, maskedSince }: KeptVersion,
  at: { pointer: string } | { parameter: string },
): void {
  if (maskedSince.length > 0)
    throw new Refusal('version_unmasked', { ...at, values: { version, columns: maskedSince.join(', ') } });
}
