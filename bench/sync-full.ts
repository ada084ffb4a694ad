import { parseArgs } from 'node:util';
import { startProduct } from '../e2e/support/product.ts';
import { startSourceDatabase } from '../e2e/support/source-database.ts';
import { Client } from './support/client.ts';
import { fillMixedTable, MIXED_TABLE } from './support/mixed-table.ts';
import { PeakMemory, shortCommand } from './support/peak-memory.ts';
import { endedRun, selectTable } from './support/selected-table.ts';
import { median, milliseconds } from './support/statistics.ts';

const ROUNDS = 3;

const FORMATS = ['csv', 'binary'] as const;
type Format = (typeof FORMATS)[number];
/** The least part of the source's speed with each format that a sync should reach. */
const GOALS: Record<Format, number> = { csv: 0.9, binary: 0.5 };

/**
 * Measures rows per second from PostgreSQL to a committed table, and compares it with the source's own limit: COPY as
 * text and in its binary format, discarded on arrival. `--rows 20000000` runs the large size. Rounds alternate, so that
 * noise affects all.
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
  const copies: Record<Format, number[]> = { csv: [], binary: [] };
  const syncs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const format of FORMATS) {
      const copy = `copy ${MIXED_TABLE} to stdout (format ${format})`;
      copies[format].push(rows / ((await milliseconds(() => source.query(copy))) / 1000));
    }
    syncs.push(rows / (await syncSeconds(client, runs, rows)));
  }
  memory.stop();
  print(copies, syncs, memory, rows);
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

function print(
  copies: Record<Format, readonly number[]>,
  syncs: readonly number[],
  memory: PeakMemory,
  rows: number,
): void {
  const thousands = (value: number) => `${Math.round(value / 1000)}k`;
  const line = (what: string, figures: string) => console.log(what.padEnd(41) + figures);
  const all = (values: readonly number[]) =>
    `${thousands(median(values))} rows/s (${values.map(thousands).join(', ')})`;
  for (const format of FORMATS) line(`COPY TO STDOUT (format ${format}), drained`, all(copies[format]));
  line('sync to a committed table', all(syncs));
  for (const format of FORMATS) {
    const ratio = median(syncs) / median(copies[format]);
    line(`ratio to ${format}`, `${ratio.toFixed(2)} (goal ≥ ${GOALS[format]})`);
  }
  const seconds = memory.cpuSecondsOf('processes/sync/').map((cpu) => cpu / (rows / 1e6));
  line('CPU of the sync process per 1 M rows', `${median(seconds).toFixed(2)} s (goal ≤ 2.4)`);
  for (const { command, peak } of memory.workers()) {
    console.log(`peak resident                          ${Math.round(peak)} MB  ${shortCommand(command)}`);
  }
}
