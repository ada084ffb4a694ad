import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Client } from 'pg';
import { ModelJourney, selectModelTables } from '../../../../test-support/model-journey.ts';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { dice } from '@headwater/base/testing/dice';
import { SyncModel } from '../../../../test-support/sync-model.ts';
import { checkStoredBytes } from '../../../../test-support/stored-bytes.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

/** The first seed, and how many follow it. `npm run torture -- sync-model` runs thousands. */
const FIRST = Number(process.env.SYNC_MODEL_SEED ?? 1);
const SEEDS = Number(process.env.SYNC_MODEL_SEEDS ?? 3);
/** How many seeds share a connection, and with it their runs and what goes wrong with them. */
const AT_ONCE = Number(process.env.SYNC_MODEL_SEEDS_AT_ONCE ?? 1);
const ROUNDS = 4;
/** What happens when the source's tables change; null if they don't. */
const POLICIES = ['propagate_all', null, 'propagate_columns', 'approve', 'pause'] as const;

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const journey = new SourceJourney(await api.workspace());

for (let first = FIRST; first < FIRST + SEEDS; first += AT_ONCE) {
  const seeds = Array.from({ length: Math.min(AT_ONCE, FIRST + SEEDS - first) }, (_, at) => first + at);
  test(`tables are what their source had, whatever goes wrong (seeds ${seeds.join(', ')})`, async (context) => {
    const database = `model_${first}`;
    await server.run(`create database ${database}`);
    await server.run('alter default privileges grant select on tables to reader', database);
    const sessions = await Promise.all(seeds.map(() => server.open(database)));
    context.after(async () => {
      await Promise.all(sessions.map((session) => session.end()));
      // Thousands of seeds would fill the disk.
      await server.run(`drop database ${database} with (force)`);
    });
    const models = await Promise.all(seeds.map((seed, at) => modelIn(sessions[at]!, seed)));
    const source = await journey.connect('postgres', configurationFor(server.port, { database }));
    await selectModelTables(api, journey, source, models);
    const policy = POLICIES[Math.floor(first / AT_ONCE) % POLICIES.length]!;
    const altersTables = policy !== null;
    if (altersTables)
      await api.sql('update source_connections set change_policy = $1 where id = $2', [
        policy,
        source.split('/').at(-1),
      ]);
    const ground = { api, roll: dice(first), server, journey, source, models, altersTables };
    const person = new ModelJourney(ground);
    await Promise.all(models.map((model) => model.change()));
    for (let round = 0; round < ROUNDS; round += 1) await person.sync();
    await person.settle();
    await checkStoredBytes(api);
    assert.equal((await journey.client.delete(source)).status, 204);
  });
}

/** Creates the tables of a seed, in a schema of its own. */
async function modelIn(session: Client, seed: number): Promise<SyncModel> {
  const schema = `seed_${seed}`;
  await session.query(`create schema ${schema}; grant usage on schema ${schema} to reader`);
  const run = async (statements: string) => void (await session.query(statements));
  const model = new SyncModel(dice(seed), { run }, schema);
  await model.create();
  return model;
}
