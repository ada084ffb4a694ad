import { startProduct, type Product } from '../../e2e/support/product.ts';
import { startSourceDatabase, type SourceDatabase } from '../../e2e/support/source-database.ts';
import { Client } from '../support/client.ts';
import { EventLoop, type Lap } from '../support/event-loop.ts';
import { hostileRequests, type HostileRequest } from '../support/hostile-requests.ts';
import { endedRun, selectTable, type SelectedTable } from '../support/selected-table.ts';
import { percentile } from '../support/statistics.ts';

const GOAL_MS = 50;
const ROUNDS = 10;
const MIXED_MS = 15_000;
const READERS = 10;
const STREAMS = 100;
/** The maximum that a connection may have. */
const TABLES = 1_000;
const COLUMNS = 20;

/**
 * Measures how long one request can block all others: the longest block of the event loop under each hostile
 * request alone, then under all of them together while people read tables and a hundred streams are open.
 */
export async function bench(): Promise<void> {
  const loop = new EventLoop();
  const source = await startSourceDatabase();
  const product = await startProduct({ env: loop.env });
  try {
    await makeTables(source);
    const client = await Client.signUp(product.address);
    const selected = await selectTable(client, source, 'wide_0');
    await endedRun(client, selected.runs);
    const requests = hostileRequests(selected, TABLES);
    const warmUp = () => Promise.all(requests.map((request) => client.raw(request)));
    await warmUp();
    await loop.lap(product.pid);
    for (const request of requests) await measure(request, client, product, loop);
    await saveSelection(client, product, loop, selected);
    await mixed(requests, client, product, loop, selected);
  } finally {
    await product.stop();
    await source.stop();
  }
}

async function makeTables(source: SourceDatabase): Promise<void> {
  const columns = Array.from({ length: COLUMNS }, (_, at) => `column_number_${at} text`).join();
  for (let at = 0; at < TABLES; at += 1)
    await source.query(`create table wide_${at} (id integer primary key, ${columns})`);
  await source.query(`insert into wide_0 select at from generate_series(1, 10000) at`);
}

async function measure(
  request: HostileRequest,
  client: Client,
  { pid }: Product,
  loop: EventLoop,
): Promise<void> {
  const statuses = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) statuses.add((await client.raw(request)).status);
  report(`${request.name}: ${[...statuses].join()}`, await loop.lap(pid));
}

/** Saves the largest selection that a connection may have, which is not an attack. */
async function saveSelection(
  client: Client,
  { pid }: Product,
  loop: EventLoop,
  { organizationId, sourceConnectionId }: SelectedTable,
): Promise<void> {
  const path = `organizations/${organizationId}/source-connections/${sourceConnectionId}`;
  const add = Array.from({ length: TABLES }, (_, at) => `wide_${at}`);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { attributes } = await client.get<{ version: number }>(path);
    await client.patch(`${path}/selection`, 'selections', { add }, attributes.version);
  }
  report(`saving a selection of ${TABLES} tables`, await loop.lap(pid));
}

function report(name: string, { cpu, wall }: Lap): void {
  const verdict = cpu <= GOAL_MS ? 'within the goal' : 'MISSED';
  console.log(
    `${name}: longest block ${cpu.toFixed(1)} ms of CPU (goal ≤ ${GOAL_MS}), ${wall.toFixed(1)} ms in total: ${verdict}`,
  );
}

async function mixed(
  requests: readonly HostileRequest[],
  client: Client,
  product: Product,
  loop: EventLoop,
  { organizationId, sourceConnectionId }: SelectedTable,
): Promise<void> {
  const watchers = await openStreams(product.address);
  const ends = Date.now() + MIXED_MS;
  const path = `organizations/${organizationId}/source-connections/${sourceConnectionId}/tables/wide_0/rows?page[size]=100`;
  const times: number[] = [];
  const read = async () => {
    while (Date.now() < ends) {
      const start = performance.now();
      await client.raw({ method: 'GET', path });
      times.push(performance.now() - start);
    }
  };
  const attack = async () => {
    while (Date.now() < ends) for (const request of requests) await client.raw(request);
  };
  await Promise.all([...Array.from({ length: READERS }, read), attack(), attack()]);
  const pages = `${times.length} pages, p50 ${percentile(times, 50).toFixed(0)} ms, p99 ${percentile(times, 99).toFixed(0)} ms`;
  report(`all at once, ${STREAMS} streams, ${READERS} readers (${pages})`, await loop.lap(product.pid));
  for (const watcher of watchers) watcher.abort();
}

/** Opens as many streams as ten users may have. */
async function openStreams(address: string): Promise<AbortController[]> {
  const watchers: AbortController[] = [];
  for (let user = 0; user < STREAMS / 10; user += 1) {
    const client = await Client.signUp(address);
    const { id } = await client.post('organizations', 'organizations', { name: 'Watched' });
    for (let stream = 0; stream < 10; stream += 1) watchers.push(await client.watchEvents(id));
  }
  return watchers;
}
