import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  ACCOUNT,
  GoogleServer,
  type TestSpreadsheet,
} from '@headwater/connectors/sheets/testing/google-server';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../../test-support/test-api.ts';

const google = await GoogleServer.start();
const api = await TestApi.open({ environment: { GOOGLE_SHEETS_URL: google.url } });
after(async () => {
  await api.close();
  await google.stop();
});
const journey = new SourceJourney(await api.workspace('A spreadsheet'));
const { client, base } = journey;

const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz';
const url = `https://docs.google.com/spreadsheets/d/${ID}/edit?usp=sharing`;
const spreadsheet: TestSpreadsheet = {
  title: 'Shop',
  readers: [ACCOUNT],
  sheets: [
    {
      id: 0,
      title: "Bob's orders",
      rows: [
        ['id', 'day', 'price'],
        [1, { number: 46_082, type: 'DATE' }, 19.99],
        [2, { number: 46_083, type: 'DATE' }, { error: 'N_A' }],
      ],
    },
    { id: 1, title: 'Notes', rows: [['note'], ['a']] },
  ],
};
google.spreadsheets.set(ID, spreadsheet);

let source: string;
before(async () => {
  source = await journey.connect('google_sheets', { url, serviceAccountKey: google.keyFile() });
  await journey.select(source, 'bob_s_orders');
});

describe('a spreadsheet', () => {
  test('is loaded with the values behind what it shows', async () => {
    const run = await journey.sync(source);
    assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
    assert.deepEqual(await journey.rows(source, 'bob_s_orders'), [
      ['1', '2026-03-01', '19.99'],
      ['2', '2026-03-02', null],
    ]);
    assert.equal((await journey.attributesOf(source)).address, url.replace(/\?.*/, ''));
  });

  test('says before the load how many cells have an error', async () => {
    const { streams } = await journey.attributesOf(`${source}/catalog/streams`);
    const codes = streams[0].findings.map(({ code }: { code: string }) => code);
    assert.deepEqual(codes, ['sheet_errors']);
  });

  test('keeps its version while nothing has changed, and has another one once it has', async () => {
    const versions = async () =>
      ((await client.get(`${source}/tables/bob_s_orders/versions`)).body.data as unknown as unknown[]).length;
    const before = await versions();
    assert.equal((await journey.sync(source)).state, 'succeeded');
    assert.equal(await versions(), before);
    spreadsheet.sheets[0]!.rows.push([3, { number: 46_084, type: 'DATE' }, 5]);
    assert.equal((await journey.sync(source)).state, 'succeeded');
    assert.deepEqual(
      [await versions(), (await journey.rows(source, 'bob_s_orders')).length],
      [before + 1, 3],
    );
  });

  test('tells with whom to share it when access has ended, and keeps its rows', async () => {
    spreadsheet.readers = [];
    const run = await journey.sync(source);
    assert.equal(run.state, 'failed');
    const [stream] = run.streams as { failure: { code: string; values: object } }[];
    assert.deepEqual(
      [stream!.failure.code, stream!.failure.values],
      ['google_not_shared', { account: ACCOUNT }],
    );
    spreadsheet.readers = [ACCOUNT];
    assert.equal((await journey.rows(source, 'bob_s_orders')).length, 3);
  });

  test('never shows its key', async () => {
    const { private_key } = JSON.parse(google.keyFile()) as { private_key: string };
    const line = private_key.split('\n')[3]!;
    for (const path of [source, `${source}/catalog`, `${source}/catalog/streams`, `${source}/sync-runs`])
      assert.ok(!(await client.get(path)).text.includes(line), path);
    const { configuration } = await journey.attributesOf(source);
    assert.deepEqual(configuration.serviceAccountKey, { set: true });
  });

  test('must have a URL of a spreadsheet', async () => {
    for (const wrong of [
      'https://example.com/spreadsheets/d/1',
      'https://docs.google.com/document/d/1',
      '',
    ]) {
      const response = await client.post(`${base}/source-connections`, 'source_connections', {
        name: 'Wrong',
        connector: 'google_sheets',
        configuration: { url: wrong },
      });
      assert.deepEqual(faultsIn(response), ['field_invalid /data/attributes/configuration/url'], wrong);
    }
  });
});
