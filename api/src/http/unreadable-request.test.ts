import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { TestApi } from '../../test-support/test-api.ts';
import { withinTime } from './body-time.ts';

const api = await TestApi.open();
after(api.close);
before(() => api.server.listen({ port: 0, host: '127.0.0.1' }));

async function send(text: string): Promise<{ status: number; headers: string; body: string }> {
  const { port } = api.server.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
  socket.write(text);
  let response = '';
  socket.setEncoding('utf8').on('data', (part: string) => (response += part));
  await once(socket, 'close');
  const [headers = '', body = ''] = response.split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers, body };
}

describe('an unreadable request', () => {
  for (const [what, text, status, code] of [
    [
      'headers of more than 16 KiB',
      `GET /api/sessions HTTP/1.1\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['another protocol', 'HELO mail.example.com\r\n\r\n', 400, 'request_malformed'],
    [
      'two lengths',
      'POST /api/events HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      'request_malformed',
    ],
  ] as const) {
    test(`is refused with the usual error document: ${what}`, async () => {
      const response = await send(text);
      assert.equal(response.status, status);
      const { errors, meta } = JSON.parse(response.body);
      assert.equal(errors[0].code, code);
      assert.match(meta.requestId, /^req_/);
      assert.match(response.headers, /x-content-type-options: nosniff/);
      assert.match(response.headers, /connection: close/);
    });
  }
});

describe('a body', () => {
  test('that has not arrived completely within half a minute is refused', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const body = new PassThrough();
    const timed = withinTime(body);
    const failed = once(timed, 'error');
    body.write('{"data":');
    context.mock.timers.tick(30_000);
    const [error] = await failed;
    assert.equal(error.kind, 'too_slow');
  });

  test('of a request that was already refused times out silently', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const timed = withinTime(new PassThrough());
    context.mock.timers.tick(30_000);
    await new Promise((resolve) => timed.once('close', resolve));
  });

  test('that arrives is passed on unchanged, and one whose sender disconnects ends', async () => {
    const body = new PassThrough();
    const timed = withinTime(body);
    body.end('{}');
    assert.equal((await timed.toArray()).join(''), '{}');
    const left = new PassThrough();
    const ended = withinTime(left);
    left.destroy();
    assert.deepEqual(await ended.toArray(), []);
  });
});
