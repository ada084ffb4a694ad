import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../../e2e/support/product.ts';
import { until } from '../../e2e/support/until.ts';
import { Client } from '../support/client.ts';
import { EventLoop } from '../support/event-loop.ts';

const VISITS = 10_000;
const USERS = 20;
/** In total. Each user may have ten streams. */
const AT_ONCE = 100;
/** The latest time of leaving, by which the stream has started. */
const STAYS_MS = 60;

/**
 * Opens event streams whose readers leave at any time: with half the request sent, during authorization,
 * while the stream starts, and once it has started. Afterward, nothing of them may be left.
 */
export async function bench(): Promise<void> {
  const loop = new EventLoop();
  const product = await startProduct({ env: loop.env });
  try {
    const watchers = await Promise.all(Array.from({ length: USERS }, () => signUp(product.address)));
    const held = () => readdirSync(`/proc/${product.pid}/fd`).length;
    await visitAll(product.port, watchers, AT_ONCE);
    await pause(2_000);
    const before = { descriptors: held(), timers: (await loop.lap(product.pid)).timers };
    await visitAll(product.port, watchers, VISITS);
    await until('connections are closed', () => held() <= before.descriptors + 5);
    const after = { descriptors: held(), timers: (await loop.lap(product.pid)).timers };
    const open = await Promise.all(
      watchers.flatMap(({ client, id }) => Array.from({ length: 10 }, () => client.watchEvents(id))),
    );
    for (const stream of open) stream.abort();
    console.log(
      `${VISITS} visits: descriptors ${before.descriptors} before, ${after.descriptors} after; timers ${before.timers} before, ${after.timers} after; each of ${USERS} users could open 10 streams again`,
    );
  } finally {
    await product.stop();
  }
}

interface Watcher {
  readonly client: Client;
  readonly id: string;
}

async function signUp(address: string): Promise<Watcher> {
  const client = await Client.signUp(address);
  const { id } = await client.post('organizations', 'organizations', { name: 'Watched' });
  return { client, id };
}

async function visitAll(port: number, watchers: readonly Watcher[], count: number): Promise<void> {
  let started = 0;
  const visitor = async (at: number) => {
    while (started < count) {
      started += 1;
      await visit(port, watchers[at % watchers.length]!, Math.random());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => visitor(at)));
}

/** Leaves after `share` of the time. Before a tenth of it, the request isn't complete. */
async function visit(port: number, { client, id }: Watcher, share: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
  const head = `GET /api/organizations/${id}/event-stream HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: ${client.cookie}\r\n`;
  socket.resume().write(share < 0.1 ? head : `${head}\r\n`);
  await pause(share * STAYS_MS);
  socket.destroy();
}
