import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ModelJourney, selectModelTables } from '../../../test-support/model-journey.ts';
import { SourceJourney } from '../../../test-support/source-journey.ts';
import { dice, SyncModel } from '../../../test-support/sync-model.ts';
import { TestApi } from '../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '../../engine/connectors/postgres/testing/source-server.ts';

/** The first seed, and how many follow it. `npm run torture -- sync-model` runs thousands. */
const FIRST = Number(process.env.SYNC_MODEL_SEED ?? 1);
const SEEDS = Number(process.env.SYNC_MODEL_SEEDS ?? 3);
const ROUNDS = 4;
/** What happens when the source's tables change; null if they don't. */
const POLICIES = ['propagate_all', null, 'propagate_columns', 'approve', 'pause'] as const;

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const journey = new SourceJourney(await api.workspace());

for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1)
  test(`tables are what their source had, whatever goes wrong (seed ${seed})`, async () => {
    const database = `model_${seed}`;
    await server.run(`create database ${database}`);
    await server.run('alter default privileges grant select on tables to reader', database);
    const here = { run: (statements: string) => server.run(statements, database) };
    const roll = dice(seed);
    const model = new SyncModel(roll, here);
    await model.create();
    const source = await journey.connect('postgres', configurationFor(server.port, { database }));
    await selectModelTables(api, journey, source);
    const policy = POLICIES[seed % POLICIES.length]!;
    if (policy !== null)
      await api.sql('update source_connections set change_policy = $1 where id = $2', [
        policy,
        source.split('/').at(-1),
      ]);
    const person = new ModelJourney(api, roll, here, journey, source, model, policy !== null);
    await model.change();
    for (let round = 0; round < ROUNDS; round += 1) await person.sync();
    await model.bringBack();
    await person.settle();
    // Thousands of seeds would fill the disk.
    assert.equal((await journey.client.delete(source)).status, 204);
    await server.run(`drop database ${database} with (force)`);
  });
