import { Agent as HttpAgent, request as requestByHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestByHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, gunzipSync } from 'node:zlib';
import type { Target } from '@headwater/base/egress';
import { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext } from '../protocol.ts';
import { pinned } from '@headwater/base/egress/pinned-lookup';
import { CONNECT_MS, MOST_REDIRECTS, REQUEST_MS, RESPONSE_BYTES } from './limits.ts';

export interface HttpRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export interface HttpResponse {
  status: number;
  /** By names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** The server didn't respond completely. Another attempt may succeed. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Headers that don't say who sends the request. Others aren't sent to another server. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
]);

/**
 * Sends requests under the egress rules: each host is resolved once, and every connection goes to the IP address that
 * was checked. So does each redirect, which takes no credentials to another server.
 */
export class HttpClient {
  readonly #context: ConnectorContext;
  readonly #origins = new Map<string, Promise<Origin>>();

  constructor(context: ConnectorContext) {
    this.#context = context;
  }

  /** Returns the IP address that requests for a URL go to. */
  async addressOf(url: URL): Promise<string> {
    return (await this.#origin(url)).target.address;
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    let next = request;
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.#sendOnce(next);
      const location = REDIRECTS.has(response.status) ? response.headers.location : undefined;
      if (location === undefined) return response;
      if (redirects === MOST_REDIRECTS)
        throw new FailureError('api_redirected', { host: request.url.host, to: next.url.host });
      next = redirected(next, response.status, location);
    }
  }

  close(): void {
    for (const origin of this.#origins.values())
      void origin.then(
        ({ agent }) => agent.destroy(),
        () => undefined,
      );
    this.#origins.clear();
  }

  #origin(url: URL): Promise<Origin> {
    const key = url.origin;
    const known = this.#origins.get(key) ?? this.#open(url);
    this.#origins.set(key, known);
    return known;
  }

  async #open(url: URL): Promise<Origin> {
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    try {
      const target = await this.#context.egress.resolve(url.hostname, port);
      const settings = { keepAlive: true, maxSockets: 8, lookup: pinned(target.address) };
      return {
        target,
        agent: url.protocol === 'https:' ? new HttpsAgent(settings) : new HttpAgent(settings),
      };
    } catch (error) {
      // The form has no field for the host: it stands in the manifest.
      if (error instanceof FailureError) throw new FailureError({ ...error.failure, field: null });
      throw error;
    }
  }

  async #sendOnce({ method, url, headers, body }: HttpRequest): Promise<HttpResponse> {
    const { agent } = await this.#origin(url);
    const { signal: cancel, idleTimeout } = this.#context;
    cancel.throwIfAborted();
    const signal = AbortSignal.any([cancel, AbortSignal.timeout(REQUEST_MS)]);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const send = url.protocol === 'https:' ? requestByHttps : requestByHttp;
    const request = send(url, {
      method,
      agent,
      signal,
      headers: {
        'user-agent': 'Headwater',
        accept: '*/*',
        'accept-encoding': 'gzip, deflate, br',
        ...headers,
        ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      timeout: CONNECT_MS,
    });
    request.on('response', resolve).on('error', reject);
    request.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => request.setTimeout(idleTimeout));
      else request.setTimeout(idleTimeout);
    });
    request.on('timeout', () => request.destroy(new Error('no response in time')));
    request.end(body ?? undefined);
    try {
      return await received(await promise, url);
    } catch (error) {
      request.destroy();
      cancel.throwIfAborted();
      if (error instanceof FailureError) throw error;
      throw new NoResponse((error as NodeJS.ErrnoException).code ?? (error as Error).message, {
        cause: error,
      });
    }
  }
}

interface Origin {
  target: Target;
  agent: HttpAgent | HttpsAgent;
}

function redirected(
  { method, url, headers, body }: HttpRequest,
  status: number,
  location: string,
): HttpRequest {
  const refused = (to: string) => new FailureError('api_redirected', { host: url.host, to });
  const to = URL.canParse(location, url.href) ? new URL(location, url) : null;
  if (!to || !['http:', 'https:'].includes(to.protocol) || to.username || to.password)
    throw refused(location.slice(0, 100));
  if (url.protocol === 'https:' && to.protocol === 'http:') throw refused(to.host);
  const becomesGet = status === 303 || (method === 'POST' && (status === 301 || status === 302));
  const isSame = to.origin === url.origin;
  const kept = Object.entries(headers).filter(([name]) => isSame || PLAIN_HEADERS.has(name.toLowerCase()));
  const isKept = !becomesGet && isSame;
  if (!becomesGet && !isSame && body !== null) throw refused(to.host);
  return {
    method: becomesGet ? 'GET' : method,
    url: to,
    headers: Object.fromEntries(kept),
    body: isKept ? body : null,
  };
}

async function received(message: IncomingMessage, url: URL): Promise<HttpResponse> {
  const tooLarge = () => {
    message.destroy();
    return new FailureError('api_response_too_large', {
      host: url.host,
      megabytes: RESPONSE_BYTES / 1024 ** 2,
    });
  };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decompressed(message) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > RESPONSE_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  return { status: message.statusCode ?? 0, headers, body: Buffer.concat(chunks) };
}

function decompressed(message: IncomingMessage): Readable {
  const encoding = message.headers['content-encoding']?.toLowerCase() ?? '';
  const stream =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : null;
  if (!stream) return message;
  message.on('error', (error) => stream.destroy(error));
  message.on('aborted', () => stream.destroy(new Error('the connection was lost')));
  return message.pipe(stream);
}

/** Decompresses a body that is a gzip file in itself. */
export function gunzipped(body: Buffer, host: string): Buffer {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: RESPONSE_BYTES });
  } catch {
    throw new FailureError('api_response_too_large', { host, megabytes: RESPONSE_BYTES / 1024 ** 2 });
  }
}
