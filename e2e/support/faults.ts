import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Upstream } from './upstream.ts';

/** What can happen to a file between the disk and the browser. */
export type Fault = 'missing' | 'gone' | 'failing' | 'a page' | 'hanging' | 'torn' | 'flipped';

type Answer = (incoming: IncomingMessage, response: ServerResponse, upstream: Upstream) => void;
type Change = (
  original: { status: number; headers: IncomingMessage['headers']; body: Buffer },
  response: ServerResponse,
) => void;

/** Not compressed. */
const READABLE = { 'accept-encoding': 'identity' };

export const answers: Record<Fault, Answer> = {
  missing: text(404, 'There is no such file.'),
  gone: text(410, 'This version is no longer kept.', { 'x-delivery': 'gone' }),
  failing: text(500, 'throw new Error("never to be run")', { 'content-type': 'text/javascript' }),
  'a page': text(200, '<!doctype html><title>Welcome</title>', { 'content-type': 'text/html' }),
  hanging: () => undefined,
  /** All headers and half of what they promise. */
  torn: spoil({}, ({ status, headers, body }, response) => {
    response.writeHead(status, headers);
    response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy());
  }),
  /** One byte is another, and what it stands in would still run, or be read; for good, as far as caches know. */
  flipped: spoil(READABLE, ({ status, headers, body }, response) => {
    const flipped = Buffer.from(body);
    const inScript = flipped.indexOf('use strict');
    const at = inScript >= 0 ? inScript : flipped.lastIndexOf('"') - 1;
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
    response.writeHead(status, headers).end(flipped);
  }),
};

function text(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (_, response) =>
    response
      .writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers })
      .end(body);
}

function spoil(asked: Record<string, string>, change: Change): Answer {
  return (incoming, response, upstream) => {
    // Its headers are those of the whole file.
    if (incoming.method === 'HEAD') return upstream.pass(incoming, response);
    const outgoing = upstream.ask(incoming, asked);
    outgoing.on('response', (answer) => {
      const { statusCode: status = 502, headers } = answer;
      buffer(answer).then(
        (body) => change({ status, headers, body }, response),
        () => response.destroy(),
      );
    });
    outgoing.on('error', () => response.destroy());
    outgoing.end();
  };
}
