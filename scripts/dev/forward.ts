import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Forwarding {
  target: URL;
  /** Returns what is sent instead of the target's page. */
  rewritePage(html: string): Promise<string>;
}

/** Headers that belong to a single connection and must not be passed on. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection'];

/**
 * Forwards a request to the target and its response back, byte by byte as they arrive, so that event streams
 * and uploads are not delayed. Only pages are read and rewritten.
 */
export async function forward(
  { target, rewritePage }: Forwarding,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const response = await sendTo(target, request, reply).catch((fault: Error) => fault);
  if (response instanceof Error) {
    return reply.code(502).type('text/plain').send(`${target.origin} can't be reached: ${response.message}`);
  }
  const headers = headersBack(response, target, request);
  const status = response.statusCode ?? 502;
  if (isPage(request, response)) {
    const html = await rewritePage(await text(response));
    delete headers['content-length'];
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'private, no-store' })
      .send(html);
  }
  reply.hijack();
  reply.raw.writeHead(status, headers).flushHeaders();
  pipeline(response, reply.raw, () => response.destroy());
}

function sendTo(target: URL, request: FastifyRequest, reply: FastifyReply): Promise<IncomingMessage> {
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const { method } = request;
    const url = new URL(target.origin + request.url);
    const outgoing = send(url, { method, headers: headersThere(request, target) }, resolve);
    outgoing.on('error', reject);
    reply.raw.on('close', () => outgoing.destroy());
    request.raw.pipe(outgoing);
  });
}

/**
 * The target refuses changes from any origin but its own. Our own origin is replaced by it. Another site's is
 * passed on and refused there.
 */
function headersThere({ headers, host }: FastifyRequest, target: URL): OutgoingHttpHeaders {
  const sent: OutgoingHttpHeaders = { ...without(headers, HOP_BY_HOP), host: target.host };
  if (headers.origin === `http://${host}`) sent['origin'] = target.origin;
  if (headers.accept?.includes('text/html')) sent['accept-encoding'] = 'identity'; // pages are rewritten
  if (headers['transfer-encoding'] !== undefined) sent['transfer-encoding'] = 'chunked';
  return sent;
}

function headersBack(
  { headers }: IncomingMessage,
  target: URL,
  { host }: FastifyRequest,
): OutgoingHttpHeaders {
  const { location } = headers;
  const sent: OutgoingHttpHeaders = without(headers, [...HOP_BY_HOP, 'strict-transport-security']);
  if (location?.startsWith(`${target.origin}/`))
    sent['location'] = location.replace(target.origin, `http://${host}`);
  return sent;
}

/**
 * Returns whether the response is a page to rewrite. The API has its own small documents, for windows in
 * which a provider signs users in.
 */
const isPage = ({ method, url }: FastifyRequest, { headers }: IncomingMessage) =>
  method === 'GET' && !url.startsWith('/api/') && headers['content-type']?.startsWith('text/html');

const without = <T extends object>(headers: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))) as T;
