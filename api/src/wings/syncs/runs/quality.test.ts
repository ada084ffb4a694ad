import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { QualityAttributes, TableQualityAttributes } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const journey = new SourceJourney(await api.workspace());

const qualityOf = (source: string): Promise<QualityAttributes> => journey.attributesOf(`${source}/quality`);
const detailsOf = (source: string): Promise<TableQualityAttributes> =>
  journey.attributesOf(`${source}/tables/orders/quality`);

await server.run(`
  create table orders (id bigint primary key, note text, at timestamptz not null default now());
  insert into orders (id, note) select n, case when n <= 10 then null else 'x' end from generate_series(1, 100) n;
  grant select on orders to reader;`);
const source = await journey.connect('postgres', configurationFor(server.port));
const sourceId = source.split('/').at(-1)!;
await journey.select(source, 'orders');

/** Pretends that the last run happened five times more. */
const repeatLastRun = () =>
  api.sql(
    `with last as (select * from sync_runs where source_connection_id = $1 order by number desc limit 1),
     copied as (
       insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, started_at, ended_at)
       select workspace_id, 'run_copy_' || n, source_connection_id, number + n, state, trigger, started_at, ended_at
       from last, generate_series(1, 5) n
     ), streams as (
       insert into sync_run_streams (workspace_id, run_id, table_name, state, phase, rows_read, rows_loaded, table_rows,
         null_counts)
       select workspace_id, 'run_copy_' || n, table_name, state, phase, rows_read, rows_loaded, table_rows, null_counts
       from sync_run_streams, generate_series(1, 5) n where run_id = (select id from last)
     )
     update source_connections set last_run_number = last_run_number + 5 where id = $1`,
    [sourceId],
  );

test('a run says what it did with each row, and how many rows and NULLs the table has afterwards', async () => {
  assert.deepEqual(await qualityOf(source), { runs: [], tables: [] });
  await journey.sync(source);
  const { runs, tables } = await qualityOf(source);
  const counts = { read: 100, loaded: 100, deduplicated: 0, filtered: 0, rejected: 0 };
  assert.partialDeepStrictEqual(runs, [{ runNumber: 1, tables: 1, unaccounted: 0, ...counts }]);
  assert.equal(tables.length, 1);
  assert.partialDeepStrictEqual(tables[0], {
    tableName: 'orders',
    latest: { runNumber: 1, ...counts },
    source: { rows: 100, isEstimate: false },
    volume: { rows: 100, earlier: 0, usual: null, drifts: false },
    nulls: { earlier: 0, drifting: [] },
  });
  const { columns } = await detailsOf(source);
  assert.deepEqual(
    columns.map(({ name, nulls, share }) => [name, nulls, share]),
    [
      ['id', 0, 0],
      ['note', 10, 0.1],
      ['at', 0, 0],
    ],
  );
});

test('a table drifts once its rows or NULLs are far from those of earlier runs', async () => {
  await repeatLastRun();
  await server.run(`delete from orders where id > 60; update orders set note = null where id <= 30`);
  await journey.sync(source);
  const { runs, tables } = await qualityOf(source);
  assert.equal(runs[0]?.runNumber, 7);
  assert.deepEqual(tables[0]?.volume, { rows: 60, earlier: 6, usual: { low: 90, high: 110 }, drifts: true });
  const [drifting] = tables[0].nulls.drifting;
  assert.deepEqual([drifting?.column, drifting?.share, tables[0].nulls.drifting.length], ['note', 0.5, 1]);
  const details = await detailsOf(source);
  assert.deepEqual(
    details.runs.map(({ runNumber, rows }) => [runNumber, rows]),
    [[7, 60], ...[6, 5, 4, 3, 2, 1].map((number) => [number, 100])],
  );
  assert.deepEqual(details.columns[1]?.before, [0.1, 0.1, 0.1, 0.1, 0.1, 0.1]);
});

test('a run that finds no changes keeps the rows and has no NULLs of its own', async () => {
  await api.sql(
    `update stream_settings set sync_mode = 'incremental', destination_sync_mode = 'append_dedup', cursor_column = 'at'
     where source_connection_id = $1 and selected`,
    [sourceId],
  );
  await journey.sync(source); // loads everything in the new mode
  await journey.sync(source);
  const [table] = (await qualityOf(source)).tables;
  assert.partialDeepStrictEqual(table?.latest, { loaded: 0 });
  assert.equal(table?.volume.rows, 60);
  assert.equal(table?.nulls.earlier, 7, 'the load before it is the last one that counted');
  assert.notEqual(table?.source?.isEstimate, false, 'an incremental read doesn’t count the source');
});
