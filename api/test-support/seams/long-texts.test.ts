import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ApiResponse } from '../client.ts';
import { SourceJourney } from '../source-journey.ts';
import { TestApi } from '../test-api.ts';

const api = await TestApi.open();
after(api.close);
const journey = new SourceJourney(await api.workspace());
const { client, base } = journey;

/** As long as a URL can have it. */
const LONG = 'né"\'; '.repeat(500);
const VERY_LONG = `${'x'.repeat(200_000)}`;
/** What says no is read by people, and kept. */
const MOST_ANSWERED = 20_000;

let source: string;
before(async () => {
  const rows = Array.from({ length: 2_000 }, (_, id) => `${id},${id % 7}`);
  source = await journey.connectFiles({ 'orders.csv': `id,amount\n${rows.join('\n')}\n` });
  await journey.sync(source);
});

const isRefusedShortly = ({ status, text }: ApiResponse) => {
  assert.ok(status >= 400 && status < 500, `${status}: ${text.slice(0, 500)}`);
  assert.ok(text.length < MOST_ANSWERED, `${text.length} characters`);
};

describe('A long text of bad input is refused in few words', () => {
  const asked = (name: string) => `${name}=${encodeURIComponent(LONG)}`;
  const paths: [string, () => string][] = [
    ...['filter', 'sort', 'columns', 'page[after]'].map((name): [string, () => string] => [
      `the rows' ${name}`,
      () => `${source}/tables/orders/rows?${asked(name)}`,
    ]),
    ['a table', () => `${source}/tables/${encodeURIComponent(LONG)}`],
    ['a state', () => `${base}/table-index?${asked('filter[state]')}`],
    ['a page of the index', () => `${base}/table-index?filter[source]=src_1&${asked('page[after]')}`],
  ];
  for (const [title, path] of paths) test(title, async () => isRefusedShortly(await client.get(path())));

  test('the name of a file', async () =>
    isRefusedShortly(await client.upload(`${base}/uploads?${asked('fileName')}`, 'a\n1\n')));

  test('a time zone', async () =>
    isRefusedShortly(await client.patch(base, 'organizations', { timeZone: VERY_LONG })));

  test('the name and the settings of a connection', async () => {
    for (const attributes of [
      { name: VERY_LONG, connector: 'csv', configuration: { files: [] } },
      { name: 'a', connector: VERY_LONG, configuration: {} },
      { name: 'a', connector: 'postgres', configuration: { host: VERY_LONG, database: 'a', user: 'a' } },
      { name: 'a', connector: 'csv', configuration: { files: [{ uploadId: VERY_LONG }] } },
    ])
      isRefusedShortly(await client.post(`${base}/source-connections`, 'source_connections', attributes));
  });
});

test('a row with a long text that it should not have is rejected, and its beginning is shown', async () => {
  const rows = Array.from({ length: 60_000 }, (_, id) => `${id},${id % 7}`);
  const files = {
    'long.csv': `id,amount\n${[...rows, `1,2,${VERY_LONG}`].join('\n')}\n`,
    'broken.json': `{"a": ${VERY_LONG}`,
  };
  const path = await journey.connectFiles(files);
  const run = await journey.begin(path);
  await journey.runIn(run, 'succeeded', 'partially_succeeded', 'failed', 'incomplete');
  for (const part of ['', '/rejected-rows', '/log-lines']) {
    const { status, text } = await client.get(`${run}${part}`);
    assert.equal(status, 200);
    assert.ok(text.length < MOST_ANSWERED, `${part}: ${text.length} characters`);
  }
  const rejected = (await client.get(`${run}/rejected-rows`)).body.data as { attributes: { raw: string } }[];
  assert.deepEqual(
    rejected.map(({ attributes: { raw } }) => /x{100}/.test(raw)),
    [true],
  );
  const { text } = await client.get(`${path}/catalog/streams`);
  assert.match(text, /broken\.json/);
  assert.ok(text.length < MOST_ANSWERED, `${text.length} characters of the catalog`);
});
