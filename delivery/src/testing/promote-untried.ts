import type { NamedVersion } from '../registry/names.ts';
import { promote } from '../registry/promote.ts';
import type { Registry } from '../registry/registry.ts';

/** Makes versions current without a run of the journeys: most tests are about what happens afterward. */
export const promoteUntried = (registry: Registry, targets: readonly NamedVersion[], by = 'anna') =>
  promote(registry, targets, { by, force: true, why: 'a test' });
