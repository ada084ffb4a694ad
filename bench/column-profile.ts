import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import type { TableProfileAttributes } from '@headwater/shared/contract';
import { startProduct } from '../e2e/support/product.ts';
import { startSourceDatabase } from '../e2e/support/source-database.ts';
import { Client } from './support/client.ts';
import { fillMixedTable, MIXED_TABLE } from './support/mixed-table.ts';
import { PeakMemory } from './support/peak-memory.ts';
import { endedRun, selectTable } from './support/selected-table.ts';
import { median } from './support/statistics.ts';

const ROUNDS = 3;
/** Longer than the time between two looks at the processes. */
const LOOK_MS = 500;

/**
 * Lets the product profile a table of 12 columns after each sync, and has the engine summarize the same file in one
 * thread, as the product uses one. `--rows` chooses another size.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { rows: { type: 'string', default: '10000000' } },
  });
  const rows = Number(values.rows);
  const source = await startSourceDatabase();
  console.log(`filling the source with ${rows.toLocaleString('en')} rows of 12 columns`);
  await fillMixedTable(source, rows);
  const product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
  const client = await Client.signUp(product.address);
  const table = await selectTable(client, source, MIXED_TABLE);
  const memory = new PeakMemory(product.pid, product.data);
  // Nothing else is read meanwhile.
  const profiling = () => memory.cpuSecondsOf('processes/query/').reduce((sum, cpu) => sum + cpu, 0);
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const before = profiling();
    await endedRun(client, table.runs);
    await profiled(client, `${table.connection}/tables/${MIXED_TABLE}/profile`, round);
    await pause(LOOK_MS);
    const profile = profiling() - before;
    const summary = await summarize(newestFile(product.data));
    ratios.push(profile / summary);
    console.log(`profile: CPU ${profile.toFixed(1)} s   SUMMARIZE: CPU ${summary.toFixed(1)} s`);
  }
  memory.stop();
  console.log(`ratio ${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`);
  for (const { command, peak } of memory.workers())
    if (command.includes('processes/query/')) console.log(`peak resident ${Math.round(peak)} MB`);
  await product.stop();
  await source.stop();
}

async function profiled(client: Client, url: string, version: number): Promise<void> {
  for (;;) {
    const { attributes } = await client.get<TableProfileAttributes>(url);
    if (attributes.version === version && attributes.state === 'complete') return;
    if (attributes.state === 'failed') throw new Error(`The profile failed: ${attributes.fault}`);
    await pause(LOOK_MS);
  }
}

function newestFile(data: string): string {
  const tokenOf = (name: string) => Number(/v-(\d+)\.duckdb$/.exec(name)?.[1]);
  const [name] = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((each) => tokenOf(each) > 0)
    .sort((one, other) => tokenOf(other) - tokenOf(one));
  return path.join(data, name!);
}

async function summarize(file: string): Promise<number> {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY', threads: '1' });
  const connection = await instance.connect();
  const before = process.cpuUsage();
  await connection.runAndReadAll('summarize data');
  const { user, system } = process.cpuUsage(before);
  connection.closeSync();
  instance.closeSync();
  return (user + system) / 1e6;
}
