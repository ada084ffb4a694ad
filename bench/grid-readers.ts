import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Column, RowPageDocument } from '@headwater/shared/contract';
import { startProduct } from '../e2e/support/product.ts';
import { startSourceDatabase } from '../e2e/support/source-database.ts';
import { Client } from './support/client.ts';
import { fillMixedTable, MIXED_TABLE } from './support/mixed-table.ts';
import { endedRun, selectTable } from './support/selected-table.ts';
import { percentile } from './support/statistics.ts';

const READERS = [1, 20, 100];
const PAGE = 100;

/**
 * Reads pages of a table at random positions with many concurrent readers, through the whole product and, in
 * turns, with only the engine in one process. With `--syncs`, the table is synced repeatedly in the meantime.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      rows: { type: 'string', default: '500000' },
      seconds: { type: 'string', default: '5' },
      syncs: { type: 'boolean', default: false },
    },
  });
  const [rows, seconds] = [Number(values.rows), Number(values.seconds)];
  const source = await startSourceDatabase();
  await fillMixedTable(source, rows);
  const product = await startProduct({ env: { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '10000' } });
  const client = await Client.signUp(product.address);
  const { organizationId, sourceConnectionId, runs } = await selectTable(client, source, MIXED_TABLE);
  await endedRun(client, runs);
  const path = `organizations/${organizationId}/source-connections/${sourceConnectionId}/tables/${MIXED_TABLE}/rows`;
  const firstPage = async () =>
    (JSON.parse(await client.text(`${path}?page[size]=${PAGE}`)) as RowPageDocument).data.attributes;
  const { columns, ...first } = await firstPage();
  let { version } = first;
  const read = async (offset: number) => {
    const cursor = Buffer.from(JSON.stringify([version, 0, Math.max(0, offset - 1), offset])).toString(
      'base64url',
    );
    try {
      await client.text(`${path}?page[size]=${PAGE}&page[after]=${cursor}`);
    } catch (error) {
      // A sync has removed the version: the reader starts over in the new one, which counts as this page.
      if (!String(error).includes('version_gone')) throw error;
      ({ version } = await firstPage());
    }
  };
  const alone = await engineAlone(product.data, columns);

  const state = { isOver: false };
  const syncing = values.syncs ? keepSyncing(client, runs, state) : Promise.resolve([]);
  for (const readers of READERS) {
    await report('engine alone', 1, seconds, alone, rows);
    await report('product', readers, seconds, read, rows);
  }
  state.isOver = true;
  for (const took of await syncing) console.log(`a concurrent sync ${(took / 1000).toFixed(1)} s`);
  await product.stop();
  await source.stop();
}

async function report(
  what: string,
  readers: number,
  seconds: number,
  read: (offset: number) => Promise<unknown>,
  rows: number,
): Promise<void> {
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  const reader = async () => {
    while (performance.now() < until) {
      const start = performance.now();
      await read(Math.floor(Math.random() * (rows - PAGE)));
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  const [p50, p99] = [percentile(times, 50), percentile(times, 99)].map((time) => time.toFixed(1));
  const label = `${what}, ${readers} reader${readers === 1 ? '' : 's'}`.padEnd(24);
  console.log(`${label} ${(times.length / seconds).toFixed(0)} pages/s   p50 ${p50} ms   p99 ${p99} ms`);
}

/** Reads the same rows of the same file as JSON, without other processes, HTTP, or authorization. */
async function engineAlone(data: string, columns: readonly Column[]) {
  const folder = join(data, 'ws');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const file = files.find((name) => /\/v-\d+\.duckdb$/.test(name))!;
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(`set TimeZone = 'UTC'`);
  await connection.run(`attach '${join(folder, file)}' as v1 (read_only)`);
  const cells = columns.map(({ name }) => `"${name}"::varchar`);
  return async (offset: number) => {
    const statement = `
      select json_array(${cells.join(', ')})::varchar from v1.main.data
      where rowid >= ${offset} and rowid < ${offset + PAGE}`;
    return (await connection.runAndReadAll(statement)).getRows();
  };
}

async function keepSyncing(client: Client, runs: string, state: { isOver: boolean }): Promise<number[]> {
  const times: number[] = [];
  while (!state.isOver) {
    const start = performance.now();
    await endedRun(client, runs);
    times.push(performance.now() - start);
  }
  return times;
}
