import { Egress } from '@headwater/base/egress';
import { NOTHING_SET, type ConnectorContext } from '../protocol.ts';

/** Returns the context of a connector that may connect to this machine and has a folder for temporary files. */
export function contextFor(temporaryFolder: string, more: Partial<ConnectorContext> = {}): ConnectorContext {
  return {
    egress: new Egress({ loopbackOnly: true, allowedNetworks: [], ownPorts: [] }),
    installation: NOTHING_SET,
    uploads: new Map(),
    temporaryFolder,
    signal: new AbortController().signal,
    idleTimeout: 30_000,
    ...more,
  };
}
