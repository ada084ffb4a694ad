import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ServerEvent } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { EventBus } from '../../../platform/events/event-bus.ts';

const api = await TestApi.open();
after(api.close);
before(() => api.server.listen({ port: 0, host: '127.0.0.1' }));

const event = (id: string): ServerEvent => ({ type: 'sync_runs', id, sourceConnectionId: null });

/** A browser's end of the stream, with everything received so far. */
class Watcher {
  readonly response: IncomingMessage;
  seen = '';

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8').on('data', (text: string) => (this.seen += text));
  }

  static async open(workspaceId: string, { cookie }: Client, query = ''): Promise<Watcher> {
    const { port } = api.server.server.address() as AddressInfo;
    const path = `/api/organizations/${workspaceId}/event-stream${query}`;
    const [response] = await once(get({ port, host: '127.0.0.1', path, headers: { cookie } }), 'response');
    return new Watcher(response);
  }

  /** Waits until `text` has been received. */
  async until(text: string): Promise<string> {
    while (!this.seen.includes(text)) await once(this.response, 'data');
    return this.seen;
  }

  /** Waits until the server has ended the stream. */
  async ended(): Promise<string> {
    if (!this.response.readableEnded) await once(this.response, 'end');
    return this.seen;
  }

  leave(): void {
    this.response.destroy();
  }
}

const usersWatching = async () => api.services.openStreams.users;

/**
 * Requests the stream and disconnects after a number of event loop turns. The first visits don't even
 * complete the request.
 */
async function visit(workspaceId: string, { cookie }: Client, moments: number): Promise<void> {
  const { port } = api.server.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
  await once(socket, 'connect');
  const head = `GET /api/organizations/${workspaceId}/event-stream HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n`;
  socket.write(moments < 10 ? head : `${head}\r\n`);
  for (let turn = 0; turn < moments / 5; turn += 1) await setImmediate();
  socket.destroy();
}

describe('the event stream', () => {
  test('is served with headers that keep proxies from buffering it', async () => {
    const { id, admin } = await api.workspace();
    const stream = await Watcher.open(id, admin);
    assert.equal(stream.response.statusCode, 200);
    assert.equal(stream.response.headers['content-type'], 'text/event-stream');
    assert.equal(stream.response.headers['cache-control'], 'no-store, no-transform');
    assert.equal(stream.response.headers['x-accel-buffering'], 'no');
    assert.equal(stream.response.headers['x-content-type-options'], 'nosniff');
    stream.leave();
  });

  test('begins with what a tab has missed, and reports whether that is complete', async (context) => {
    // As if the server had been running for a while.
    const now = performance.now.bind(performance);
    context.mock.method(performance, 'now', () => now() + 10_000);
    const { id, admin } = await api.workspace();
    const first = await Watcher.open(id, admin);
    assert.match(await first.until('ready'), /event: ready\ndata: {"isComplete":false}\n\n/);
    api.services.events.publish(id, event('run_before'));
    await first.until('run_before');
    const all =
      'event: change\ndata: {"type":"sync_runs","id":"run_before","sourceConnectionId":null}\n\n' +
      'event: ready\ndata: {"isComplete":true}\n\n';
    const second = await Watcher.open(id, admin, '?within=1');
    assert.ok((await second.until('ready')).includes(all));
    const late = await Watcher.open(id, admin, '?within=3600000');
    assert.match(await late.until('ready'), /"isComplete":false/);
    for (const stream of [first, second, late]) stream.leave();
  });

  test('beats, so that a tab knows up to when it has heard everything', async (context) => {
    const { id, admin } = await api.workspace();
    context.mock.timers.enable({ apis: ['setInterval'] });
    const stream = await Watcher.open(id, admin);
    await stream.until('ready');
    context.mock.timers.tick(15_000);
    assert.match(await stream.until('beat'), /event: beat\ndata: {}\n\n/);
    stream.leave();
  });

  test('contains what happens in its workspace, from any process, and nothing from others', async () => {
    const [a, b] = [await api.workspace(), await api.workspace()];
    const stream = await Watcher.open(a.id, a.admin);
    const elsewhere = await EventBus.open(api.database, api.services.log);
    elsewhere.publish(b.id, event('run_of_b'));
    elsewhere.publish(a.id, event('run_first'));
    const seen = await stream.until('run_first');
    assert.match(
      seen,
      /event: change\ndata: {"type":"sync_runs","id":"run_first","sourceConnectionId":null}\n\n/,
    );
    api.services.events.publish(a.id, event('run_second'));
    assert.ok(!(await stream.until('run_second')).includes('run_of_b'));
    stream.leave();
    await elsewhere.close();
  });

  test('reports once what happens many times within a short time', async () => {
    const { id, admin } = await api.workspace();
    const stream = await Watcher.open(id, admin);
    for (let count = 0; count < 50; count += 1) api.services.events.publish(id, event('run_busy'));
    api.services.events.publish(id, event('run_last'));
    const seen = await stream.until('run_last');
    assert.equal(seen.match(/run_busy/g)?.length, 1);
    stream.leave();
  });

  test("contains a transaction's events if, and only if, it commits", async () => {
    const { id, admin } = await api.workspace();
    const stream = await Watcher.open(id, admin);
    const publish = (name: string, fails: boolean) =>
      workspaceTransaction(api.database, id, async (db) => {
        await api.services.events.publishIn(db, event(name));
        if (fails) throw new Error('rolled back');
      });
    await assert.rejects(publish('run_undone', true));
    await publish('run_done', false);
    assert.ok(!(await stream.until('run_done')).includes('run_undone'));
    stream.leave();
  });

  for (const [what, end] of [
    ['the session', (client: Client) => client.delete(`/sessions/${client.sessionId}`)],
    [
      'the membership',
      (client: Client) => api.sql('delete from memberships where user_id = $1', [client.userId]),
    ],
  ] as const) {
    test(`ends with ${what}, before anything more is sent`, async (context) => {
      const { id, member } = await api.workspace();
      const reader = await member('reader');
      const stream = await Watcher.open(id, reader);
      await end(reader);
      // As if the time for which a check is valid had passed.
      const now = Date.now();
      context.mock.method(Date, 'now', () => now + 5000);
      api.services.events.publish(id, event('run_secret'));
      assert.ok(!(await stream.ended()).includes('run_secret'));
    });
  }

  test('is limited to ten per user', async () => {
    const { id, admin, member } = await api.workspace();
    const streams = await Promise.all(Array.from({ length: 10 }, () => Watcher.open(id, admin)));
    const refused = await Watcher.open(id, admin);
    assert.equal(refused.response.statusCode, 429);
    assert.match(await refused.ended(), /"code":"too_many_streams"/);
    assert.ok(Number(refused.response.headers['retry-after']) > 0);
    const other = await Watcher.open(id, await member('reader'));
    assert.equal(other.response.statusCode, 200);
    for (const stream of [...streams, other]) stream.leave();
    await settled(usersWatching, (count) => count === 0);
    const again = await Watcher.open(id, admin);
    assert.equal(again.response.statusCode, 200);
    again.leave();
  });

  test('leaves nothing behind when readers disconnect, at whatever moment', async () => {
    const workspaces = await Promise.all(Array.from({ length: 10 }, () => api.workspace()));
    await settled(usersWatching, (count) => count === 0);
    const timers = async () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const sockets = () =>
      new Promise<number>((resolve) => api.server.server.getConnections((_error, count) => resolve(count)));
    const before = await timers();
    for (let round = 0; round < 50; round += 1) {
      // Later and later: during the request, during its authorization, while the stream
      // begins, and after that.
      await Promise.all(workspaces.map(({ id, admin }, at) => visit(id, admin, round * 10 + at)));
    }
    await settled(sockets, (count) => count === 0);
    await settled(usersWatching, (count) => count === 0);
    await settled(timers, (count) => count <= before);
    api.services.events.publish(workspaces[0]!.id, event('run_of_nobody'));
  });

  test('ends if the connection for events breaks, because something may have been missed', async () => {
    const { id, admin } = await api.workspace();
    const stream = await Watcher.open(id, admin);
    await api.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like '% events'`,
    );
    await stream.ended();
    const again = await Watcher.open(id, admin);
    api.services.events.publish(id, event('run_after'));
    await again.until('run_after');
    again.leave();
  });
});
