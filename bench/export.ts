import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import type { PreparedFormat, RowExportAttributes } from '@headwater/shared/contract';
import { startProduct, type Product } from '../e2e/support/product.ts';
import { newFolder } from '../e2e/support/scratch.ts';
import { Client, type Resource } from './support/client.ts';
import { writeMixedFile } from './support/mixed-file.ts';
import { PeakMemory } from './support/peak-memory.ts';
import { connectSource, endedRun, newWorkspace, select } from './support/selected-table.ts';
import { median } from './support/statistics.ts';

const ROUNDS = 3;
const TABLE = 'mixed';
const [FEW, MANY] = [200_000, 2_000_000];
/** About as many rows as fit into a sheet. */
const SHEET = 1_000_000;
const PROCESS = 'processes/export/';

interface Cost {
  seconds: number;
  cpu: number;
}

interface Written extends Cost {
  peak: number;
}

/**
 * Measures files of rows, from the request to their last byte, beside what the engine takes to copy the same rows into
 * a CSV file with one thread. The process that writes them has a low priority, so on a busy machine only its CPU time
 * can be compared. Also prints its peak memory, which should not grow with the rows.
 */
export async function bench(): Promise<void> {
  const file = join(newFolder('export'), `${TABLE}.csv`);
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const engine = await instance.connect();
  await writeMixedFile(engine, file, { rows: MANY, format: 'csv', isIrregular: false });
  await engine.run(`create table data as select * from read_csv('${file}')`);
  const product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
  const client = await Client.signUp(product.address);
  const workspace = await newWorkspace(client);
  const uploadId = await client.upload(workspace, file, `${TABLE}.csv`);
  const connected = await connectSource(client, workspace, 'csv', { files: [{ uploadId }] });
  await select(client, connected, TABLE);
  await endedRun(client, connected.runs);
  const table = `${connected.connection}/tables/${TABLE}`;
  const filterOf = (rows: number) => `id:less_or_equal:${rows}`;

  const copies: Cost[] = [];
  const lines: Written[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    const start = performance.now();
    await engine.run(`copy data to '${file}' (format csv, header)`);
    const { user, system } = process.cpuUsage(before);
    copies.push({ seconds: (performance.now() - start) / 1_000, cpu: (user + system) / 1e6 });
    lines.push(await written(product, () => client.download(`${table}/rows.csv`)));
  }
  rmSync(file);
  for (const unit of ['seconds', 'cpu'] as const) {
    const copy = median(copies.map((one) => one[unit]));
    const ours = median(lines.map((one) => one[unit]));
    console.log(
      `csv by ${unit.padEnd(8)} COPY ${copy.toFixed(1)} s, ours ${ours.toFixed(1)} s   ratio ${(copy / ours).toFixed(2)} (goal ≥ 0.4)`,
    );
  }
  const prepare = (format: PreparedFormat, rows: number) => async () => {
    const attributes = { format, version: 1, filter: filterOf(rows) };
    const { id } = await client.post(`${table}/row-exports`, 'row_exports', attributes);
    await prepared(client, workspace, id);
    await client.download(`organizations/${workspace}/row-exports/${id}/file`);
    await client.delete(`organizations/${workspace}/row-exports/${id}`);
  };
  const formats = [
    ['csv', MANY, (rows: number) => () => client.download(`${table}/rows.csv?filter=${filterOf(rows)}`)],
    ['xlsx', SHEET, (rows: number) => prepare('xlsx', rows)],
    ['parquet', MANY, (rows: number) => prepare('parquet', rows)],
  ] as const;
  for (const [format, rows, work] of formats) {
    const few = await written(product, work(FEW));
    const many = await written(product, work(rows));
    const rate = (unit: keyof Cost) => Math.round(rows / many[unit]).toLocaleString('en');
    const goal = format === 'xlsx' ? ' (goal ≥ 60,000)' : '';
    console.log(`${format.padEnd(8)} ${rate('seconds')} rows/s, ${rate('cpu')} by CPU${goal}`);
    console.log(
      `${''.padEnd(8)} peak resident ${few.peak.toFixed(0)} MB, with ${rows / FEW} times as many rows ${many.peak.toFixed(0)} MB   ratio ${(many.peak / few.peak).toFixed(2)} (goal ≤ 1.1)`,
    );
  }
  await product.stop();
}

/** What the process that writes a file costs. */
async function written(product: Product, work: () => Promise<unknown>): Promise<Written> {
  const memory = new PeakMemory(product.pid, product.data);
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1_000;
  memory.stop();
  const [cpu = Number.NaN] = memory.cpuSecondsOf(PROCESS);
  const peak = memory.workers().find(({ command }) => command.includes(PROCESS))?.peak ?? Number.NaN;
  return { seconds, cpu, peak };
}

async function prepared(client: Client, workspace: string, id: string): Promise<void> {
  for (;;) {
    const text = await client.text(`organizations/${workspace}/row-exports`);
    const { data } = JSON.parse(text) as { data: Resource<RowExportAttributes>[] };
    const found = data.find((one) => one.id === id)?.attributes;
    if (found?.state === 'ready') return;
    if (found?.state === 'failed') throw new Error(`The export failed: ${found.error?.detail}`);
    await pause(100);
  }
}
