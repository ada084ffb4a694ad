import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import type { ToolRunAttributes, ToolSetupAttributes } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi, type Client } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import type { Tool, ToolContext } from './index.ts';
import { beginRun } from './tool-runs.repository.ts';

const api = await TestApi.open();
after(api.close);

/** Lets a test decide when and how a run ends. */
const gates = new Map<string, PromiseWithResolvers<object>>();
const begun: string[] = [];
const gated: Tool<{ tableId: string; word: string }> = {
  slug: 'gated',
  config: Type.Object(
    { tableId: Type.String(), word: Type.String({ maxLength: 20 }) },
    { additionalProperties: false },
  ),
  showsValues: true,
  tablesOf: ({ tableId }) => [{ tableId, columns: [] }],
  run: async ({ word }, { signal, progress, tables }: ToolContext) => {
    begun.push(`${word} ${tables[0]!.version}`);
    const gate = gates.get(word);
    await progress(0.5);
    const leaving = Promise.withResolvers<never>();
    leaving.promise.catch(() => undefined);
    signal.addEventListener('abort', () => leaving.reject(signal.reason as Error));
    const result = gate ? await Promise.race([gate.promise, leaving.promise]) : { word };
    return { outcome: 'clean', figures: { rows: tables[0]!.rows }, result };
  },
};
api.services.tools.add(gated);

let client: Client;
let journey: SourceJourney;
let workspace: Awaited<ReturnType<typeof api.workspace>>;
let source: string;
let tools: string;
let tableId: string;
before(async () => {
  workspace = await api.workspace();
  journey = new SourceJourney(workspace);
  client = journey.client;
  source = await journey.connectFiles({ 'orders.csv': 'id,status\n1,paid\n2,open\n' });
  await journey.sync(source);
  tools = `${journey.base}/tools/gated`;
  tableId = (await client.get(`${source}/tables/orders`)).body.data.id;
});

type Run = { id: string } & ToolRunAttributes;
const save = (name: string, word = name, afterSync = false) =>
  client.post(`${tools}/setups`, 'tool_setups', { name, config: { tableId, word }, afterSync });
const start = (attributes: object) =>
  client.post(`${tools}/runs`, 'tool_runs', { isSample: false, ...attributes });
const read = async (id: string): Promise<Run> => {
  const { body } = await client.get(`${tools}/runs/${id}`);
  return { id, ...body.data.attributes };
};
const until = (id: string, isMet: (run: Run) => boolean) => settled(() => read(id), isMet);
const ended = (id: string) => until(id, ({ endedAt }) => endedAt !== null);
const hold = (word: string) => {
  const gate = Promise.withResolvers<object>();
  gates.set(word, gate);
  return gate;
};

describe('a setup', () => {
  test('is saved, changed, and deleted by those who may edit', async () => {
    const { status, body } = await save('First');
    assert.equal(status, 201);
    const one = `${tools}/setups/${body.data.id}`;
    assert.deepEqual(
      body.data.attributes.tables.map(({ tableName }: { tableName: string }) => tableName),
      ['orders'],
    );
    const change = (name: string) => client.patch(one, 'tool_setups', { name }, { 'if-match': '"1"' });
    const both = await Promise.all([change('Mine'), change('Yours')]);
    assert.deepEqual(both.map((answer) => answer.status).sort(), [200, 412]);
    const reader = await workspace.member('reader');
    const listed = await reader.get(`${tools}/setups`);
    assert.deepEqual([listed.body.meta.total, listed.body.data[0].attributes.version], [1, 2]);
    assert.equal((await reader.delete(one)).status, 403);
    assert.equal((await client.delete(one)).status, 204);
    assert.equal((await client.get(`${tools}/setups`)).body.meta.total, 0);
  });

  test('has to fit its tool, a table, and a name of its own', async () => {
    await save('Taken');
    assert.deepEqual(faultsIn(await save('TAKEN')), ['setup_name_taken /data/attributes/name']);
    assert.deepEqual(faultsIn(await save('Long', 'x'.repeat(21))), [
      'field_invalid /data/attributes/config/word',
    ]);
    const unknown = { name: 'Odd', config: { tableId, word: 'a', more: 1 }, afterSync: false };
    assert.deepEqual(faultsIn(await client.post(`${tools}/setups`, 'tool_setups', unknown)), [
      'field_unknown /data/attributes/config/more',
    ]);
    const gone = { name: 'Gone', config: { tableId: 'tbl_none', word: 'a' }, afterSync: false };
    assert.deepEqual(faultsIn(await client.post(`${tools}/setups`, 'tool_setups', gone)), [
      'tool_table_gone',
    ]);
    assert.equal((await client.get(`${journey.base}/tools/nothing/setups`)).status, 404);
  });
});

test('setups that ran over all rows are listed over all tools, the latest first', async () => {
  const run = async (name: string, attributes: object = {}) => {
    const { body } = await save(name);
    await ended((await start({ setupId: body.data.id, ...attributes })).body.data.id);
  };
  await run('Ran first');
  await run('Ran last');
  await run('Only tried', { isSample: true });
  const { body } = await (await workspace.member('reader')).get(`${journey.base}/tool-setups`);
  assert.deepEqual(
    body.data.map(({ attributes }: { attributes: ToolSetupAttributes }) => [
      attributes.name,
      attributes.lastRun?.state,
    ]),
    [
      ['Ran last', 'done'],
      ['Ran first', 'done'],
    ],
  );
});

describe('a run', () => {
  test('goes on in the background, and is kept with what it found and read', async () => {
    const gate = hold('slow');
    const { status, body } = await start({ config: { tableId, word: 'slow' } });
    assert.deepEqual([status, body.data.attributes.state], [202, 'queued']);
    const { id } = body.data;
    assert.equal((await until(id, ({ share }) => share === 0.5)).state, 'running');
    gate.resolve({ answer: 42 });
    const done = await ended(id);
    assert.deepEqual(
      [done.state, done.outcome, done.figures, done.result],
      ['done', 'clean', { rows: 2 }, { answer: 42 }],
    );
    assert.deepEqual(
      done.tables.map(({ tableName, version, isCurrent }) => [tableName, version, isCurrent]),
      [['orders', 1, true]],
    );
    const { body: listed } = await client.get(`${tools}/runs?page[size]=1&filter[table]=${tableId}`);
    assert.equal(listed.data[0].id, id);
  });

  test('can be canceled while it waits for its tool, and only then', async () => {
    hold('endless');
    const { id } = (await start({ config: { tableId, word: 'endless' } })).body.data;
    await until(id, ({ share }) => share > 0);
    const cancel = () => client.post(`${tools}/runs/${id}/cancellations`, 'tool_run_cancellations', {});
    assert.equal((await cancel()).body.data.attributes.state, 'canceled');
    assert.deepEqual(faultsIn(await cancel()), ['tool_run_ended']);
    assert.equal((await ended(id)).result, null);
  });

  test('says why it failed, and keeps no result that is too large', async () => {
    const gate = hold('large');
    const { id } = (await start({ config: { tableId, word: 'large' } })).body.data;
    gate.resolve({ text: 'x'.repeat(300_000) });
    const { state, error, result } = await ended(id);
    assert.deepEqual([state, error?.code, result], ['failed', 'tool_result_too_large', null]);
  });

  test('begins again if its process is gone, but not endlessly', async () => {
    const { id } = (await start({ config: { tableId, word: 'twice' } })).body.data;
    await ended(id);
    const again = async (attempts: number) => {
      await api.sql(`update tool_runs set state = 'running', attempts = $2, ended_at = null where id = $1`, [
        id,
        attempts,
      ]);
      await api.services.toolRuns.run({ workspaceId: workspace.id, id }, new AbortController().signal);
      return read(id);
    };
    assert.equal((await again(1)).state, 'done');
    assert.equal((await again(3)).error?.code, 'internal_error');
  });

  test('that another process has begun anew is left to that one', async () => {
    const gate = hold('suspended');
    const id = 'trn_suspended';
    await api.sql(
      `insert into tool_runs (workspace_id, id, tool, config, is_sample) values ($1, $2, 'gated', $3, false)`,
      [workspace.id, id, { tableId, word: 'suspended' }],
    );
    const first = api.services.toolRuns.run({ workspaceId: workspace.id, id }, new AbortController().signal);
    await until(id, ({ share }) => share > 0);
    await workspaceTransaction(api.database, workspace.id, (db) => beginRun(db, id));
    gate.resolve({ from: 'the first' });
    await first;
    const { state, share, result } = await read(id);
    assert.deepEqual([state, share, result], ['running', 0, null]);
  });

  test('is one of a few that wait', async () => {
    await api.sql(
      `insert into tool_runs (workspace_id, id, tool, config, is_sample)
       select $1, 'waits' || n, 'gated', '{}', false from generate_series(1, 20) n`,
      [workspace.id],
    );
    assert.deepEqual(faultsIn(await start({ config: { tableId, word: 'more' } })), ['tool_runs_reached']);
    await api.sql(`delete from tool_runs where id like 'waits%'`);
  });
});

describe('a setup that runs after each sync', () => {
  test('runs once for each new version, and reads that one', async () => {
    const { body } = await save('By itself', 'itself', true);
    const runs = async () =>
      (await client.get(`${tools}/runs?filter[setup]=${body.data.id}`)).body.data as { attributes: Run }[];
    assert.deepEqual(await runs(), []);
    await journey.sync(source);
    const { version } = (await client.get(`${source}/tables/orders`)).body.data.attributes;
    const found = await settled(
      runs,
      (some) => some.length > 0 && some.every(({ attributes }) => attributes.endedAt !== null),
    );
    assert.deepEqual(
      found.map(({ attributes: { startedBy, state } }) => [startedBy, state]),
      [[null, 'done']],
    );
    assert.ok(begun.includes(`itself ${version}`), begun.join());
  });
});

describe('what a run has found', () => {
  test('is withheld once a column that it shows is masked in newer versions, and goes with its table', async () => {
    const { id } = (await start({ config: { tableId, word: 'shown' } })).body.data;
    assert.deepEqual((await ended(id)).result, { word: 'shown' });
    await api.sql(`update stream_settings set masks = '{"status": "null"}' where workspace_id = $1`, [
      workspace.id,
    ]);
    assert.equal((await read(id)).isWithheld, false, 'the version is still the current one');
    await api.sql(`update tool_run_tables set version = version - 1 where run_id = $1`, [id]);
    const { isWithheld, result, figures } = await read(id);
    assert.deepEqual([isWithheld, result, figures], [true, null, { rows: 2 }]);
    assert.equal((await client.delete(source)).status, 204);
    const gone = await until(id, ({ tables }) => tables.length === 0);
    assert.deepEqual([gone.isWithheld, gone.result], [true, null]);
    await installationTransaction(api.database, (db) => api.services.hooks.within('nightly', db));
    assert.equal((await client.get(`${tools}/runs/${id}`)).status, 404);
  });
});
