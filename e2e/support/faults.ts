import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Upstream } from './upstream.ts';

/** What can happen to a file between the disk and the browser. */
export type Fault = 'missing' | 'gone' | 'failing' | 'a page' | 'hanging' | 'torn' | 'flipped';

type Responder = (incoming: IncomingMessage, response: ServerResponse, upstream: Upstream) => void;
type Change = (
  original: { status: number; headers: IncomingMessage['headers']; body: Buffer },
  response: ServerResponse,
) => void;

/** Requests the file uncompressed. */
const READABLE = { 'accept-encoding': 'identity' };

export const responses: Record<Fault, Responder> = {
  missing: text(404, 'There is no such file.'),
  gone: text(410, 'This version is no longer kept.', { 'x-delivery': 'gone' }),
  failing: text(500, 'throw new Error("never to be run")', { 'content-type': 'text/javascript' }),
  'a page': text(200, '<!doctype html><title>Welcome</title>', { 'content-type': 'text/html' }),
  hanging: () => undefined,
  /** Sends all headers and half of the body that they announce. */
  torn: spoil({}, ({ status, headers, body }, response) => {
    response.writeHead(status, headers);
    response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy());
  }),
  /** Flips one bit such that the file would still run or parse. Caches may keep the result permanently. */
  flipped: spoil(READABLE, ({ status, headers, body }, response) => {
    const flipped = Buffer.from(body);
    const inScript = flipped.indexOf('use strict');
    const at = inScript >= 0 ? inScript : flipped.lastIndexOf('"') - 1;
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
    response.writeHead(status, headers).end(flipped);
  }),
};

function text(status: number, body: string, headers: Record<string, string> = {}): Responder {
  return (_, response) =>
    response
      .writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers })
      .end(body);
}

function spoil(requestHeaders: Record<string, string>, change: Change): Responder {
  return (incoming, response, upstream) => {
    // The headers describe the whole file.
    if (incoming.method === 'HEAD') return upstream.pass(incoming, response);
    const outgoing = upstream.ask(incoming, requestHeaders);
    outgoing.on('response', (reply) => {
      const { statusCode: status = 502, headers } = reply;
      buffer(reply).then(
        (body) => change({ status, headers, body }, response),
        () => response.destroy(),
      );
    });
    outgoing.on('error', () => response.destroy());
    outgoing.end();
  };
}
