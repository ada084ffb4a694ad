import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DuplicatesFound, ToolRunAttributes } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);

const PEOPLE =
  'id,name,mail\n1,Anna Müller,anna@x.example\n2,anna  muller,ANNA@x.example\n3,Ana Müller,\n4,Bo,bo@x.example\n5,,\n';

let journey: SourceJourney;
let tableId: string;
before(async () => {
  journey = new SourceJourney(await api.workspace());
  const source = await journey.connectFiles({ 'people.csv': PEOPLE });
  await journey.sync(source);
  tableId = (await journey.client.get(`${source}/tables/people`)).body.data.id;
});

const EXACT = { ignoreSpaces: true, ignoreCase: true, ignoreAccents: true, similar: null };
const start = (config: object) =>
  journey.client.post(`${journey.base}/tools/duplicate-finder/runs`, 'tool_runs', {
    config: { tableId, ...config },
    isSample: false,
  });

async function find(config: object) {
  const started = await start(config);
  assert.equal(started.status, 202, started.text);
  const run = await settled(
    async () =>
      (await journey.attributesOf(
        `${journey.base}/tools/duplicate-finder/runs/${started.body.data.id}`,
      )) as ToolRunAttributes,
    ({ endedAt }) => endedAt !== null,
  );
  assert.equal(run.error, null);
  return { ...run, result: run.result as unknown as DuplicatesFound };
}

test('rows that read the same are found', async () => {
  const { outcome, figures, result } = await find({ columns: ['name'], ...EXACT });
  assert.deepEqual([outcome, figures], ['found', { groups: 1, rows: 2 }]);
  assert.deepEqual([result.rows, result.empty], [5, 1]);
  assert.deepEqual(
    result.columns.map(({ name }) => name),
    ['name', 'id', 'mail'],
  );
  assert.deepEqual(result.examples, [
    {
      rows: 2,
      shown: [
        ['Anna Müller', '1', 'anna@x.example'],
        ['anna  muller', '2', 'ANNA@x.example'],
      ],
    },
  ]);
  const strict = await find({
    columns: ['name'],
    ...EXACT,
    ...{ ignoreSpaces: false, ignoreCase: false, ignoreAccents: false },
  });
  assert.deepEqual([strict.outcome, strict.figures], ['clean', { groups: 0, rows: 0 }]);
});

test('rows that are similar are found', async () => {
  const { figures } = await find({ columns: ['name'], ...EXACT, similar: { least: 0.85, within: null } });
  assert.deepEqual(figures, { groups: 1, rows: 2 });
  const both = await find({ columns: ['name', 'mail'], ...EXACT });
  assert.deepEqual(both.figures, { groups: 1, rows: 2 });
});

test('what does not fit is named', async () => {
  assert.deepEqual(
    faultsIn(await start({ columns: ['name', 'nope'], ...EXACT, similar: { least: 0.9, within: 'none' } })),
    [
      'query_column_unknown /data/attributes/config/columns/1',
      'query_column_unknown /data/attributes/config/similar/within',
    ],
  );
  assert.equal((await start({ columns: [], ...EXACT })).status, 422);
  assert.equal(
    (await start({ columns: ['name'], ...EXACT, similar: { least: 0.1, within: null } })).status,
    422,
  );
});
