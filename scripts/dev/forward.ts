import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Forwarding {
  target: URL;
  /** What is sent instead of the target's page. */
  rewritePage(html: string): Promise<string>;
}

/** Of one connection only, so not to be passed on. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection'];

/**
 * Passes a request on to the target and its answer back, as bytes that come and go: event streams and uploads wait
 * for nothing. Only pages are read and rewritten.
 */
export async function forward(
  { target, rewritePage }: Forwarding,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const answer = await ask(target, request, reply).catch((fault: Error) => fault);
  if (answer instanceof Error) {
    return reply.code(502).type('text/plain').send(`${target.origin} doesn't answer: ${answer.message}`);
  }
  const headers = headersBack(answer, target, request);
  const status = answer.statusCode ?? 502;
  if (isPage(request, answer)) {
    const html = await rewritePage(await text(answer));
    delete headers['content-length'];
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'private, no-store' })
      .send(html);
  }
  reply.hijack();
  reply.raw.writeHead(status, headers).flushHeaders();
  pipeline(answer, reply.raw, () => answer.destroy());
}

function ask(target: URL, request: FastifyRequest, reply: FastifyReply): Promise<IncomingMessage> {
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const { method } = request;
    const url = new URL(target.origin + request.url);
    const asked = send(url, { method, headers: headersThere(request, target) }, resolve);
    asked.on('error', reject);
    reply.raw.on('close', () => asked.destroy());
    request.raw.pipe(asked);
  });
}

/**
 * The target refuses changes from any origin but its own. Ours stands for it, and only ours: another site's is
 * passed on, and refused there.
 */
function headersThere({ headers, host }: FastifyRequest, target: URL): OutgoingHttpHeaders {
  const sent: OutgoingHttpHeaders = { ...without(headers, HOP_BY_HOP), host: target.host };
  if (headers.origin === `http://${host}`) sent['origin'] = target.origin;
  if (headers.accept?.includes('text/html')) sent['accept-encoding'] = 'identity'; // pages are changed on the way
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

/** The API has small documents of its own, for windows in which a provider signs somebody in. */
const isPage = ({ method, url }: FastifyRequest, { headers }: IncomingMessage) =>
  method === 'GET' && !url.startsWith('/api/') && headers['content-type']?.startsWith('text/html');

const without = <T extends object>(headers: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))) as T;
