import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { fastify, type FastifyInstance } from 'fastify';
import { moduleOf } from '../../test-support/module-of.ts';
import { TestApi } from '../../test-support/test-api.ts';
import { testConfig } from '../../test-support/test-ground.ts';
import { modules } from '../modules.ts';
import { anonymous } from './access.ts';
import { defineRoute } from './define-route.ts';
import { sendError } from './error-handler.ts';
import { stopGracefully } from './graceful-stop.ts';
import { serverOptions } from './server-options.ts';

/** Opens the product with an additional route, which doesn't respond until `finish` is called. */
async function openSlowApi() {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const slow = defineRoute({
    method: 'GET',
    path: '/slow',
    summary: 'Takes its time.',
    access: anonymous(),
    responses: { 200: Type.Object({ data: Type.String() }) },
    handler: async () => {
      start();
      await finished;
      return { data: 'done' };
    },
  });
  const api = await TestApi.open({ parts: [...modules, moduleOf(slow)] });
  await api.server.listen({ port: 0, host: '127.0.0.1' });
  return { api, started, finish };
}

async function request(server: FastifyInstance, path: string, cookie = ''): Promise<IncomingMessage> {
  const { port } = server.server.address() as AddressInfo;
  const sent = get({ port, host: '127.0.0.1', path: `/api${path}`, headers: { cookie }, agent: false });
  const [response] = await once(sent, 'response');
  return response;
}

const textOf = async (response: IncomingMessage) => (await response.toArray()).join('');

describe('a server that is stopping', () => {
  test('finishes requests in flight and ends event streams at once', async () => {
    const { api, started, finish } = await openSlowApi();
    const { id, admin } = await api.workspace();
    const stream = await request(api.server, `/organizations/${id}/event-stream`, admin.cookie);
    const slow = request(api.server, '/slow');
    await started;
    const closed = api.close();
    await textOf(stream);
    finish();
    const response = await slow;
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers.connection, 'close');
    assert.equal(await textOf(response), '{"data":"done"}');
    await closed;
  });

  test('asks new callers to retry', async () => {
    const config = testConfig('/nowhere');
    const server = fastify(serverOptions(config));
    server.setErrorHandler(sendError);
    server.get('/api/x', async () => 'x');
    stopGracefully(server, () => undefined);
    const { promise: answered, resolve: answer } = Promise.withResolvers<IncomingMessage>();
    // Runs after the hook above, while the server is still listening.
    server.addHook('preClose', async () => answer(await request(server, '/x')));
    await server.listen({ port: 0, host: '127.0.0.1' });
    const closed = server.close();
    const response = await answered;
    assert.equal(response.statusCode, 503);
    assert.equal(response.headers['retry-after'], '5');
    assert.equal(response.headers.connection, 'close');
    assert.match(await textOf(response), /"code":"unavailable"/);
    await closed;
  });

  test('waits for no one longer than ten seconds', async (context) => {
    const { api, started, finish } = await openSlowApi();
    const slow = request(api.server, '/slow');
    await started;
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const closed = api.close();
    const broken = assert.rejects(slow, { code: 'ECONNRESET' });
    // Its hooks run in turns of the event loop.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    context.mock.timers.tick(9_999);
    context.mock.timers.tick(1);
    await broken;
    context.mock.timers.reset();
    finish();
    await closed;
  });
});
