import { parseArgs } from 'node:util';
import type { RowPageDocument } from '@headwater/shared/contract';
import { startProduct, type Product } from '../e2e/support/product.ts';
import { startSourceDatabase, type SourceDatabase } from '../e2e/support/source-database.ts';
import { Client } from './support/client.ts';
import { fillMixedTable, MIXED_TABLE } from './support/mixed-table.ts';
import { endedRun, mirrorByCursor, selectTable, type SelectedTable } from './support/selected-table.ts';
import { median, milliseconds } from './support/statistics.ts';

const ROUNDS = 3;
const PAGES = 20;

interface Table {
  rows: number;
  source: SourceDatabase;
  selected: SelectedTable;
  syncs: number[];
  /** Milliseconds of a page of rows somewhere in the table, before and after the incremental syncs. */
  pages: number[];
}

/**
 * Measures how long an incremental sync of 100,000 changed rows takes, spread over a table of one million rows and over
 * one of ten million. Rounds alternate, so that noise affects both. `--large` and `--changes` choose other sizes.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      small: { type: 'string', default: '1000000' },
      large: { type: 'string', default: '10000000' },
      changes: { type: 'string', default: '100000' },
    },
  });
  const changes = Number(values.changes);
  const product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
  const client = await Client.signUp(product.address);
  const small = await loaded(client, Number(values.small));
  const large = await loaded(client, Number(values.large));
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const table of [small, large]) table.syncs.push(await syncSeconds(client, table, changes, round));
  for (const table of [small, large]) table.pages.push(await pageMilliseconds(client, table));
  print(small, large, changes);
  await end(product, small, large);
}

/** Fills a source, and loads its table for the first time. */
async function loaded(client: Client, rows: number): Promise<Table> {
  const source = await startSourceDatabase();
  console.log(`filling a source with ${rows.toLocaleString('en')} rows of 12 columns`);
  await fillMixedTable(source, rows);
  await source.query(`create index on ${MIXED_TABLE} (placed_at)`);
  const selected = await selectTable(client, source, MIXED_TABLE);
  await mirrorByCursor(client, selected, MIXED_TABLE, 'placed_at');
  const table: Table = { rows, source, selected, syncs: [], pages: [] };
  await succeeded(client, table);
  table.pages.push(await pageMilliseconds(client, table));
  return table;
}

async function syncSeconds(client: Client, table: Table, changes: number, round: number): Promise<number> {
  const every = Math.floor(table.rows / changes);
  // Later than all rows, and than the overlap with the round before.
  await table.source.query(`
    update ${MIXED_TABLE} set placed_at = now() - interval '1 day' + interval '${round} hours', note = 'round ${round}'
    where id % ${every} = ${round % every}`);
  const run = await succeeded(client, table);
  if (run.rowsLoaded !== changes)
    throw new Error(`${run.rowsLoaded} of ${changes} changed rows were loaded.`);
  return (Date.parse(run.endedAt ?? '') - Date.parse(run.startedAt ?? '')) / 1_000;
}

async function succeeded(client: Client, { selected }: Table) {
  const run = await endedRun(client, selected.runs);
  if (run.state !== 'succeeded')
    throw new Error(`The run ended as ${run.state}: ${run.failure?.message ?? ''}`);
  return run;
}

/** Reads the pages before the last one, which are the farthest, and returns the median. */
async function pageMilliseconds(client: Client, { selected }: Table): Promise<number> {
  const path = `${selected.connection}/tables/${MIXED_TABLE}/rows?page[size]=100`;
  const page = async (after: string | null) =>
    JSON.parse(
      await client.text(`${path}${after === null ? '' : `&page[after]=${after}`}`),
    ) as RowPageDocument;
  let at = (await page(null)).links.last;
  const times: number[] = [];
  for (let read = 0; read < PAGES; read += 1)
    times.push(
      await milliseconds(async () => {
        at = (await page(at)).links.prev;
      }),
    );
  return median(times);
}

function print(small: Table, large: Table, changes: number): void {
  for (const { rows, syncs, pages } of [small, large]) {
    const times = syncs.map((seconds) => seconds.toFixed(1)).join(', ');
    console.log(
      `${changes.toLocaleString('en')} changes into ${rows.toLocaleString('en')} rows   ${median(syncs).toFixed(1)} s (${times})`,
    );
    console.log(
      `a page of rows before and after              ${pages.map((ms) => ms.toFixed(0)).join(' and ')} ms`,
    );
  }
  console.log(
    `ratio                                        ${(median(large.syncs) / median(small.syncs)).toFixed(2)}`,
  );
}

async function end(product: Product, ...tables: Table[]): Promise<void> {
  await product.stop();
  for (const { source } of tables) await source.stop();
}
