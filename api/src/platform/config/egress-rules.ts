import type { Config } from './config.ts';
import type { EgressRules } from '@headwater/base/egress';

const POSTGRES_PORT = 5432;

/** Returns the rules for where this installation may connect to. */
export function egressRules({ loopbackOnly, allowedNetworks, port, databaseUrl }: Config): EgressRules {
  const ownDatabase = databaseUrl === null ? null : serverOf(databaseUrl);
  return { loopbackOnly, allowedNetworks, ownPorts: [port], ownDatabase };
}

/** Returns the metadata store's server, or null if it is reached by a socket, which no source can use. */
function serverOf(databaseUrl: string): EgressRules['ownDatabase'] {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  if (host === '' || host.startsWith('/')) return null;
  return { host, port: Number(searchParams.get('port') ?? port) || POSTGRES_PORT };
}
