import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { startProduct } from '../e2e/support/product.ts';
import { newFolder } from '../e2e/support/scratch.ts';
import { startSourceDatabase } from '../e2e/support/source-database.ts';
import { Client } from './support/client.ts';
import { endedRun, mirrorByCursor, selectTable, type SelectedTable } from './support/selected-table.ts';
import { median, milliseconds } from './support/statistics.ts';

const ROUNDS = 3;
const ROWS = 20;
const CHANGED = 5;
const VALUES = `i as id, 'name ' || i as name, now() as seen_at, (i * 1.5)::decimal(10, 2) as amount, i % 2 = 0 as is_open`;

/**
 * Measures what a table costs that has hardly any rows, as most tables of most databases: `--tables` of them are read
 * from scratch, and then by a cursor with a few changed rows each. The reference is the engine that creates a file with
 * the same rows, which is the least that a version takes.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...flags], options: { tables: { type: 'string', default: '300' } } });
  const tables = Array.from({ length: Number(values.tables) }, (_, at) => `small_${at}`);
  const source = await startSourceDatabase();
  for (const name of tables) await source.query(createStatement(name));
  const product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
  const client = await Client.signUp(product.address);
  const selected = await selectTable(client, source, ...tables);
  const files: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    files.push(await createFiles(tables.length));
    whole.push(await sync(client, selected, tables));
  }
  for (const name of tables) await mirrorByCursor(client, selected, name, 'seen_at');
  await sync(client, selected, tables);
  const changed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of tables)
      await source.query(
        `update ${name} set seen_at = now(), name = 'round ${round}' where id <= ${CHANGED}`,
      );
    changed.push(await sync(client, selected, tables));
  }
  print(files, whole, changed);
  await product.stop();
  await source.stop();
}

const createStatement = (name: string) => `
  create table ${name} (id integer primary key, name text, seen_at timestamptz, amount decimal(10, 2), is_open boolean);
  insert into ${name} select ${VALUES} from generate_series(1, ${ROWS}) i;
  grant select on ${name} to public`;

/** Returns the milliseconds per file. */
async function createFiles(count: number): Promise<number> {
  const folder = newFolder('files');
  const engine = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  const time = await milliseconds(async () => {
    for (let at = 0; at < count; at += 1) {
      await engine.run(`attach '${join(folder, `${at}.duckdb`)}' as file (block_size 16384)`);
      await engine.run(
        `create table file.main.data as select ${VALUES} from generate_series(1, ${ROWS}) t(i)`,
      );
      await engine.run('checkpoint file');
      await engine.run('detach file');
    }
  });
  engine.closeSync();
  return time / count;
}

/** Returns the milliseconds per table. */
async function sync(client: Client, selected: SelectedTable, tables: readonly string[]): Promise<number> {
  const { state, failure, startedAt, endedAt } = await endedRun(client, selected.runs);
  if (state !== 'succeeded') throw new Error(`The run ended as ${state}: ${failure?.message ?? ''}`);
  return (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / tables.length;
}

function print(files: number[], whole: number[], changed: number[]): void {
  const line = (what: string, times: readonly number[]) => {
    const ratio = (median(times) / median(files)).toFixed(1);
    const all = times.map((ms) => ms.toFixed(1)).join(', ');
    console.log(`${what.padEnd(28)} ${median(times).toFixed(1)} ms a table (${all}), ratio ${ratio}`);
  };
  line('the engine creates a file', files);
  line('synced from scratch', whole);
  line(`synced with ${CHANGED} changed rows`, changed);
}
