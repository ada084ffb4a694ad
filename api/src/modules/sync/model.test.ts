import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SourceJourney } from '../../../test-support/source-journey.ts';
import { dice, MODEL_TABLES, SyncModel } from '../../../test-support/sync-model.ts';
import { TestApi } from '../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '../../engine/connectors/postgres/testing/source-server.ts';

/** The first seed, and how many follow it. `npm run torture -- sync-model` runs thousands. */
const FIRST = Number(process.env.SYNC_MODEL_SEED ?? 1);
const SEEDS = Number(process.env.SYNC_MODEL_SEEDS ?? 2);
const ROUNDS = 4;

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const journey = new SourceJourney(await api.workspace());

for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1)
  test(`tables are what their source had, whatever goes wrong (seed ${seed})`, async () => {
    const database = `model_${seed}`;
    await server.run(`create database ${database}`);
    await server.run(
      `alter default privileges grant select on tables to reader;
       ${Object.keys(MODEL_TABLES)
         .map((name) => `create table ${name} (id int, at timestamptz not null, note text);`)
         .join('\n')}
       alter table replaced add primary key (id);
       alter table mirrored add primary key (id);
       alter table tracked add primary key (id)`,
      database,
    );
    const source = await journey.connect('postgres', configurationFor(server.port, { database }));
    await journey.select(source, ...Object.keys(MODEL_TABLES));
    for (const [table, { sync_mode, destination_sync_mode, cursor_column }] of Object.entries(MODEL_TABLES))
      await api.sql(
        `update stream_settings set sync_mode = $3, destination_sync_mode = $4, cursor_column = $5
         from streams where streams.stream_key = stream_settings.stream_key
           and streams.source_connection_id = stream_settings.source_connection_id
           and streams.source_connection_id = $1 and table_name = $2`,
        [source.split('/').at(-1), table, sync_mode, destination_sync_mode, cursor_column],
      );
    // A small table may lose all its rows here.
    await api.sql('update source_connections set accepts_shrinking = true where id = $1', [
      source.split('/').at(-1),
    ]);
    const here = { ...server, run: (statements: string) => server.run(statements, database) };
    const model = new SyncModel(dice(seed), here, journey, source);
    await model.change();
    for (let round = 0; round < ROUNDS; round += 1) await model.sync();
    await model.settle();
    // Thousands of seeds would fill the disk.
    assert.equal((await journey.client.delete(source)).status, 204);
    await server.run(`drop database ${database} with (force)`);
  });
