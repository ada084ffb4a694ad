import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { Egress } from '@headwater/base/egress';
import { callWebhook, newWebhookSecret } from './webhook.ts';

const servers: Server[] = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

const allowed = new Egress({ loopbackOnly: true, allowedNetworks: [], ownPorts: [] });
const call = (url: string, { egress = allowed, milliseconds = 5_000 } = {}) =>
  callWebhook(egress, { id: 'ntd_one', url, secret: newWebhookSecret(), body: '{}', milliseconds });

describe('a webhook call', () => {
  test('is signed so that a receiver of the Standard Webhooks specification accepts it', async () => {
    const secret = newWebhookSecret();
    const { promise: seen, resolve } = Promise.withResolvers<{
      headers: Record<string, unknown>;
      text: string;
    }>();
    const url = await receiver((request, response) => {
      void textOf(request).then((text) => resolve({ headers: request.headers, text }));
      response.writeHead(204).end();
    });
    const body = JSON.stringify({ text: 'Ä “quoted”' });
    const answer = await callWebhook(allowed, { id: 'ntd_one', url, secret, body, milliseconds: 5_000 });
    assert.deepEqual(answer, { status: 204, fault: null });
    const { headers, text } = await seen;
    assert.equal(text, body);
    const time = Number(headers['webhook-timestamp']);
    assert.ok(Math.abs(Date.now() / 1000 - time) < 60);
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(`ntd_one.${time}.${body}`).digest('base64');
    assert.equal(headers['webhook-signature'], `v1,${signature}`);
    assert.equal(headers['webhook-id'], 'ntd_one');
  });

  test('follows no redirect', async () => {
    let followed = 0;
    const target = await receiver((_request, response) => {
      followed += 1;
      response.end();
    });
    const url = await receiver((_request, response) => response.writeHead(307, { location: target }).end());
    assert.deepEqual(await call(url), { status: 307, fault: 'redirected' });
    assert.equal(followed, 0);
  });

  test('gives up on a receiver that hangs, and reads no endless response', async () => {
    const silent = await receiver(() => undefined);
    assert.deepEqual(await call(silent, { milliseconds: 100 }), { status: null, fault: 'timed_out' });
    const endless = await receiver((_request, response) => {
      response.writeHead(200).write('x'.repeat(100_000));
    });
    assert.deepEqual(await call(endless), { status: 200, fault: null });
  });

  test('says why it failed', async () => {
    const failing = await receiver((_request, response) => response.writeHead(500).end());
    assert.deepEqual(await call(failing), { status: 500, fault: 'rejected' });
    assert.deepEqual(await call('http://127.0.0.1:9/'), { status: null, fault: 'connection_refused' });
    assert.deepEqual(await call(failing.replace('http:', 'https:')), { status: null, fault: 'tls' });
    const denied = new Egress({ loopbackOnly: false, allowedNetworks: [], ownPorts: [] });
    assert.deepEqual(await call(failing, { egress: denied }), { status: null, fault: 'address_denied' });
    assert.deepEqual(await call('https://nowhere.invalid/'), { status: null, fault: 'host_not_found' });
  });
});
