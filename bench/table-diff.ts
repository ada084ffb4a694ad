import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import type { VersionDiffAttributes } from '@headwater/shared/contract';
import { startProduct } from '../e2e/support/product.ts';
import { startSourceDatabase } from '../e2e/support/source-database.ts';
import { Client } from './support/client.ts';
import { fillMixedTable, MIXED_TABLE } from './support/mixed-table.ts';
import { PeakMemory, shortCommand } from './support/peak-memory.ts';
import { endedRun, selectTable, type SelectedTable } from './support/selected-table.ts';
import { median } from './support/statistics.ts';

/** One row in so many changes. */
const EVERY = 100;
/** Longer than the time between two looks at the processes. */
const LOOK_MS = 500;

interface Cost {
  seconds: number;
  cpu: number;
}

interface Case {
  name: string;
  /** The number of changed rows. */
  changed: number;
  product: Cost[];
  join: Cost[];
}

/**
 * Compares versions of a table of 12 columns as the screen does, with nothing changed and with one percent of the rows
 * changed, and the same two files by the engine's own full outer join on the key. `--rows` chooses another size.
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
  await sync(client, table);
  const cases: Case[] = [];
  for (const [name, changed] of [
    ['nothing changed', 0],
    ['1 % changed', Math.floor(rows / EVERY)],
  ] as const) {
    if (changed > 0)
      await source.query(
        `update ${MIXED_TABLE} set note = 'changed', quantity = quantity + 1 where id % ${EVERY} = 0`,
      );
    await sync(client, table);
    cases.push({ name, changed, product: [], join: [] });
  }
  await source.stop();
  const files = versionFiles(product.data);
  const memory = new PeakMemory(product.pid, product.data);
  const ofProduct = () => memory.cpuSeconds;
  const ofJoin = () => (({ user, system }) => (user + system) / 1e6)(process.cpuUsage());
  // The second round goes back in time, because the product still has the results of the first.
  for (const step of [1, -1])
    for (const [at, each] of cases.entries()) {
      const [before, after] = step === 1 ? [at, at + 1] : [at + 1, at];
      const joined = () => join(files[before]!, files[after]!, each.changed);
      each.join.push(await cost(ofJoin, joined));
      const compared = () => compare(client, table, { before: before + 1, after: after + 1 }, each.changed);
      each.product.push(await cost(ofProduct, compared));
    }
  memory.stop();
  print(cases, memory);
  await product.stop();
}

async function sync(client: Client, { runs }: SelectedTable): Promise<void> {
  const run = await endedRun(client, runs);
  if (run.state !== 'succeeded')
    throw new Error(`The run ended as ${run.state}: ${run.failure?.message ?? ''}`);
}

/** Returns the files of the table's versions, the oldest first. */
function versionFiles(data: string): string[] {
  const tokenOf = (name: string) => Number(/v-(\d+)\.duckdb$/.exec(name)?.[1]);
  return readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((name) => tokenOf(name) > 0)
    .sort((one, other) => tokenOf(one) - tokenOf(other))
    .map((name) => path.join(data, name));
}

async function cost(cpuSeconds: () => number, work: () => Promise<void>): Promise<Cost> {
  const [start, before] = [performance.now(), cpuSeconds()];
  await work();
  const seconds = (performance.now() - start) / 1_000;
  await pause(LOOK_MS);
  return { seconds, cpu: cpuSeconds() - before };
}

/** Compares two versions as the screen does, which asks until the result is there. */
async function compare(
  client: Client,
  { connection }: SelectedTable,
  { before, after }: { before: number; after: number },
  changed: number,
): Promise<void> {
  const url = `${connection}/tables/${MIXED_TABLE}/version-diffs?before=${before}&after=${after}`;
  for (;;) {
    const { attributes } = await client.get<VersionDiffAttributes>(url);
    if (attributes.diff) return requireChanged(attributes.diff.changed, changed);
  }
}

/** Does what someone would write in SQL. */
async function join(before: string, after: string, changed: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`attach '${before}' as before (read_only); attach '${after}' as after (read_only)`);
  const reader = await connection.runAndReadAll(`
    select count(*) filter (a.id is null), count(*) filter (b.id is null),
      count(*) filter (a.id = b.id and b is distinct from a)
    from before.main.data b full join after.main.data a on a.id = b.id`);
  requireChanged(Number(reader.getRows()[0]![2]), changed);
  connection.closeSync();
  instance.closeSync();
}

function requireChanged(found: number, changed: number): void {
  if (found !== changed) throw new Error(`${found} instead of ${changed} rows have changed.`);
}

function print(cases: readonly Case[], memory: PeakMemory): void {
  const text = ({ seconds, cpu }: Cost) => `${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s`;
  for (const { name, product, join: joined } of cases) {
    console.log(`${name.padEnd(18)} full outer join      ${joined.map(text).join('   ')}`);
    console.log(`${name.padEnd(18)} the product          ${product.map(text).join('   ')}`);
    for (const unit of ['seconds', 'cpu'] as const) {
      const of = (costs: readonly Cost[]) => median(costs.map((each) => each[unit]));
      console.log(`${name.padEnd(18)} ratio by ${unit.padEnd(11)} ${(of(product) / of(joined)).toFixed(2)}`);
    }
  }
  for (const { command, peak } of memory.workers())
    console.log(`peak resident ${Math.round(peak)} MB  ${shortCommand(command)}`);
  console.log(`peak resident ${Math.round(process.resourceUsage().maxRSS / 1024)} MB  of the joins`);
}
