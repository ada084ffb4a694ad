import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type {
  CatalogAttributes,
  SourceConnectionAttributes,
  SyncRunAttributes,
} from '@headwater/shared/contract';
import { startProduct } from '../e2e/support/product.ts';
import { startSourceDatabase, type SourceDatabase } from '../e2e/support/source-database.ts';
import { Client } from './support/client.ts';
import { fillMixedTable, MIXED_TABLE } from './support/mixed-table.ts';
import { PeakMemory } from './support/peak-memory.ts';
import { median, milliseconds } from './support/statistics.ts';

const ROUNDS = 3;

/**
 * Rows a second from PostgreSQL to a committed table, against the source's own limit: the same COPY, thrown away on
 * arrival. `--rows 20000000` for the large one. Rounds alternate, so that a noisy moment hits both.
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
  const runs = await selectedSource(client, source);

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

/** A connection to `source` with the one table selected; returns the path of its runs. */
async function selectedSource(client: Client, source: SourceDatabase): Promise<string> {
  const organization = await client.post('organizations', 'organizations', { name: 'Bench' });
  const connections = `organizations/${organization.id}/source-connections`;
  const { host, port, database, user, password } = source;
  const connection = await client.post<SourceConnectionAttributes>(connections, 'source_connections', {
    name: 'bench',
    connector: 'postgres',
    configuration: { host, port, database, user, password, sslmode: 'prefer' },
  });
  const path = `${connections}/${connection.id}`;
  await client.post(`${path}/discoveries`, 'discoveries', {});
  const isDiscovered = ({ state }: CatalogAttributes) => state === 'ready' || state === 'discover_failed';
  const catalog = await client.watch<CatalogAttributes>(`${path}/catalog`, isDiscovered);
  await client.patch(
    `${path}/selection`,
    'selections',
    { tableNames: [MIXED_TABLE] },
    catalog.attributes.version,
  );
  return `${path}/sync-runs`;
}

const ENDED = ['succeeded', 'partially_succeeded', 'incomplete', 'failed', 'cancelled'];

async function syncSeconds(client: Client, runs: string, rows: number): Promise<number> {
  const started = await client.post<SyncRunAttributes>(
    runs,
    'sync_runs',
    {},
    { 'idempotency-key': randomUUID() },
  );
  const run = await client.watch<SyncRunAttributes>(`${runs}/${started.id}`, ({ state }) =>
    ENDED.includes(state),
  );
  const { state, rowsLoaded, startedAt, endedAt, failure } = run.attributes;
  if (state !== 'succeeded' || rowsLoaded !== rows) {
    throw new Error(
      `The run ended ${state} with ${rowsLoaded} rows: ${failure?.message ?? ''} ${failure?.internalMessage ?? ''}`,
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
