import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { startApiServer, type Reply } from '@headwater/protocol/testing/api-server';
import { manifestOf } from '@headwater/manifests/testing/manifest-of';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../../test-support/test-api.ts';

const server = await startApiServer();
const api = await TestApi.open();
after(async () => {
  await api.close();
  await server.stop();
});
const workspace = await api.workspace('An API as a source');
const journey = new SourceJourney(workspace);
const { client, base } = journey;

const TOKEN = 'the-secret-token';
const orders = Array.from({ length: 25 }, (_, at) => ({
  id: at + 1,
  at: `2024-01-${String(at + 1).padStart(2, '0')}T00:00:00Z`,
}));
/** Ten orders a page, for those who know the token. */
server.routes.set('/orders', ({ headers, query }): Reply => {
  if (headers.authorization !== `Bearer ${TOKEN}`)
    return { status: 401, json: { message: `not ${headers.authorization}` } };
  const page = Number(query.get('page') ?? 1);
  const since = query.get('since') ?? '';
  const found = orders.filter(({ at }) => at >= since);
  return { json: { items: found.slice((page - 1) * 10, page * 10) } };
});
const option = (name: string) => `{type: RequestOption, inject_into: request_parameter, field_name: ${name}}`;
const manifest = manifestOf({
  url: server.url,
  name: 'orders',
  path: '/orders',
  spec: '{token: {type: string, title: Token, airbyte_secret: true}}',
  authenticator: `{type: BearerAuthenticator, api_token: "{{ config['token'] }}"}`,
  paginator: `{type: DefaultPaginator, page_token_option: ${option('page')}, pagination_strategy: {type: PageIncrement, page_size: 10, start_from_page: 1}}`,
  schema: '{id: {type: integer}, at: {type: string, format: date-time}}',
  stream: `, incremental_sync: {type: DatetimeBasedCursor, cursor_field: at, datetime_format: "%Y-%m-%dT%H:%M:%SZ", start_datetime: "2024-01-01T00:00:00Z", start_time_option: ${option('since')}}`,
});
const configuration = { manifest, 'config:token': TOKEN };
const testRequests = (more: object) =>
  client.post(`${base}/request-tests`, 'request_tests', {
    connector: 'rest',
    configuration,
    stream: 'orders',
    ...more,
  });

beforeEach(() => (server.received.length = 0));

describe('an API with a token and pages', () => {
  test('shows its requests before it is saved', async () => {
    const { status, body, text } = await testRequests({});
    assert.equal(status, 200, text);
    const { exchanges, recordCount, columns, failure } = body.data.attributes;
    assert.deepEqual([exchanges.length, recordCount, failure], [3, 25, null]);
    assert.deepEqual(
      columns.map(({ name }: { name: string }) => name),
      ['id', 'at'],
    );
    assert.ok(!text.includes(TOKEN));
    assert.equal(server.received.length, 3);
  });

  test('is synced, and synced again with the secret that was kept', async () => {
    const source = await journey.connect('rest', configuration);
    await journey.select(source, 'orders');
    const first = await journey.sync(source);
    assert.equal(first.state, 'succeeded', JSON.stringify(first.failure));
    assert.equal((await journey.rows(source, 'orders')).length, 25);
    const id = source.split('/').at(-1)!;
    const kept = { ...configuration, 'config:token': { set: true } };
    const tested = await testRequests({ configuration: kept, sourceConnectionId: id });
    assert.equal(tested.body.data.attributes.recordCount, 25, tested.text);
    const { version, configuration: shown } = await journey.attributesOf(source);
    assert.deepEqual(shown['config:token'], { set: true });
    const changed = await client.patch(
      source,
      'source_connections',
      { configuration: kept },
      { 'if-match': String(version) },
    );
    assert.equal(changed.status, 200, changed.text);
    await journey.discover(source);
    orders.push({ id: 26, at: '2024-01-26T00:00:00Z' });
    server.received.length = 0;
    const second = await journey.sync(source);
    assert.equal(second.state, 'succeeded', JSON.stringify(second.failure));
    assert.equal((await journey.rows(source, 'orders')).length, 26);
  });

  test('isn’t asked if the manifest has an error, a stream that it doesn’t have, or a field that is missing', async () => {
    const wrong: [more: object, fault: string][] = [
      [{ stream: 'refunds' }, 'field_invalid /data/attributes/stream'],
      [{ configuration: { manifest: `${manifest}streams: []` } }, 'field_invalid /data/attributes/stream'],
      [
        { configuration: { ...configuration, 'config:other': 1 } },
        'field_invalid /data/attributes/configuration/config:other',
      ],
      [
        { configuration: { manifest, 'config:token': { set: true } } },
        'secret_needed /data/attributes/configuration/config:token',
      ],
    ];
    for (const [more, fault] of wrong) {
      const response = await testRequests(more);
      assert.deepEqual([response.status, faultsIn(response)], [422, [fault]]);
    }
    assert.equal(server.received.length, 0);
  });

  test('can’t be saved with a manifest that can’t be used', async () => {
    const broken = { manifest: manifest.replace('SimpleRetriever', 'MagicRetriever') };
    const response = await client.post(`${base}/source-connections`, 'source_connections', {
      name: 'Broken',
      connector: 'rest',
      configuration: broken,
    });
    assert.deepEqual(faultsIn(response), ['field_invalid /data/attributes/configuration/manifest']);
  });

  test('says what the server said if it refuses', async () => {
    const { body, text } = await testRequests({ configuration: { manifest, 'config:token': 'another-one' } });
    const { failure, line, exchanges } = body.data.attributes;
    assert.equal(failure.code, 'api_access_refused');
    assert.equal(line, manifest.split('\n').findIndex((each) => each.includes('Bearer')) + 1);
    assert.equal(exchanges[0].status, 401);
    assert.ok(!text.includes('another-one'), text);
  });
});
