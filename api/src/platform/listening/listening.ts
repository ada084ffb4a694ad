import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import { holderOf } from '../data-directory/data-directory.ts';

type Wanted = Pick<Config, 'host' | 'port' | 'dataDirectory'>;

/** Throws a StartError with a remedy if no one could listen on this host and port. Changes nothing. */
export async function checkPort(wanted: Wanted): Promise<void> {
  try {
    await tryToListen(wanted);
  } catch (cause) {
    throw cannotListen(cause, wanted);
  }
}

function tryToListen({ host, port }: Wanted): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}

/** Explains `cause`, the error with which listening on this host and port has failed. */
export function cannotListen(cause: unknown, { host, port, dataDirectory }: Wanted): unknown {
  const another = `Choose another port, such as PORT=${port < 65_000 ? port + 1 : 8080}`;
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE': {
      const holder = holderOf(dataDirectory);
      const who =
        holder === undefined
          ? 'another program'
          : `the Headwater running on ${dataDirectory} (process ${holder})`;
      const remedy = `${another}, or stop that one.`;
      return new StartError(`Port ${port} on ${host} is taken by ${who}.`, remedy, { cause });
    }
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
