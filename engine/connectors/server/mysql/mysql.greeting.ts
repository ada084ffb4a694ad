import type { Duplex } from 'node:stream';
import { FailureError } from '@headwater/base/failures/failure';
import { firstBytes } from '../server-socket.ts';
import type { ServerConfiguration } from '../server-config.ts';
import { signInFailure } from './mysql.failure.ts';

const HEAD = 4;
const LARGEST = 4 * 1024;
const PROTOCOL = 10;
const REFUSED = 0xff;
const OFFERS_TLS = 0x0800;

/**
 * Reads the server's greeting, which comes first, and leaves it to the driver to be read again. Returns whether the
 * server supports TLS. Throws if it isn't a MySQL server, or if it refuses the connection.
 */
export async function offersTls(socket: Duplex, configuration: ServerConfiguration): Promise<boolean> {
  const { host, port } = configuration;
  let bytes = await firstBytes(socket, host);
  while (isPart(bytes)) {
    const more = firstBytes(socket, host);
    socket.resume();
    bytes = Buffer.concat([bytes, await more]);
  }
  if (bytes.length <= HEAD || bytes[3] !== 0) throw new FailureError('not_mysql', { host, port });
  const body = bytes.subarray(HEAD, HEAD + bytes.readUIntLE(0, 3));
  if (body[0] === REFUSED && body.length > 3) throw signInFailure(refusal(body), configuration);
  const versionEnd = body.indexOf(0, 1);
  // After the version: four bytes of the connection's number, eight of a challenge, and a zero.
  const flags = versionEnd + 1 + 4 + 8 + 1;
  if (body[0] !== PROTOCOL || versionEnd < 0 || body.length < flags + 2)
    throw new FailureError('not_mysql', { host, port });
  socket.unshift(bytes);
  return (body.readUInt16LE(flags) & OFFERS_TLS) !== 0;
}

function isPart(bytes: Buffer): boolean {
  if (bytes.length < HEAD) return true;
  const length = bytes.readUIntLE(0, 3);
  return bytes[3] === 0 && length < LARGEST && bytes.length < HEAD + length;
}

function refusal(body: Buffer): Error {
  const message = body
    .subarray(3)
    .toString('utf8')
    .replace(/^#\w{5}/, '');
  return Object.assign(new Error(message), { errno: body.readUInt16LE(1) });
}
