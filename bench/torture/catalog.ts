import {
  SELECTION_MAX,
  type CatalogAttributes,
  type SourceConnectionAttributes,
} from '@headwater/shared/contract';
import { startProduct, type Product } from '../../e2e/support/product.ts';
import { startSourceDatabase, type SourceDatabase } from '../../e2e/support/source-database.ts';
import { Client } from '../support/client.ts';
import { EventLoop } from '../support/event-loop.ts';
import { createTables, type Shape } from '../support/many-tables.ts';
import { selectTable } from '../support/selected-table.ts';
import { median, milliseconds } from '../support/statistics.ts';

const ROUNDS = 5;
const GOAL_MS = 50;

/**
 * The largest catalogs that are kept for a source, by tables and by columns of one. The first one is the size
 * that `loop` uses.
 */
const SHAPES: readonly Shape[] = [
  { tables: 1_000, columns: 20 },
  { tables: 10_000, columns: 10 },
  { tables: 62, columns: 1_600 },
];

/**
 * Measures the bytes and the time that the largest catalogs take to discover, to read, and to save a selection
 * of, and how long they block other requests.
 */
export async function bench(): Promise<void> {
  for (const shape of SHAPES) {
    const loop = new EventLoop();
    const source = await startSourceDatabase();
    const product = await startProduct({ env: loop.env });
    try {
      await makeTables(source, shape);
      await measure(shape, product, source, loop);
    } finally {
      await product.stop();
      await source.stop();
    }
  }
}

async function makeTables(source: SourceDatabase, { tables, columns }: Shape): Promise<void> {
  await createTables(source, { tables, columns });
  await source.query(`
    create procedure change_tables() language plpgsql as $$ begin
      for at in 0 .. ${tables - 1} loop
        execute format('alter table %I rename column %I to %I', 'wide_' || at, 'column_number_1', 'renamed');
        if at % 100 = 99 then commit; end if;
      end loop;
    end $$`);
}

async function measure(
  { tables, columns }: Shape,
  { address, pid }: Product,
  source: SourceDatabase,
  loop: EventLoop,
): Promise<void> {
  console.log(`${tables} tables of ${columns} columns`);
  const client = await Client.signUp(address);
  await loop.lap(pid);
  const { runs } = await selectTable(client, source, 'wide_0');
  await report('discovered, one table selected', pid, loop);
  const connection = runs.replace('/sync-runs', '');
  const catalog = `${connection}/catalog`;
  const get = (what: string, path: string) => repeat(what, pid, loop, () => client.text(path));
  await get('the catalog', catalog);
  await get('the list of tables', `${catalog}/streams`);
  await get('the columns of a table', `${catalog}/streams/wide_0/columns`);
  await get('a search that every column matches', `${catalog}/column-matches?filter[name]=number`);
  await get('a search that none matches', `${catalog}/column-matches?filter[name]=phone`);
  await repeat('a selection of all that may be', pid, loop, () => selectMost(client, connection, tables));
  await source.query('call change_tables()');
  await client.post(`${connection}/discoveries`, 'discoveries', {});
  await client.watch<CatalogAttributes>(catalog, ({ state }) => state === 'ready');
  await report('discovered again, every table changed', pid, loop);
  await get('the catalog with its changes', catalog);
}

/** Saves a different selection each time, adding or removing as many tables as a selection may have. */
async function selectMost(client: Client, connection: string, tables: number): Promise<string> {
  const { attributes } = await client.get<SourceConnectionAttributes>(connection);
  const names = Array.from({ length: Math.min(tables, SELECTION_MAX) }, (_, at) => `wide_${at}`);
  const change = attributes.selectedTables > 1 ? { add: ['wide_0'], remove: names.slice(1) } : { add: names };
  const body = { data: { type: 'selections', attributes: change } };
  return client.text(`${connection}/selection`, 'PATCH', body, { 'if-match': String(attributes.version) });
}

async function repeat(
  what: string,
  pid: number,
  loop: EventLoop,
  work: () => Promise<string>,
): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(await milliseconds(async () => (bytes = Buffer.byteLength(await work()))));
  await report(`${what}: ${bytes.toLocaleString('en')} bytes in ${median(times).toFixed(0)} ms`, pid, loop);
}

async function report(what: string, pid: number, loop: EventLoop): Promise<void> {
  const { cpu, wall } = await loop.lap(pid);
  const verdict = cpu <= GOAL_MS ? 'within the goal' : 'MISSED';
  console.log(
    `  ${what}: longest block ${cpu.toFixed(1)} ms of CPU (goal ≤ ${GOAL_MS}), ${wall.toFixed(1)} ms in total: ${verdict}`,
  );
}
