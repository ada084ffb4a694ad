import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, createVerify } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import {
  startApiServer,
  type ApiServer,
  type Received,
  type Reply,
} from '@headwater/protocol/testing/api-server';
import { manifestOf } from './testing/manifest-of.ts';
import { settled } from '@headwater/base/testing/settled';
import type { FailureError } from '@headwater/base/failures/failure';
import { configurationOf } from './rest.config.ts';
import { readRecords } from './stream/read-stream.ts';
import { Run } from './stream/run.ts';
import { readAll, restContext } from './testing/read-all.ts';

let api: ApiServer;
before(async () => {
  api = await startApiServer();
});
after(() => api.stop());
beforeEach(() => {
  api.received.length = 0;
});

const ITEMS = Array.from({ length: 25 }, (_, at) => ({
  id: at + 1,
  at: `2024-01-${String(at + 1).padStart(2, '0')}T00:00:00Z`,
}));
const SCHEMA = '{id: {type: integer}, at: {type: string, format: date-time}}';
const slice = (from: number, to: number): Reply => ({ json: { items: ITEMS.slice(from, to) } });
const ids = (rows: readonly Record<string, string | null>[]) => rows.map(({ id }) => Number(id));
const ALL = ITEMS.map(({ id }) => id);
const option = (name: string, into = 'request_parameter') =>
  `{type: RequestOption, inject_into: ${into}, field_name: ${name}}`;
const queries = () => api.received.map(({ query }) => Object.fromEntries(query));

describe('Pages', () => {
  const number = (query: URLSearchParams, name: string, otherwise: number) =>
    Number(query.get(name) ?? otherwise);

  it('by offset, with the size of a page', async () => {
    api.routes.set('/items', ({ query }) =>
      slice(number(query, 'offset', 0), number(query, 'offset', 0) + number(query, 'limit', 5)),
    );
    const paginator = `{type: DefaultPaginator, page_size_option: ${option('limit')}, page_token_option: ${option('offset')}, pagination_strategy: {type: OffsetIncrement, page_size: 10}}`;
    const { rows } = await readAll(manifestOf({ url: api.url, paginator, schema: SCHEMA }));
    assert.deepEqual(ids(rows), ALL);
    assert.deepEqual(queries(), [
      { limit: '10' },
      { limit: '10', offset: '10' },
      { limit: '10', offset: '20' },
    ]);
  });

  it('by number, from the first request on', async () => {
    api.routes.set('/items', ({ query }) =>
      slice((number(query, 'page', 1) - 1) * 10, number(query, 'page', 1) * 10),
    );
    const paginator = `{type: DefaultPaginator, page_token_option: ${option('page')}, pagination_strategy: {type: PageIncrement, page_size: 10, start_from_page: 1, inject_on_first_request: true}}`;
    const { rows } = await readAll(manifestOf({ url: api.url, paginator, schema: SCHEMA }));
    assert.deepEqual(ids(rows), ALL);
    assert.deepEqual(queries(), [{ page: '1' }, { page: '2' }, { page: '3' }]);
  });

  it('by a cursor in the response, sent in the body', async () => {
    api.routes.set('/items', ({ body }) => {
      const { after = 0 } = JSON.parse(body || '{}') as { after?: number };
      return { json: { items: ITEMS.slice(after, after + 10), next: after + 10 < 25 ? after + 10 : null } };
    });
    const paginator = `{type: DefaultPaginator, page_token_option: ${option('after', 'body_json')}, pagination_strategy: {type: CursorPagination, cursor_value: "{{ response.next }}", stop_condition: "{{ response.next is none }}"}}`;
    const { rows } = await readAll(
      manifestOf({
        url: api.url,
        paginator,
        requester: ', http_method: POST, request_body_json: {all: true}',
        schema: SCHEMA,
      }),
    );
    assert.deepEqual(ids(rows), ALL);
    assert.deepEqual(
      api.received.map(({ body }) => body),
      ['{"all":true}', '{"all":true,"after":10}', '{"all":true,"after":20}'],
    );
  });

  it('by the URL of the next page, whose parameters aren’t doubled', async () => {
    api.routes.set('/items', ({ query }) => {
      const from = number(query, 'from', 0);
      return {
        json: {
          items: ITEMS.slice(from, from + 10),
          next: from + 10 < 25 ? `${api.url}/items?from=${from + 10}&kind=a` : '',
        },
      };
    });
    const paginator =
      '{type: DefaultPaginator, page_token_option: {type: RequestPath}, pagination_strategy: {type: CursorPagination, cursor_value: "{{ response.next }}"}}';
    const { rows } = await readAll(
      manifestOf({ url: api.url, paginator, requester: ', request_parameters: {kind: a}', schema: SCHEMA }),
    );
    assert.deepEqual(ids(rows), ALL);
    assert.deepEqual(queries().at(-1), { from: '20', kind: 'a' });
  });

  it('by the Link header', async () => {
    api.routes.set('/items', ({ query }) => {
      const from = number(query, 'from', 0);
      const next = `<${api.url}/items?from=${from + 10}>; rel="next", <x>; rel="last"`;
      const headers: Record<string, string> = from + 10 < 25 ? { link: next } : {};
      return { ...slice(from, from + 10), headers };
    });
    const paginator = `{type: DefaultPaginator, page_token_option: {type: RequestPath}, pagination_strategy: {type: CursorPagination, cursor_value: "{{ headers['link']['next']['url'] }}", stop_condition: "{{ 'next' not in headers['link'] }}"}}`;
    assert.deepEqual(ids((await readAll(manifestOf({ url: api.url, paginator, schema: SCHEMA }))).rows), ALL);
  });

  it('are requested while the one before is used, and fail after it', async () => {
    api.routes.set('/items', ({ query }) => (query.has('page') ? { status: 404, json: {} } : slice(0, 10)));
    const paginator = `{type: DefaultPaginator, page_token_option: ${option('page')}, pagination_strategy: {type: PageIncrement, page_size: 10}}`;
    const configuration = configurationOf({
      manifest: manifestOf({ url: api.url, paginator, schema: SCHEMA }),
    });
    const run = new Run({ ...configuration, context: restContext() });
    const stream = configuration.manifest.streams.get('items')!;
    const whole = { incremental: null, startFrom: null, limits: null, table: 'items' };
    const records = readRecords({ stream, ...whole, readsAhead: true }, run);
    assert.equal((await records.next()).value?.length, 10);
    await settled(
      () => Promise.resolve(api.received.length),
      (requests) => requests === 2,
    );
    await assert.rejects(
      records.next(),
      (error: FailureError) => error.failure.code === 'api_request_refused',
    );
    run.close();
  });

  it('that repeat or never end are noticed', async () => {
    api.routes.set('/items', () => slice(0, 10));
    const paginator = `{type: DefaultPaginator, page_token_option: ${option('page')}, pagination_strategy: {type: PageIncrement, page_size: 10}}`;
    const repeated = await readAll(manifestOf({ url: api.url, paginator, schema: SCHEMA }));
    assert.deepEqual(
      [repeated.failure?.code, repeated.failure?.field, api.received.length],
      ['api_pages_repeat', 'manifest', 2],
    );
    let sent = 0;
    api.routes.set('/items', () => ({ json: { items: [{ id: (sent += 1) }], next: 'same' } }));
    const cursor = `{type: DefaultPaginator, page_token_option: ${option('after')}, pagination_strategy: {type: CursorPagination, cursor_value: "{{ response.next }}"}}`;
    const endless = await readAll(manifestOf({ url: api.url, paginator: cursor, schema: SCHEMA }));
    assert.equal(endless.failure?.code, 'api_pages_repeat');
    assert.ok(sent <= 3);
  });
});

describe('Signing in', () => {
  const secured = (isAllowed: (request: Received) => boolean) =>
    api.routes.set('/items', (request) =>
      isAllowed(request) ? slice(0, 3) : { status: 401, json: { message: 'Who are you?' } },
    );
  const spec = '{key: {type: string, airbyte_secret: true}, user: {type: string}}';
  const config = { key: 's3cret-key', user: 'ann' };
  const reads = async (authenticator: string) => {
    const { rows, failure } = await readAll(
      manifestOf({ url: api.url, authenticator, schema: SCHEMA, spec }),
      { config },
    );
    assert.equal(failure, null);
    assert.deepEqual(ids(rows), [1, 2, 3]);
  };

  it('with an API key in a header, a parameter', async () => {
    secured(({ headers, query }) => headers['x-key'] === 's3cret-key' || query.get('key') === 's3cret-key');
    for (const inject of [option('X-Key', 'header'), option('key')])
      await reads(`{type: ApiKeyAuthenticator, api_token: "{{ config['key'] }}", inject_into: ${inject}}`);
  });

  it('with a bearer token, and with a user and a password', async () => {
    secured(({ headers }) => headers.authorization === 'Bearer s3cret-key');
    await reads(`{type: BearerAuthenticator, api_token: "{{ config['key'] }}"}`);
    secured(
      ({ headers }) => headers.authorization === `Basic ${Buffer.from('ann:s3cret-key').toString('base64')}`,
    );
    await reads(
      `{type: BasicHttpAuthenticator, username: "{{ config['user'] }}", password: "{{ config['key'] }}"}`,
    );
  });

  it('with OAuth: client credentials, and a refresh token', async () => {
    secured(({ headers }) => headers.authorization === 'Bearer fresh');
    api.routes.set('/token', ({ body }) => {
      const form = new URLSearchParams(body);
      const isRight =
        form.get('client_secret') === 's3cret-key' &&
        (form.get('grant_type') === 'client_credentials' || form.get('refresh_token') === 'r1');
      return isRight
        ? { json: { access_token: 'fresh', expires_in: 3600 } }
        : { status: 400, json: { error: 'invalid_client' } };
    });
    const common = `type: OAuthAuthenticator, token_refresh_endpoint: "${api.url}/token", client_id: ann, client_secret: "{{ config['key'] }}"`;
    await reads(`{${common}, grant_type: client_credentials, scopes: [read]}`);
    await reads(`{${common}, refresh_token: r1}`);
    assert.equal(
      api.received.filter(({ path }) => path === '/token').length,
      2,
      'a token is used until it expires',
    );
    const wrong = await readAll(
      manifestOf({ url: api.url, authenticator: `{${common}, refresh_token: r2}`, schema: SCHEMA, spec }),
      { config },
    );
    assert.deepEqual(
      [wrong.failure?.code, wrong.failure?.values.reason],
      ['api_sign_in_failed', '400: invalid_client'],
    );
  });

  it('with a session token that a login returns', async () => {
    secured(({ headers }) => headers['x-session'] === 't-1');
    api.routes.set('/login', ({ method, body }) =>
      method === 'POST' && body.includes('s3cret-key')
        ? { json: { session: { token: 't-1' } } }
        : { status: 403, json: {} },
    );
    const session = (usage: string) =>
      `{type: SessionTokenAuthenticator, expiration_duration: PT1H, session_token_path: [session, token], login_requester: {type: HttpRequester, url_base: "${api.url}", path: login, http_method: POST, request_body_json: {password: "{{ config['key'] }}"}}, request_authentication: ${usage}}`;
    for (const name of ['ApiKey', 'SessionTokenRequestApiKeyAuthenticator'])
      await reads(session(`{type: ${name}, inject_into: ${option('X-Session', 'header')}}`));
    secured(({ headers }) => headers.authorization === 'Bearer t-1');
    for (const name of ['Bearer', 'SessionTokenRequestBearerAuthenticator'])
      await reads(session(`{type: ${name}}`));
  });

  it('with a signed token', async () => {
    secured(({ headers }) => {
      const [header, payload, signature] = (headers.authorization ?? '').replace('JWT ', '').split('.') as [
        string,
        string,
        string,
      ];
      return (
        createHmac('sha256', 's3cret-key').update(`${header}.${payload}`).digest('base64url') === signature
      );
    });
    await reads(
      `{type: JwtAuthenticator, secret_key: "{{ config['key'] }}", algorithm: HS256, token_duration: 60, header_prefix: JWT, jwt_payload: {iss: "{{ config['user'] }}"}}`,
    );
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    secured(({ headers }) => {
      const [header, payload, signature] = (headers.authorization ?? '')
        .replace('Bearer ', '')
        .split('.') as [string, string, string];
      return createVerify('sha256').update(`${header}.${payload}`).verify(publicKey, signature, 'base64url');
    });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const manifest = manifestOf({
      url: api.url,
      schema: SCHEMA,
      spec,
      authenticator: `{type: JwtAuthenticator, secret_key: "{{ config['key'] }}", algorithm: RS256, header_prefix: Bearer}`,
    });
    assert.deepEqual(ids((await readAll(manifest, { config: { key: pem } })).rows), [1, 2, 3]);
  });

  it('says who refused, without the secret that the server repeats', async () => {
    api.routes.set('/items', ({ headers }) => ({
      status: 403,
      json: { error: { message: `no rights for ${headers['x-key'] as string}` } },
    }));
    const manifest = manifestOf({
      url: api.url,
      schema: SCHEMA,
      spec,
      authenticator: `{type: ApiKeyAuthenticator, api_token: "{{ config['key'] }}", inject_into: ${option('X-Key', 'header')}}`,
    });
    const { failure } = await readAll(manifest, { config });
    assert.deepEqual(
      [failure?.code, failure?.type, failure?.values.reason],
      ['api_access_refused', 'config_error', 'no rights for •••'],
    );
    assert.ok(!JSON.stringify(failure).includes('s3cret-key'));
  });
});

describe('Incremental reads', () => {
  const cursor = (more = '') =>
    `, incremental_sync: {type: DatetimeBasedCursor, cursor_field: at, datetime_format: "%Y-%m-%dT%H:%M:%SZ", cursor_granularity: PT1S, start_datetime: "2024-01-01T00:00:00Z", end_datetime: "2024-01-25T00:00:00Z", start_time_option: ${option('since')}, end_time_option: ${option('until')}${more}}`;
  const incremental = {
    syncMode: 'incremental',
    destinationSyncMode: 'append_dedup',
    cursorColumn: 'at',
  } as const;
  const within = () =>
    api.routes.set('/items', ({ query }) => ({
      json: { items: ITEMS.filter(({ at }) => at >= query.get('since')! && at <= query.get('until')!) },
    }));

  it('go by steps of time, and on from the latest value with the look-back', async () => {
    within();
    const manifest = manifestOf({
      url: api.url,
      schema: SCHEMA,
      stream: cursor(', step: P10D, lookback_window: P2D'),
    });
    const first = await readAll(manifest, { chosen: incremental });
    assert.deepEqual(ids(first.rows), ALL);
    assert.deepEqual(queries(), [
      { since: '2024-01-01T00:00:00Z', until: '2024-01-10T23:59:59Z' },
      { since: '2024-01-11T00:00:00Z', until: '2024-01-20T23:59:59Z' },
      { since: '2024-01-21T00:00:00Z', until: '2024-01-25T00:00:00Z' },
    ]);
    assert.deepEqual(first.state, { column: 'at', value: '2024-01-25T00:00:00Z', partitions: null });
    api.received.length = 0;
    const second = await readAll(manifest, {
      chosen: incremental,
      state: { column: 'at', value: '2024-01-20T00:00:00Z', partitions: null },
    });
    assert.deepEqual(ids(second.rows), [18, 19, 20, 21, 22, 23, 24, 25]);
    assert.equal(queries()[0]!.since, '2024-01-18T00:00:00Z');
  });

  it('keep a state for each partition, so that a new one is read from the start', async () => {
    const sent = new Map<string, string>();
    api.routes.set('/items', ({ query }) => {
      sent.set(query.get('shop')!, query.get('since')!);
      return {
        json: {
          items: ITEMS.slice(0, 2).map((item) => ({ ...item, id: `${query.get('shop')}-${item.id}` })),
        },
      };
    });
    const shops = (list: string) =>
      `, partition_router: {type: ListPartitionRouter, cursor_field: shop, values: ${list}, request_option: ${option('shop')}}`;
    const of = (list: string) =>
      manifestOf({
        url: api.url,
        schema: '{id: {type: string}, at: {type: string, format: date-time}}',
        stream: cursor(),
        retriever: shops(list),
      });
    const { state } = await readAll(of('[a, b]'), { chosen: incremental });
    assert.equal(Object.keys((state as { partitions: object }).partitions).length, 2);
    await readAll(of('[a, b, c]'), { chosen: incremental, state });
    assert.deepEqual(Object.fromEntries(sent), {
      a: '2024-01-02T00:00:00Z',
      b: '2024-01-02T00:00:00Z',
      c: '2024-01-01T00:00:00Z',
    });
  });

  it('leave out what was read before if the API can’t', async () => {
    api.routes.set('/items', () => slice(0, 25));
    const manifest = manifestOf({ url: api.url, schema: SCHEMA });
    const first = await readAll(manifest, { chosen: incremental });
    assert.equal(first.rows.length, 25);
    const second = await readAll(manifest, {
      chosen: incremental,
      state: { column: 'at', value: '2024-01-24T00:00:00Z', partitions: null },
    });
    assert.deepEqual(ids(second.rows), [24, 25]);
    assert.equal((second.state as { value: string }).value, '2024-01-25T00:00:00Z');
  });

  const clocks: [title: string, at: (moment: number) => string][] = [
    ['with a zone', (moment) => new Date(moment).toISOString()],
    ['on a clock behind UTC', (moment) => new Date(moment - 9 * 3_600_000).toISOString().slice(0, -1)],
    ['on a clock ahead of UTC', (moment) => new Date(moment + 9 * 3_600_000).toISOString().slice(0, -1)],
  ];
  for (const [title, at] of clocks)
    it(`leave out nothing that comes before a record of the future, ${title}`, async () => {
      const now = Date.now();
      const records = [
        { id: 1, at: at(now - 60_000) },
        { id: 2, at: at(now + 4 * 3_600_000) },
      ];
      api.routes.set('/items', () => ({ json: { items: records } }));
      const manifest = manifestOf({ url: api.url, schema: SCHEMA });
      const first = await readAll(manifest, { chosen: incremental });
      assert.deepEqual(ids(first.rows), [1, 2]);
      records.push({ id: 3, at: at(Date.now()) });
      const second = await readAll(manifest, { chosen: incremental, state: first.state });
      assert.ok(ids(second.rows).includes(3), JSON.stringify([first.state, second.rows]));
      const hidden = { column: 'at', value: at(now + 4 * 3_600_000), partitions: null };
      assert.ok(ids((await readAll(manifest, { chosen: incremental, state: hidden })).rows).includes(3));
    });
});

describe('Partitions and parents', () => {
  it('reads the children of each record of another stream', async () => {
    api.routes.set('/shops', () => ({
      json: { items: [{ id: 1, name: 'one' }, { id: 2, name: 'two' }, { name: 'none' }] },
    }));
    api.routes.set('/shops/*', ({ path }) => ({
      json: { items: [{ id: `${path}-a` }, { id: `${path}-b` }] },
    }));
    api.routes.set('/shops/1', ({ path }) => ({ json: { items: [{ id: `${path}-a` }] } }));
    const parent = `{type: DeclarativeStream, name: shops, retriever: {type: SimpleRetriever, requester: {type: HttpRequester, url_base: "${api.url}", path: shops}, record_selector: {type: RecordSelector, extractor: {type: DpathExtractor, field_path: [items]}}}}`;
    const retriever = `, partition_router: {type: SubstreamPartitionRouter, parent_stream_configs: [{type: ParentStreamConfig, parent_key: id, partition_field: shop, stream: ${parent}, extra_fields: [[name]]}]}`;
    const add =
      ', transformations: [{type: AddFields, fields: [{path: [shop], value: "{{ stream_partition.shop }}"}, {path: [of], value: "{{ stream_slice.extra_fields[\'name\'] }}"}]}]';
    const { rows } = await readAll(
      manifestOf({
        url: api.url,
        path: '/shops/{{ stream_partition.shop }}',
        retriever,
        stream: add,
        schema: null,
      }),
    );
    assert.deepEqual(rows, [
      { id: '/shops/1-a', shop: '1', of: 'one' },
      { id: '/shops/2-a', shop: '2', of: 'two' },
      { id: '/shops/2-b', shop: '2', of: 'two' },
    ]);
  });

  it('combines lists, each value with each', async () => {
    api.routes.set('/items', ({ query }) => ({
      json: { items: [{ id: `${query.get('a')}${query.get('b')}` }] },
    }));
    const list = (field: string, values: string) =>
      `{type: ListPartitionRouter, cursor_field: ${field}, values: ${values}, request_option: ${option(field)}}`;
    const retriever = `, partition_router: [${list('a', '[x, y]')}, ${list('b', '"{{ [1, 2] }}"')}]`;
    const { rows } = await readAll(manifestOf({ url: api.url, retriever, schema: null }));
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['x1', 'x2', 'y1', 'y2'],
    );
  });
});

describe('Records', () => {
  it('are filtered and transformed', async () => {
    api.routes.set('/items', () => ({
      json: {
        items: [
          { ID: 1, user: { Name: 'Ann', mail: 'a@x' }, drop: 1 },
          { ID: 2, user: { Name: 'Bob', mail: 'b@x' }, drop: 2 },
        ],
      },
    }));
    const selector =
      '{type: RecordSelector, extractor: {type: DpathExtractor, field_path: [items]}, record_filter: {type: RecordFilter, condition: "{{ record[\'ID\'] > 1 }}"}}';
    const stream = `, transformations: [{type: RemoveFields, field_pointers: [[drop]]}, {type: AddFields, fields: [{path: [label], value: "{{ record['user']['Name'] }}-{{ record['ID'] }}"}]}, {type: FlattenFields}, {type: KeysToLower}]`;
    const { rows } = await readAll(manifestOf({ url: api.url, selector, stream, schema: null }));
    assert.deepEqual(
      rows,
      [{ mail: 'b@x', name: 'Bob', label: 'Bob-2', id: '2' }].map(({ mail, name, label, id }) => ({
        label,
        mail,
        name,
        id,
      })),
    );
  });

  it('have columns for fields whose names can’t be stored', async () => {
    api.routes.set('/items', () => ({
      headers: { 'content-type': 'application/json' },
      body: '{"items":[{"id":1,"we\\u0000ight":70,"\\u0000":5,"\\ud83d":6}]}',
    }));
    const { rows } = await readAll(manifestOf({ url: api.url, schema: null }));
    assert.deepEqual(rows, [{ id: '1', weight: '70', field: '5', '\ufffd': '6' }]);
  });

  it('keep every digit, nested values, and what is no value', async () => {
    api.routes.set('/items', () => ({
      headers: { 'content-type': 'application/json' },
      body: '{"items":[{"id":9007199254740993,"f":0.1,"n":null,"o":{"a":[1,{"b":9007199254740995}]},"t":"ä\\u0000\\ud83d\\ude00","b":false}]}',
    }));
    const { rows } = await readAll(manifestOf({ url: api.url, schema: null }));
    assert.deepEqual(rows, [
      {
        id: '9007199254740993',
        f: '0.1',
        n: null,
        o: '{"a":[1,{"b":9007199254740995}]}',
        t: 'ä\0😀',
        b: 'false',
      },
    ]);
  });

  for (const [decoder, body] of [
    ['JsonlDecoder', '{"id":1}\n{"id":2}\n'],
    ['CsvDecoder', 'id,name\n1,"a ""b"", c"\n2,\n'],
  ] as const)
    it(`are read by a ${decoder}, compressed or not`, async () => {
      const plain: Record<string, string> = {};
      for (const headers of [plain, { 'content-encoding': 'gzip' }]) {
        api.routes.set('/items', () => ({
          headers,
          body: 'content-encoding' in headers ? gzipSync(body) : body,
        }));
        const selector = '{type: RecordSelector, extractor: {type: DpathExtractor, field_path: []}}';
        const { rows, failure } = await readAll(
          manifestOf({ url: api.url, selector, schema: null, retriever: `, decoder: {type: ${decoder}}` }),
        );
        assert.equal(failure, null);
        assert.deepEqual(ids(rows), [1, 2]);
      }
    });
});

describe('Errors', () => {
  const quickly = ', backoff_strategies: [{type: ConstantBackoffStrategy, backoff_time_in_seconds: 0}]';
  const handler = (filters: string) => `, error_handler: {type: DefaultErrorHandler${filters}}`;
  const failsWith = async (reply: Reply, requester = handler(quickly)) => {
    api.routes.set('/items', () => reply);
    return (await readAll(manifestOf({ url: api.url, schema: SCHEMA, requester }))).failure;
  };

  it('are retried, and given up on', async () => {
    let attempts = 0;
    api.routes.set('/items', () => ((attempts += 1) < 3 ? { status: 503, json: {} } : slice(0, 3)));
    const { rows } = await readAll(manifestOf({ url: api.url, schema: SCHEMA, requester: handler(quickly) }));
    assert.deepEqual([ids(rows), attempts], [[1, 2, 3], 3]);
    const failure = await failsWith(
      { status: 500, json: { message: 'out of order' } },
      handler(`${quickly}, max_retries: 2`),
    );
    assert.deepEqual(
      [failure?.code, failure?.retryable, failure?.values.reason],
      ['api_failed', true, 'out of order'],
    );
  });

  it('are ignored, or fail, as the manifest says', async () => {
    const filters =
      ', response_filters: [{type: HttpResponseFilter, http_codes: [404], action: IGNORE}, {type: HttpResponseFilter, predicate: "{{ \'code\' in response }}", action: FAIL, error_message: "Code {{ response.code }}"}]';
    assert.equal(await failsWith({ status: 404, json: {} }, handler(filters)), null);
    const failure = await failsWith({ status: 200, json: { code: 17 } }, handler(filters));
    assert.deepEqual(
      [failure?.code, failure?.values.status, failure?.values.reason],
      ['api_request_refused', 200, 'Code 17'],
    );
  });

  it('of a rate limit are waited for, and said', async () => {
    let attempts = 0;
    api.routes.set('/items', () =>
      (attempts += 1) === 1 ? { status: 429, headers: { 'x-reset': 'in 0.01 s' }, json: {} } : slice(0, 3),
    );
    const wait = ', backoff_strategies: [{type: WaitTimeFromHeader, header: X-Reset, regex: "([.0-9]+)"}]';
    const { rows, statuses } = await readAll(
      manifestOf({ url: api.url, schema: SCHEMA, requester: handler(wait) }),
    );
    assert.deepEqual(
      [ids(rows), statuses],
      [
        [1, 2, 3],
        ['STARTED', 'RATE_LIMITED', 'RUNNING', 'COMPLETE'],
      ],
    );
    const failure = await failsWith({ status: 429, headers: { 'retry-after': '86400' }, json: {} }, '');
    assert.deepEqual([failure?.code, failure?.values.seconds], ['api_rate_limited', 86400]);
  });

  it('of a rate limit without a time to wait are waited for as well, ever longer', async () => {
    let attempts = 0;
    const waits: number[] = [];
    api.routes.set('/items', () => ((attempts += 1) < 3 ? { status: 429, json: {} } : slice(0, 3)));
    const { Run } = await import('./stream/run.ts');
    const wait = mock.method(Run.prototype, 'wait', async (milliseconds: number) => {
      waits.push(milliseconds);
    });
    const { rows } = await readAll(manifestOf({ url: api.url, schema: SCHEMA }));
    wait.mock.restore();
    assert.deepEqual(
      [ids(rows), waits],
      [
        [1, 2, 3],
        [5_000, 10_000],
      ],
    );
  });

  it('of a response without end has a code of its own, long before a gigabyte', async () => {
    const chunk = Buffer.alloc(1024 ** 2, 32);
    let sent = 0;
    api.routes.set('/items', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        if (response.destroyed || sent >= 1024) return;
        sent += 1;
        response.write(chunk, () => setImmediate(more));
      };
      more();
      return null;
    });
    const { failure } = await readAll(manifestOf({ url: api.url, schema: SCHEMA }));
    assert.equal(failure?.code, 'api_response_too_large');
    assert.ok(sent < 200, `${sent} MB were sent`);
  });

  it('of a sign-in that is sent elsewhere have a code of their own, and its secrets go nowhere', async () => {
    api.routes.set('/token', () => ({
      status: 307,
      headers: { location: 'http://169.254.169.254/token' },
      json: {},
    }));
    const authenticator = `{type: OAuthAuthenticator, token_refresh_endpoint: "${api.url}/token", client_id: a, client_secret: b, grant_type: client_credentials}`;
    const { failure } = await readAll(manifestOf({ url: api.url, schema: SCHEMA, authenticator }));
    assert.equal(failure?.code, 'api_redirected');
  });

  const bad: [what: string, reply: Reply, code: string, kind?: string][] = [
    [
      'a page of HTML',
      { headers: { 'content-type': 'text/html' }, body: '<!doctype html><html></html>' },
      'api_not_json',
      'HTML',
    ],
    ['half a JSON', { body: '{"items": [{"id": 1}, {"i' }, 'api_not_json', 'JSON…'],
    ['an error with a status of success', { json: { error: { message: 'expired' } } }, 'api_request_refused'],
    [
      'more than fits',
      { body: gzipSync(Buffer.alloc(40 * 1024 ** 2, 32)), headers: { 'content-encoding': 'gzip' } },
      'api_response_too_large',
    ],
    [
      'a redirect to a private address',
      { status: 302, headers: { location: 'http://169.254.169.254/latest' }, json: {} },
      'address_denied',
    ],
    ['a redirect without end', { status: 302, headers: { location: '/items' }, json: {} }, 'api_redirected'],
    [
      'a redirect to a file',
      { status: 302, headers: { location: 'file:///etc/passwd' }, json: {} },
      'api_redirected',
    ],
  ];
  for (const [what, reply, code, kind] of bad)
    it(`of ${what} have a code of their own`, async () => {
      const failure = await failsWith(reply);
      assert.equal(failure?.code, code, failure?.message);
      if (kind !== undefined) assert.equal(failure?.values.kind, kind);
    });

  it('of nothing that listens, and of credentials that would go elsewhere', async () => {
    const { failure } = await readAll(
      manifestOf({
        url: 'http://127.0.0.1:9',
        schema: SCHEMA,
        requester: handler(`${quickly}, max_retries: 1`),
      }),
    );
    assert.deepEqual([failure?.code, failure?.values.reason], ['api_no_response', 'ECONNREFUSED']);
    const other = await startApiServer();
    other.routes.set('/items', () => slice(0, 1));
    api.routes.set('/items', () => ({ status: 302, headers: { location: `${other.url}/items` }, json: {} }));
    const authenticator = `{type: ApiKeyAuthenticator, api_token: t0ken, inject_into: ${option('X-Key', 'header')}}`;
    await readAll(manifestOf({ url: api.url, schema: SCHEMA, authenticator }));
    assert.deepEqual(
      other.received.map(({ headers }) => headers['x-key']),
      [undefined],
    );
    await other.stop();
  });

  it('a private address is refused where others can reach the product', async () => {
    const { Egress } = await import('@headwater/base/egress');
    const egress = new Egress({ loopbackOnly: false, allowedNetworks: [], ownPorts: [] });
    const { failure } = await readAll(manifestOf({ url: api.url, schema: SCHEMA }), { context: { egress } });
    assert.deepEqual([failure?.code, failure?.field, api.received.length], ['address_denied', null, 0]);
  });
});
