import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { StartError } from 'api';

/** Throws, saying what to do, where nobody could listen at this address. Touches nothing. */
export async function checkPort(host: string, port: number, dataDirectory: string): Promise<void> {
  try {
    await tryToListen(host, port);
  } catch (cause) {
    throw explain(cause as NodeJS.ErrnoException, { host, port, dataDirectory });
  }
}

function tryToListen(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}

interface Wanted {
  host: string;
  port: number;
  dataDirectory: string;
}

/** Also for the listening itself, should the port be taken between the check and then. */
export function explain(cause: NodeJS.ErrnoException, { host, port, dataDirectory }: Wanted): Error {
  const another = `Choose another port: PORT=${port < 65_000 ? port + 1 : 8080} npm start`;
  if (cause.code === 'EADDRINUSE') {
    const running = runningOn(dataDirectory);
    const who =
      running === undefined
        ? 'another program'
        : `the Headwater that runs on ${dataDirectory} (process ${running})`;
    return new StartError(`Port ${port} on ${host} is taken by ${who}.`, `${another}\nor stop that one.`, {
      cause,
    });
  }
  if (cause.code === 'EACCES') {
    return new StartError(`Port ${port} may not be used by this user.`, another, { cause });
  }
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND') {
    return new StartError(
      `This machine has no address ${host}.`,
      'Set HOST to one that it has: HOST=127.0.0.1',
      { cause },
    );
  }
  return cause;
}

/** The process that holds the data directory, if it still runs. */
function runningOn(dataDirectory: string): number | undefined {
  try {
    const pid = Number(readFileSync(path.join(dataDirectory, 'pid'), 'utf8'));
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}
