import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startProduct } from '../e2e/support/product.ts';
import { startSourceDatabase } from '../e2e/support/source-database.ts';
import { Client } from './support/client.ts';
import { fillMixedTable, MIXED_TABLE } from './support/mixed-table.ts';
import { endedRun, selectTable } from './support/selected-table.ts';
import { median, milliseconds, percentile } from './support/statistics.ts';
import { requestsDuring } from './support/steady-requests.ts';

const ROUNDS = 5;
/** A request is sent so often, in ms, whether the one before has returned or not. */
const EVERY = 20;
/** Other connections in the list. */
const OTHERS = 20;
const GOAL = 3;

interface Figures {
  p50: number;
  p99: number;
}

/**
 * Measures how long lists take while a table is synced in full, compared with a quiet product. In each round, the same
 * requests are sent for as long as the sync takes, once with it and once without it. The source runs on the same
 * machine.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { rows: { type: 'string', default: '2000000' } },
  });
  const source = await startSourceDatabase();
  await fillMixedTable(source, Number(values.rows));
  const product = await startProduct({ env: { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '10000' } });
  const client = await Client.signUp(product.address);
  const { organizationId, runs } = await selectTable(client, source, MIXED_TABLE);
  const connections = `organizations/${organizationId}/source-connections`;
  for (let number = 1; number <= OTHERS; number += 1) {
    const configuration = { seed: number };
    const attributes = { name: `Shop ${number}`, connector: 'sample_shop', configuration };
    await client.post(connections, 'source_connections', attributes);
  }
  const lists = [connections, runs];
  await endedRun(client, runs); // Processes and plans are warm afterwards.
  const quiet: Figures[] = [];
  const noisy: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let sync = 0;
    const work = async () => {
      sync = await milliseconds(() => endedRun(client, runs));
    };
    noisy.push(await during(client, lists, work));
    quiet.push(await during(client, lists, () => pause(sync)));
  }
  print(quiet, noisy);
  await product.stop();
  await source.stop();
}

/** Requests the lists in turns until the work is done. */
async function during(client: Client, lists: readonly string[], work: () => Promise<void>): Promise<Figures> {
  const send = (number: number) => client.text(lists[number % lists.length]!);
  const { times, faults } = await requestsDuring(EVERY, send, work);
  if (faults.length > 0) throw new Error(faults[0]);
  return { p50: percentile(times, 50), p99: percentile(times, 99) };
}

function print(quiet: readonly Figures[], noisy: readonly Figures[]): void {
  const line = (what: string, values: readonly number[]) => {
    const all = values.map((value) => value.toFixed(1)).join(', ');
    console.log(`${what.padEnd(20)} ${median(values).toFixed(1)} ms (${all})`);
  };
  for (const figure of ['p50', 'p99'] as const) {
    line(`${figure}, quiet`, figuresOf(quiet, figure));
    line(`${figure}, during a sync`, figuresOf(noisy, figure));
  }
  const ratio = median(figuresOf(noisy, 'p99')) / median(figuresOf(quiet, 'p99'));
  console.log(`${'ratio of the p99'.padEnd(20)} ${ratio.toFixed(2)} (goal ≤ ${GOAL})`);
}

const figuresOf = (rounds: readonly Figures[], figure: keyof Figures) => rounds.map((each) => each[figure]);
