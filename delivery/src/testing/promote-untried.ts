import type { NamedVersion } from '../registry/names.ts';
import { promote } from '../registry/promote.ts';
import type { Registry } from '../registry/registry.ts';

/** Makes versions current of which no journeys were run: most tests are about what comes after. */
export const promoteUntried = (registry: Registry, targets: readonly NamedVersion[], by = 'anna') =>
  promote(registry, targets, { by, force: true, why: 'a test' });
