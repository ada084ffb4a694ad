import type { Duplex } from 'node:stream';
import { FailureError } from '@headwater/base/failures/failure';
import { firstBytes } from '../server-socket.ts';
import type { ServerConfiguration } from '../server-config.ts';

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Asks the server whether it supports TLS. */
export async function offersTls(socket: Duplex, { host, port }: ServerConfiguration): Promise<boolean> {
  socket.write(SSL_REQUEST);
  const response = await firstBytes(socket, host);
  // Exactly one byte: any further bytes would have been injected by an attacker on the way.
  if (response.length === 1 && response[0] === 0x53) return true;
  if (response.length === 1 && response[0] === 0x4e) return false;
  throw new FailureError('not_postgresql', { host, port });
}
