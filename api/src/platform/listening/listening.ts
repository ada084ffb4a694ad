import { createServer } from 'node:net';
import { listenError } from '@headwater/shared/contract';
import type { Config } from '../config/config.ts';
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
export function cannotListen(cause: unknown, { dataDirectory, ...wanted }: Wanted): unknown {
  const holder = holderOf(dataDirectory);
  const ours =
    holder === undefined ? undefined : `the Headwater running on ${dataDirectory} (process ${holder})`;
  return listenError(cause, wanted, ours);
}
