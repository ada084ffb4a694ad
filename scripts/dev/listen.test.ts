import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fastify, type FastifyInstance } from 'fastify';
import { StartError } from '@headwater/shared/contract';
import { listen } from './listen.ts';

function newServer(t: TestContext): FastifyInstance {
  const server = fastify();
  t.after(() => server.close());
  return server as unknown as FastifyInstance;
}

test('without a requested port, the next free one is used', async (t) => {
  const first = await listen(newServer(t), undefined);
  const server = newServer(t);
  server.get('/', async () => 'second');
  const second = await listen(server, undefined);
  assert.ok(second > first);
  assert.equal(await (await fetch(`http://localhost:${second}`)).text(), 'second');
});

test('a requested port that is taken is reported', async (t) => {
  const taken = await listen(newServer(t), undefined);
  await assert.rejects(
    listen(newServer(t), taken),
    (error) => error instanceof StartError && error.message.includes(String(taken)),
  );
});
