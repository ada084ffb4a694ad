import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, getCACertificates, type TLSSocket } from 'node:tls';
import type { Target } from '@headwater/base/egress';
import { FailureError } from '@headwater/base/failures/failure';

/** In order of increasing protection. */
export const SSL_MODES = ['disable', 'prefer', 'require', 'verify-full'] as const;
export type SslMode = (typeof SSL_MODES)[number];

/** Codes of a lost connection. */
export const BROKEN_CODES: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNABORTED',
]);

/** Connects to the IP address that was checked, not to the host name. The signal ends the connection at any time. */
export async function reach({ host, address, port }: Target, signal: AbortSignal): Promise<Socket> {
  const socket = connect({
    host: address,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
    signal,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return socket;
  } catch (error) {
    socket.destroy();
    throw reachFailure(error as NodeJS.ErrnoException, host, port);
  }
}

function reachFailure(
  { code = '', message }: NodeJS.ErrnoException,
  host: string,
  port: number,
): FailureError {
  const circumstances = { internalMessage: message };
  switch (code) {
    case 'ECONNREFUSED':
      return new FailureError('connection_refused', { host, port }, { ...circumstances, field: 'port' });
    case 'ETIMEDOUT':
      return new FailureError(
        'connection_timed_out',
        { host, port, seconds: 10 },
        { ...circumstances, field: 'host' },
      );
    default:
      return new FailureError('host_unreachable', { host, port }, { ...circumstances, field: 'host' });
  }
}

/** Returns the next bytes that arrive, and pauses the socket. */
export function firstBytes(socket: Duplex, host: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const listeners = { data, error, close };
    function settle(): void {
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
    }
    function data(bytes: Buffer): void {
      settle();
      socket.pause();
      resolve(bytes);
    }
    function error(problem: NodeJS.ErrnoException): void {
      settle();
      reject(
        BROKEN_CODES.has(problem.code ?? '')
          ? new FailureError('source_disconnected', { host }, { internalMessage: problem.message })
          : problem,
      );
    }
    function close(): void {
      settle();
      reject(
        new FailureError('source_disconnected', { host }, { internalMessage: 'closed without a response' }),
      );
    }
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  });
}

/** Encrypts the connection with TLS. Only `verify-full` verifies the server's identity. */
export async function encrypt(
  socket: Duplex,
  { host, sslmode }: { host: string; sslmode: SslMode },
): Promise<TLSSocket> {
  const verified = sslmode === 'verify-full';
  const name = host.replace(/^\[|\]$/g, '');
  const encrypted = connectTls({
    socket,
    host: name,
    ...(isIP(name) === 0 && { servername: name }),
    rejectUnauthorized: verified,
    // Includes the machine's own certificate authorities, where operators install their company's.
    ...(verified && { ca: [...getCACertificates('default'), ...getCACertificates('system')] }),
  });
  try {
    await new Promise<void>((resolve, reject) => {
      encrypted.once('secureConnect', resolve);
      encrypted.once('error', reject);
      encrypted.once('close', () => reject(new Error('closed during the handshake')));
    });
    return encrypted;
  } catch (error) {
    encrypted.destroy();
    const reason = (error as Error).message.replace(/[.\s]+$/, '');
    throw new FailureError('tls_certificate_refused', { host, reason }, { internalMessage: reason });
  }
}
