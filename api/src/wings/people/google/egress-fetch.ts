import type { IncomingMessage } from 'node:http';
import type { CustomFetch } from 'openid-client';
import { pinnedRequest, portOf, type Egress } from '@headwater/base/egress';

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
      const { method, headers, body } = options;
      // openid-client sends forms, and nothing else.
      const form = body instanceof URLSearchParams ? body.toString() : undefined;
      return await read(await pinnedRequest(egress, url, { method, headers, body: form, signal }));
    } catch (cause) {
      throw new Unreachable(cause instanceof Error ? cause.message : 'No response', { cause });
    }
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
