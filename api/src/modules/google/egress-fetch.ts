import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { CustomFetch, CustomFetchOptions } from 'openid-client';
import type { Egress } from '../../platform/egress/index.ts';

/** There was no response, or requests to this host are not allowed. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;
const WEB_PORTS = [80, 443, 8080, 8443];

/**
 * Fetches under the egress policy: resolves once and connects to the IP address that was checked, follows no
 * redirects, and limits the response's size and duration. `ownPort` is the provider's port, which is allowed
 * in addition to the usual web ports.
 */
export function egressFetch(egress: Egress, ownPort: number): CustomFetch {
  return async (address, options) => {
    const url = new URL(address);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const port = portOf(url);
      if (url.username || url.password || ![...WEB_PORTS, ownPort].includes(port))
        throw new Error('This is not a web URL.');
      const target = await Promise.race([egress.resolve(url.hostname, port), aborted(signal)]);
      return await read(await send(url, target.address, options, signal));
    } catch (cause) {
      throw new Unreachable(cause instanceof Error ? cause.message : 'No response', { cause });
    }
  };
}

export const portOf = ({ protocol, port }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

function send(
  url: URL,
  address: string,
  { method, headers, body }: CustomFetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp;
  request(url, { method, headers, signal, agent: false, lookup: pinned(address) })
    .on('response', resolve)
    .on('error', reject)
    // openid-client sends forms, and nothing else.
    .end(body instanceof URLSearchParams ? body.toString() : undefined);
  return promise;
}

/** Returns this IP address for every name. */
function pinned(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4;
  return (_host, { all }, callback) => {
    if (all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

async function read(message: IncomingMessage): Promise<Response> {
  const { statusCode: status = 0 } = message;
  if (status >= 500) {
    message.destroy();
    throw new Error(`It responded with ${status}.`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('Its response is too long.');
    chunks.push(chunk);
  }
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct))
    for (const value of values) headers.append(name, value);
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
