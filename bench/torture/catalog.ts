import { startProduct, type Product } from '../../e2e/support/product.ts';
import { startSourceDatabase, type SourceDatabase } from '../../e2e/support/source-database.ts';
import { Client } from '../support/client.ts';
import { EventLoop } from '../support/event-loop.ts';
import { selectTable } from '../support/selected-table.ts';
import { median, milliseconds } from '../support/statistics.ts';

const ROUNDS = 5;
const GOAL_MS = 50;

interface Shape {
  tables: number;
  columns: number;
}

/** The largest catalogs that are kept of a source, by tables and by columns of one; the first is the one of `loop`. */
const SHAPES: readonly Shape[] = [
  { tables: 1_000, columns: 20 },
  { tables: 10_000, columns: 10 },
  { tables: 62, columns: 1_600 },
];

/** What the largest catalogs cost: to discover, to be asked for, to have a selection saved; and all others meanwhile. */
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
  await source.query(`
    create procedure make_tables() language plpgsql as $$ begin
      for at in 0 .. ${tables - 1} loop
        execute format('create table %I (%s)', 'wide_' || at,
          (select string_agg(format('%I text', 'column_number_' || n), ', ') from generate_series(1, ${columns}) n));
        if at % 100 = 99 then commit; end if;
      end loop;
    end $$`);
  await source.query('call make_tables()');
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
  const path = runs.replace('sync-runs', 'catalog');
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(await milliseconds(async () => (bytes = Buffer.byteLength(await client.text(path)))));
  await report(`${bytes.toLocaleString('en')} bytes in ${median(times).toFixed(0)} ms`, pid, loop);
}

async function report(what: string, pid: number, loop: EventLoop): Promise<void> {
  const { cpu, wall } = await loop.lap(pid);
  const verdict = cpu <= GOAL_MS ? 'within the goal' : 'MISSED';
  console.log(
    `  ${what}: longest block ${cpu.toFixed(1)} ms of CPU (goal ≤ ${GOAL_MS}), ${wall.toFixed(1)} ms in all: ${verdict}`,
  );
}
