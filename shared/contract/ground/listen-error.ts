import type { ServerConfig } from './server-config.ts';
import { StartError } from './start-error.ts';

type Address = Pick<ServerConfig, 'host' | 'port'>;

/** Explains `cause`, the error when listening on this host and port failed. `holder` is what may be using the port. */
export function listenError(cause: unknown, { host, port }: Address, holder = 'another program'): unknown {
  const another = `Choose another port, such as PORT=${port < 65_000 ? port + 1 : 8080}`;
  switch ((cause as { code?: string }).code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is taken by ${holder}.`,
        `${another}, or stop that one.`,
        {
          cause,
        },
      );
    case 'EACCES':
      return new StartError(`Port ${port} can't be used by this user.`, `${another}.`, { cause });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `This machine has no IP address ${host}.`,
        'Set HOST to one that it has: HOST=127.0.0.1',
        { cause },
      );
    default:
      return cause;
  }
}
