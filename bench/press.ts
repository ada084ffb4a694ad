import type { ReportContent } from '@headwater/shared/contract';
import { startProduct } from '../e2e/support/product.ts';
import { Client } from './support/client.ts';
import { newWorkspace } from './support/selected-table.ts';
import { median, milliseconds, percentile } from './support/statistics.ts';

const ROUNDS = 20;
const CARDS = 12;

/**
 * Saves a card with two years of weeks in several series as a picture, and a report of twelve such cards as a document,
 * through the API, from the request to the last byte. What the cards show is known by then, and the process that draws
 * runs already.
 */
export async function bench(): Promise<void> {
  const product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
  const client = await Client.signUp(product.address);
  const workspace = `organizations/${await newWorkspace(client)}`;
  const { id: source } = await client.post(`${workspace}/sample-data`, 'sample_data', {});
  await client.watch<{ version: number | null }>(
    `${workspace}/source-connections/${source}/tables/orders`,
    ({ version }) => version !== null,
  );
  const orders = await client.get(`${workspace}/source-connections/${source}/tables/orders`);
  const content = contentOf({ id: orders.id, name: 'orders' });
  const { id } = await client.post(`${workspace}/reports`, 'reports', { name: 'Revenue', content });
  const report = `${workspace}/reports/${id}`;
  await measured('PNG of a card', 'at most 50 ms', () => client.download(`${report}/cards/c0/picture.png`));
  await measured(`PDF of ${CARDS} cards`, 'at most 1 s', () => client.download(`${report}/report.pdf`));
  await product.stop();
}

async function measured(name: string, goal: string, work: () => Promise<void>): Promise<void> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await milliseconds(work));
  const [middle, p95] = [median(times), percentile(times, 95)].map((time) => `${Math.round(time)} ms`);
  console.log(`press: ${name}: ${middle}, p95 ${p95} (goal: ${goal})`);
}

const contentOf = (table: { id: string; name: string }): ReportContent => ({
  cards: Array.from({ length: CARDS }, (_, at) => ({
    ...{ kind: 'query', id: `c${at}`, title: 'Orders by week and status', table, mark: 'line' },
    layout: { x: (at % 2) * 6, y: Math.floor(at / 2) * 6, w: 6, h: 6 },
    query: {
      breakouts: [
        { as: 'week', column: 'placed_at', grain: 'week' },
        { as: 'status', column: 'status', top: { n: 4 } },
      ],
      measures: [{ as: 'orders', agg: 'count' }],
    },
  })),
  filters: [],
});
