import { siteOf } from '@headwater/shared/contract';
import { readDeliveryConfig } from '../config.ts';
import { parseReference } from '../registry/names.ts';
import { createOverride } from '../registry/override.ts';
import { RegistryFault } from '../registry/registry-fault.ts';
import type { Command } from './command.ts';

const DEFAULT_HOURS = '8';

export const overrideCommand: Command = async (registry, references, options) => {
  const { by, hours = DEFAULT_HOURS, for: site = siteOf(readDeliveryConfig()) } = options;
  const aud = originOf(site);
  const set = references.map(parseReference);
  const { token, expires } = await createOverride(registry, set, { by, aud, hours: Number(hours) });
  console.log(`${aud}/delivery/override?token=${token}`);
  console.log(`Opening it gives that browser ${references.join(' ')} until ${expires.toISOString()}.`);
};

/** Returns the origin of a site. The browser's site would refuse a link for another origin. */
function originOf(site: string): string {
  const url = URL.parse(site);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new RegistryFault('bad_option', [
    `"${site}" is not a site: --for <origin>, for example --for https://bi.example.com`,
  ]);
}
