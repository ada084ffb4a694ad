import type { Config } from '../config/config.ts';
import type { EgressRules } from './egress.ts';

const POSTGRES_PORT = 5432;

/** Where this installation may connect to. */
export function egressRules({ loopbackOnly, allowedNetworks, port, databaseUrl }: Config): EgressRules {
  const ownDatabase = databaseUrl === null ? null : serverOf(databaseUrl);
  return { loopbackOnly, allowedNetworks, ownPorts: [port], ownDatabase };
}

/** The metadata's own server; null where it is reached by a socket, which no source can be. */
function serverOf(databaseUrl: string): EgressRules['ownDatabase'] {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  if (host === '' || host.startsWith('/')) return null;
  return { host, port: Number(searchParams.get('port') ?? port) || POSTGRES_PORT };
}
