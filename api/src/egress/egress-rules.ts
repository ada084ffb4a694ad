import type { Config } from '../config.ts';
import type { EgressRules } from './egress.ts';

/** Where this installation may connect to. */
export function egressRules({ loopbackOnly, allowedNetworks, port }: Config): EgressRules {
  return { loopbackOnly, allowedNetworks, ownPorts: [port] };
}
