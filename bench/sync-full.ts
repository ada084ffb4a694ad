import { parseArgs } from 'node:util';
import { startProduct } from '../e2e/support/product.ts';
import { startSourceDatabase } from '../e2e/support/source-database.ts';
import { Client } from './support/client.ts';
import { fillMixedTable, MIXED_TABLE } from './support/mixed-table.ts';
import { PeakMemory } from './support/peak-memory.ts';
import { endedRun, selectTable } from './support/selected-table.ts';
import { median, milliseconds } from './support/statistics.ts';

const ROUNDS = 3;

/**
 * Measures rows per second from PostgreSQL to a committed table, and compares it with the source's own limit:
 * the same COPY, discarded on arrival. `--rows 20000000` runs the large size. Rounds alternate, so that noise
 * affects both.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { rows: { type: 'string', default: '2000000' } },
  });
  const rows = Number(values.rows);
  const source = await startSourceDatabase();
  console.log(`filling the source with ${rows.toLocaleString('en')} rows of 12 columns`);
  await fillMixedTable(source, rows);
  const product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
  const client = await Client.signUp(product.address);
  const { runs } = await selectTable(client, source, MIXED_TABLE);

  const memory = new PeakMemory(product.pid, product.data);
  const copies: number[] = [];
  const syncs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    copies.push(
      rows / ((await milliseconds(() => source.query(`copy ${MIXED_TABLE} to stdout (format csv)`))) / 1000),
    );
    syncs.push(rows / (await syncSeconds(client, runs, rows)));
  }
  memory.stop();
  print(copies, syncs, memory);
  await product.stop();
  await source.stop();
}

async function syncSeconds(client: Client, runs: string, rows: number): Promise<number> {
  const run = await endedRun(client, runs);
  const { state, rowsLoaded, startedAt, endedAt, failure } = run;
  if (state !== 'succeeded' || rowsLoaded !== rows) {
    throw new Error(
      `The run ended as ${state} with ${rowsLoaded} rows: ${failure?.message ?? ''} ${failure?.internalMessage ?? ''}`,
    );
  }
  return (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1000;
}

function print(copies: readonly number[], syncs: readonly number[], memory: PeakMemory): void {
  const thousands = (value: number) => `${Math.round(value / 1000)}k`;
  const [limit, speed] = [median(copies), median(syncs)];
  console.log(
    `COPY TO STDOUT (format csv), drained   ${thousands(limit)} rows/s (${copies.map(thousands).join(', ')})`,
  );
  console.log(
    `sync to a committed table              ${thousands(speed)} rows/s (${syncs.map(thousands).join(', ')})`,
  );
  console.log(`ratio                                  ${(speed / limit).toFixed(2)}`);
  for (const { command, peak } of memory.workers()) {
    console.log(
      `peak resident                          ${Math.round(peak)} MB  ${command.replace(/\S*\/(?=[^/\s]+)/g, '').slice(0, 60)}`,
    );
  }
}
