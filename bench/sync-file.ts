import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { startProduct } from '../e2e/support/product.ts';
import { newFolder } from '../e2e/support/scratch.ts';
import { Client } from './support/client.ts';
import { writeMixedFile, type FileFormat } from './support/mixed-file.ts';
import { PeakMemory, shortCommand } from './support/peak-memory.ts';
import { connectSource, endedRun, newWorkspace, select } from './support/selected-table.ts';
import { median } from './support/statistics.ts';

const ROUNDS = 3;
const TABLE = 'mixed';

/** How the engine reads a file of each format by itself. */
const READERS: Record<FileFormat, string> = { csv: 'read_csv', jsonl: 'read_json', parquet: 'read_parquet' };

const STEPS = ['the engine into a file', 'upload', 'discovery', 'sync'] as const;
type Step = (typeof STEPS)[number];

interface Cost {
  seconds: number;
  cpu: number;
}

/**
 * Measures a file on its way into a table: upload, discovery, which looks at every value, and sync. Compares the sum
 * with the engine's own way to load the file into a table on disk, which looks at a sample. `--rows` chooses another
 * size, `--format` JSON Lines or Parquet instead of CSV, and `--irregular` a CSV file with decimal commas, which the
 * engine can't read by itself.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      rows: { type: 'string', default: '2900000' },
      irregular: { type: 'boolean', default: false },
      format: { type: 'string', default: 'csv' },
    },
  });
  const rows = Number(values.rows);
  const folder = newFolder('files');
  if (!(values.format in READERS)) throw new Error(`--format is one of ${Object.keys(READERS).join(', ')}`);
  const format = values.format as FileFormat;
  const fileName = `${TABLE}.${format}`;
  const file = join(folder, fileName);
  const writer = await (await DuckDBInstance.create(':memory:')).connect();
  await writeMixedFile(writer, file, { rows, format, isIrregular: values.irregular });
  console.log(`a file of ${Math.round(statSync(file).size / 1e6)} MB, ${rows.toLocaleString('en')} rows`);
  const product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
  const client = await Client.signUp(product.address);
  const memory = new PeakMemory(product.pid, product.data);
  const ownCpu = () => (({ user, system }) => (user + system) / 1e6)(process.cpuUsage());
  const costs: Record<Step, Cost[]> = { 'the engine into a file': [], upload: [], discovery: [], sync: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const measure = async <T>(step: Step, cpu: () => number, work: () => Promise<T>): Promise<T> => {
      const [start, before] = [performance.now(), cpu()];
      const result = await work();
      costs[step].push({ seconds: (performance.now() - start) / 1000, cpu: cpu() - before });
      return result;
    };
    const source = `${READERS[format]}('${file}')`;
    await measure('the engine into a file', ownCpu, () => load(source, join(folder, 'reference.duckdb')));
    const ofProduct = () => memory.cpuSeconds;
    const workspace = await newWorkspace(client);
    const uploadId = await measure('upload', ofProduct, () => client.upload(workspace, file, fileName));
    const table = await measure('discovery', ofProduct, () =>
      connectSource(client, workspace, 'csv', { files: [{ uploadId }] }),
    );
    await select(client, table, TABLE);
    const run = await measure('sync', ofProduct, () => endedRun(client, table.runs));
    if (run.state !== 'succeeded' || run.rowsLoaded !== rows)
      throw new Error(
        `The run ended as ${run.state} with ${run.rowsLoaded} rows: ${run.failure?.message ?? ''}`,
      );
  }
  memory.stop();
  print(costs, memory);
  await product.stop();
}

/** Does what `create table as select * from 'file.csv'` does. */
async function load(source: string, target: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`attach '${target}' as reference`);
  await connection.run(`create table reference.main.data as select * from ${source}`);
  await connection.run('detach reference');
  connection.closeSync();
  instance.closeSync();
  rmSync(target);
}

function print(costs: Readonly<Record<Step, readonly Cost[]>>, memory: PeakMemory): void {
  const of = (step: Step, unit: keyof Cost) => costs[step].map((cost) => cost[unit]);
  for (const step of STEPS) {
    const [seconds, cpu] = [of(step, 'seconds'), of(step, 'cpu')];
    const all = seconds.map((each) => each.toFixed(1)).join(', ');
    console.log(
      `${step.padEnd(24)} ${median(seconds).toFixed(1)} s (${all})   CPU ${median(cpu).toFixed(1)} s`,
    );
  }
  for (const unit of ['seconds', 'cpu'] as const) {
    const sum = median(of('upload', unit)) + median(of('discovery', unit)) + median(of('sync', unit));
    const reference = median(of('the engine into a file', unit));
    const sync = median(of('sync', unit));
    console.log(
      `ratio by ${unit.padEnd(8)}        sync ${(reference / sync).toFixed(2)}, all ${(reference / sum).toFixed(2)} (goal ≥ 0.7)`,
    );
  }
  for (const { command, peak } of memory.workers())
    console.log(`peak resident ${Math.round(peak)} MB  ${shortCommand(command)}`);
}
