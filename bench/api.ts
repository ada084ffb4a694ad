import { startProduct } from '../e2e/support/product.ts';
import { Client } from './support/client.ts';
import { newWorkspace } from './support/selected-table.ts';
import { median, milliseconds, percentile } from './support/statistics.ts';

const ROUNDS = 7;
const REQUESTS = 2_000;
const CONCURRENT = 10;
/** Connections in the list. */
const CONNECTIONS = 20;
const GOAL = 0.1;

interface Figures {
  perSecond: number;
  p99: number;
}

/**
 * Measures how many lists of connections a signed-in member gets per second, beside a route of the same server that is
 * about nobody and only asks its store whether it's there. Ten clients, in turns.
 */
export async function bench(): Promise<void> {
  const product = await startProduct({ env: { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '100000' } });
  try {
    const client = await Client.signUp(product.address);
    const list = `organizations/${await newWorkspace(client)}/source-connections`;
    for (let number = 1; number <= CONNECTIONS; number += 1) {
      const attributes = {
        name: `Shop ${number}`,
        connector: 'sample_shop',
        configuration: { seed: number },
      };
      await client.post(list, 'source_connections', attributes);
    }
    const paths = { 'a list of 20 connections': list, 'the empty route': 'health' };
    const figures = new Map<string, Figures[]>(Object.keys(paths).map((name) => [name, []]));
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [name, path] of Object.entries(paths)) {
        const measured = await requested(client, path);
        if (round > 0) figures.get(name)!.push(measured); // The first round warms up.
      }
    }
    for (const [name, rounds] of figures) {
      const [perSecond, p99] = (['perSecond', 'p99'] as const).map((key) =>
        median(rounds.map((each) => each[key])),
      );
      console.log(`${name.padEnd(26)} ${perSecond!.toFixed(0)} per second, p99 ${p99!.toFixed(1)} ms`);
    }
    const [listed = [], empty = []] = [...figures.values()];
    const ratios = listed.map(({ perSecond }, round) => perSecond / empty[round]!.perSecond);
    console.log(`ratio ${median(ratios).toFixed(2)} (goal ≥ ${GOAL})`);
  } finally {
    await product.stop();
  }
}

async function requested(client: Client, path: string): Promise<Figures> {
  const times: number[] = [];
  let left = REQUESTS;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      times.push(await milliseconds(() => client.text(path)));
    }
  };
  const took = await milliseconds(() => Promise.all(Array.from({ length: CONCURRENT }, one)));
  return { perSecond: (REQUESTS / took) * 1_000, p99: percentile(times, 99) };
}
