import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { isIPv6, type LookupFunction } from 'node:net';
import type { Egress } from './egress.ts';

interface PinnedRequest {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | undefined;
  /** Limits all of it, from the lookup of the name to the head of the response. */
  readonly signal: AbortSignal;
}

export const portOf = ({ protocol, port }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/**
 * Sends a request under the egress policy: resolves once, connects to the IP address that was checked, and follows no
 * redirects. Returns as soon as the head of the response is there.
 */
export async function pinnedRequest(
  egress: Egress,
  url: URL,
  { method, headers, body, signal }: PinnedRequest,
): Promise<IncomingMessage> {
  const { address } = await Promise.race([egress.resolve(url.hostname, portOf(url)), aborted(signal)]);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // More than half of what a process costs at its start, and most of them never send a request.
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  request(url, { method, headers, signal, agent: false, lookup: pinned(address) })
    .on('response', resolve)
    .on('error', reject)
    .end(body);
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

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
