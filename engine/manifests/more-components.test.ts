import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { loadManifest } from './manifest/load.ts';
import { startApiServer, type ApiServer } from '@headwater/protocol/testing/api-server';
import { manifestOf } from './testing/manifest-of.ts';
import { readAll } from './testing/read-all.ts';

let api: ApiServer;
before(async () => {
  api = await startApiServer();
});
after(() => api.stop());
beforeEach(() => {
  api.received.length = 0;
});

const ids = (rows: readonly Record<string, string | null>[]) => rows.map(({ id }) => Number(id));
const SCHEMA = '{id: {type: integer}}';
const pages = (count: number) => {
  const option = (name: string) =>
    `{type: RequestOption, inject_into: request_parameter, field_name: ${name}}`;
  api.routes.set('/items', ({ query }) => ({
    json: { items: Number(query.get('page')) < count ? [{ id: Number(query.get('page')) }] : [] },
  }));
  return `{type: DefaultPaginator, page_token_option: ${option('page')}, pagination_strategy: {type: PageIncrement, page_size: 1, start_from_page: 0, inject_on_first_request: true}}`;
};

describe('Several tokens', () => {
  const SPEC = '{tokens: {type: string, airbyte_secret: true}}';
  const authenticator = (more = '', quota = '') =>
    `{type: RateLimitedMultipleTokenAuthenticator, tokens: "{{ config['tokens'] }}", auth_method: token, budget_min_reserve: 0, budget_reserve_fraction: 0, quota_status_source: {type: QuotaStatusSource, url: "${api.url}/limits"${more}}, quotas: [{type: TokenQuota, name: core, remaining_path: [core, left], reset_path: [core, reset]${quota}}]}`;
  const read = (given: string, count: number, tokens = 'one, two') =>
    readAll(
      manifestOf({ url: api.url, authenticator: given, paginator: pages(count), schema: SCHEMA, spec: SPEC }),
      { config: { tokens } },
    );
  const used = () =>
    api.received.filter(({ path }) => path === '/items').map(({ headers }) => headers.authorization);
  const limits = (left: Record<string, number>, reset = Date.now() / 1000 + 3600) =>
    api.routes.set('/limits', ({ headers }) => ({
      json: { core: { left: left[headers.authorization!], reset: Math.round(reset) } },
    }));

  it('take over when one has no calls left', async () => {
    limits({ 'token one': 2, 'token two': 9 });
    const { rows, failure } = await read(authenticator(), 4);
    assert.equal(failure, null);
    assert.deepEqual(ids(rows), [0, 1, 2, 3]);
    assert.deepEqual(used(), ['token one', 'token one', 'token two', 'token two', 'token two']);
    assert.equal(api.received.filter(({ path }) => path === '/limits').length, 2, 'once for each token');
  });

  it('take over at once when the server refuses one, without waiting for its reset', async () => {
    limits({ 'token one': 9, 'token two': 9 });
    const quota = ', remaining_header: X-Left, exhaustion_status_codes: [429]';
    const paginator = pages(2);
    const route = api.routes.get('/items')!;
    api.routes.set('/items', (request, response) =>
      request.headers.authorization === 'token one'
        ? { status: 429, headers: { 'retry-after': '3600' }, json: {} }
        : route(request, response),
    );
    const { rows, failure } = await readAll(
      manifestOf({
        url: api.url,
        authenticator: authenticator('', quota),
        paginator,
        schema: SCHEMA,
        spec: SPEC,
      }),
      { config: { tokens: 'one,two' } },
    );
    assert.equal(failure, null);
    assert.deepEqual(ids(rows), [0, 1]);
    assert.deepEqual(used(), ['token one', 'token two', 'token two', 'token two']);
  });

  it('end the read if none has calls and the reset is too far away, without saying what they are', async () => {
    limits({ 'token one': 0, 'token two': 0 }, Date.now() / 1000 + 86_400);
    const { failure } = await read(authenticator(), 1);
    assert.equal(failure?.code, 'api_rate_limited');
    assert.ok(!JSON.stringify(failure).includes('two'));
  });

  it('take turns where the server counts nothing', async () => {
    api.routes.set('/limits', () => ({ status: 404, json: {} }));
    const { rows } = await read(authenticator(', unavailable_status_codes: [404]'), 3);
    assert.deepEqual(ids(rows), [0, 1, 2]);
    assert.deepEqual(used(), ['token one', 'token two', 'token one', 'token two']);
  });

  it('must have the quotas that the manifest names', async () => {
    api.routes.set('/limits', () => ({ json: { other: 1 } }));
    const { failure } = await read(authenticator(), 1);
    assert.equal(failure?.code, 'api_sign_in_failed');
  });
});

describe('A waiting time in the response', () => {
  const handler = (more = '') =>
    `, error_handler: {type: DefaultErrorHandler, backoff_strategies: [{type: WaitTimeFromResponse, wait_time_in_seconds: "{{ response.wait }}"${more}}, {type: ConstantBackoffStrategy, backoff_time_in_seconds: 0}]}`;
  const refuseOnce = (json: object) => {
    let asked = 0;
    api.routes.set('/items', () =>
      (asked += 1) === 1 ? { status: 503, json } : { json: { items: [{ id: 1 }] } },
    );
  };
  const read = (more?: string) =>
    readAll(manifestOf({ url: api.url, requester: handler(more), schema: SCHEMA }));

  it('is waited for, and left to the next strategy if there is none', async () => {
    refuseOnce({ wait: 0.001 });
    assert.deepEqual(ids((await read()).rows), [1]);
    refuseOnce({ wait: 'soon' });
    assert.deepEqual(ids((await read()).rows), [1]);
  });

  it('ends the read if it’s longer than the manifest allows', async () => {
    refuseOnce({ wait: 10 });
    assert.equal((await read(', max_waiting_time_in_seconds: 10')).failure?.code, 'api_rate_limited');
  });
});

describe('Partitions', () => {
  const list = (values: string) => `{type: ListPartitionRouter, cursor_field: shop, values: ${values}}`;
  const read = (router: string) => {
    api.routes.set('/items', ({ query }) => ({ json: { items: [{ id: query.get('shops') }] } }));
    return readAll(
      manifestOf({
        url: api.url,
        requester: `, request_parameters: {shops: "{{ stream_partition.shop if stream_partition.shop is string else stream_partition.shop | join('+') }}"}`,
        retriever: `, partition_router: ${router}`,
        schema: '{id: {type: string}}',
      }),
    );
  };

  it('of several routers are read once each', async () => {
    const { rows, failure } = await read(
      `{type: UnionPartitionRouter, partition_field: shop, partition_routers: [${list('[a, b]')}, ${list('[b, c]')}]}`,
    );
    assert.equal(failure, null);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
  });

  it('can be asked for several at a time', async () => {
    const { rows, failure } = await read(
      `{type: GroupingPartitionRouter, group_size: 2, underlying_partition_router: ${list('[a, b, b, c]')}}`,
    );
    assert.equal(failure, null);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['a+b', 'c'],
    );
  });
});

describe('Records', () => {
  const extractor = (path: string) => `{type: DpathExtractor, field_path: [${path}]}`;
  const read = (mode: string) =>
    readAll(
      manifestOf({
        url: api.url,
        selector: `{type: RecordSelector, extractor: {type: CombinedExtractor, extractors: [${extractor('a')}, ${extractor('b')}]${mode}}}`,
        schema: SCHEMA,
      }),
    );

  it('can stand in several places, or in the first one that has some', async () => {
    api.routes.set('/items', () => ({ json: { a: [{ id: 1 }, {}], b: [{ id: 2 }] } }));
    assert.deepEqual(ids((await read(', skip_empty_records: true')).rows), [1, 2]);
    assert.deepEqual(ids((await read(', mode: first_match')).rows), [1, 0]);
    api.routes.set('/items', () => ({ json: { a: [], b: [{ id: 2 }] } }));
    assert.deepEqual(ids((await read(', mode: first_match')).rows), [2]);
    api.routes.set('/items', () => ({ json: { error: 'no' } }));
    assert.equal((await read('')).failure?.code, 'api_request_refused');
  });

  it('of several places can’t be counted by an offset', () => {
    const { manifest, faults } = loadManifest(
      manifestOf({
        url: api.url,
        selector: `{type: RecordSelector, extractor: {type: CombinedExtractor, extractors: [${extractor('a')}]}}`,
        paginator: '{type: DefaultPaginator, pagination_strategy: {type: OffsetIncrement, page_size: 5}}',
      }),
    );
    assert.equal(manifest, null);
    assert.deepEqual(
      faults.map(({ code, line }) => [code, line]),
      [['component_misplaced', 5]],
    );
  });

  it('can be XML, or a list somewhere in a document', async () => {
    const xml =
      '<?xml version="1.0"?><r><item no="7"><id>1</id><note>a<![CDATA[ & b]]></note></item><item><id>2</id><note/></item></r>';
    api.routes.set('/items', () => ({ headers: { 'content-type': 'text/xml' }, body: xml }));
    const parts = (decoder: string, path: string) => ({
      url: api.url,
      selector: `{type: RecordSelector, extractor: {type: DpathExtractor, field_path: [${path}]}}`,
      retriever: `, decoder: ${decoder}`,
    });
    const { rows } = await readAll(manifestOf(parts('{type: XmlDecoder}', 'r, item')));
    assert.deepEqual(
      rows.map(({ id, note, '@no': no }) => [id, note, no ?? null]),
      [
        ['1', 'a & b', '7'],
        ['2', null, null],
      ],
    );
    api.routes.set('/items', () => ({ body: '<r><item>' }));
    const cut = await readAll(manifestOf({ ...parts('{type: XmlDecoder}', 'r, item'), schema: SCHEMA }));
    assert.equal(cut.failure?.code, 'api_not_json');
    api.routes.set('/items', () => ({ json: { data: { users: [{ id: 5 }, { id: 6 }] } } }));
    const items = await readAll(
      manifestOf({ ...parts('{type: JsonItemsDecoder, items_path: data.users}', ''), schema: SCHEMA }),
    );
    assert.deepEqual(ids(items.rows), [5, 6]);
  });
});
