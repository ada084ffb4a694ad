import { createHash } from 'node:crypto';
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { rest } from './rest.connector.ts';
import { startApiServer, type ApiServer } from '@headwater/protocol/testing/api-server';
import { manifestOf } from './testing/manifest-of.ts';
import { restContext } from './testing/read-all.ts';

let api: ApiServer;
before(async () => {
  api = await startApiServer();
});
after(() => api.stop());
beforeEach(() => api.routes.clear());

const option = (name: string, into: string) =>
  `{type: RequestOption, inject_into: ${into}, field_name: ${name}}`;
const PAGINATOR = `{type: DefaultPaginator, page_token_option: ${option('page', 'request_parameter')}, pagination_strategy: {type: PageIncrement, page_size: 2, start_from_page: 1, inject_on_first_request: true}}`;
const SPEC = '{key: {type: string, airbyte_secret: true}}';
const byKey = (into: string) =>
  `{type: ApiKeyAuthenticator, api_token: "{{ config['key'] }}", inject_into: ${option('X-Custom', into)}}`;
const lineOf = (manifest: string, text: string) =>
  manifest.split('\n').findIndex((line) => line.includes(text)) + 1;

const test = (manifest: string, config: Record<string, unknown> = {}) =>
  rest.testRequests!({ manifest, ...config }, 'items', restContext());

const items = (from: number) => [from, from + 1].map((id) => ({ id, at: '2024-01-01', tags: ['a'] }));

describe('A test of requests', () => {
  it('shows the first pages with requests, answers, records, and the columns that they would have', async () => {
    api.routes.set('/items', ({ query }) => ({ json: { items: items(Number(query.get('page')) * 2) } }));
    const found = await test(manifestOf({ url: api.url, paginator: PAGINATOR }));
    assert.deepEqual(
      found.exchanges.map(({ method, url, status, records }) => [method, url, status, records]),
      [1, 2, 3].map((page) => ['GET', `${api.url}/items?page=${page}`, 200, 2]),
    );
    assert.deepEqual(JSON.parse(found.exchanges[0]!.responseBody!), { items: items(2) });
    const { pages, requests, isStopped, recordCount, isInferred, failure, line } = found;
    assert.deepEqual([pages, requests, isStopped, recordCount, isInferred], [3, 3, true, 6, true]);
    assert.deepEqual([failure, line], [null, null]);
    assert.deepEqual(JSON.parse(found.records[0]!), items(2)[0]);
    assert.deepEqual(
      found.columns.map(({ name, type }) => [name, type]),
      [
        ['id', 'BIGINT'],
        ['at', 'DATE'],
        ['tags', 'JSON'],
      ],
    );
  });

  it('shows the columns of the manifest if it has a schema, and that there are no more pages', async () => {
    api.routes.set('/items', ({ query }) => ({
      json: { items: query.get('page') === '1' ? items(1) : [] },
    }));
    const manifest = manifestOf({ url: api.url, paginator: PAGINATOR, schema: '{id: {type: string}}' });
    const { columns, isInferred, isStopped, pages } = await test(manifest);
    assert.deepEqual(
      columns.map(({ name, type }) => [name, type]),
      [['id', 'VARCHAR']],
    );
    assert.deepEqual([isInferred, isStopped, pages], [false, false, 2]);
  });

  const secret = "s3cret & 'more'/äß";
  for (const into of ['header', 'request_parameter', 'body_json'])
    it(`masks secrets sent in a ${into}, and where the server repeats them`, async () => {
      api.routes.set('/items', ({ headers, query, body }) => ({
        headers: { 'x-echo': encodeURIComponent(secret) },
        json: { items: [{ id: 1, echo: secret }], query: String(query), body, headers },
      }));
      const key = into === 'header' ? 'plain-s3cret' : secret;
      const manifest = manifestOf({
        url: api.url,
        spec: SPEC,
        authenticator: byKey(into),
        requester: ', http_method: POST',
      });
      const found = await test(manifest, { 'config:key': key });
      assert.equal(found.failure, null);
      assert.equal(found.recordCount, 1);
      const shown = JSON.stringify(found);
      for (const form of [key, encodeURIComponent(key), String(new URLSearchParams([['', key]])).slice(1)])
        assert.ok(!shown.includes(JSON.stringify(form).slice(1, -1)), `${form} in ${shown}`);
      assert.ok(shown.includes('•••'));
    });

  const made: [what: string, template: string, sent: string][] = [
    ['in upper case', "{{ config['key'] | upper }}", 'MY-S3CRET'],
    [
      'in base64',
      "{{ ('me:' ~ config['key']) | base64encode }}",
      Buffer.from('me:my-s3cret').toString('base64'),
    ],
    ['joined', "{{ [config['key'], 'tail'] | join('/') }}", 'my-s3cret/tail'],
    ['reversed', "Token {{ config['key'][::-1] }} of mine", 'terc3s-ym'],
    ['kept under a name', "{% set k = config['key'] | upper %}{{ k[:6] }}x", 'MY-S3C'],
    [
      'hashed',
      "{{ config['key'] | hash('sha256') }}",
      createHash('sha256').update('my-s3cret').digest('hex'),
    ],
  ];
  for (const [what, template, sent] of made)
    it(`masks a secret that is sent ${what}, where the server repeats it`, async () => {
      api.routes.set('/items', ({ headers }) => ({
        status: 400,
        json: { message: `no access with ${String(headers['x-value'])}` },
      }));
      const manifest = manifestOf({
        url: api.url,
        spec: SPEC,
        requester: `, request_headers: {X-Value: "${template}"}`,
      });
      const found = await test(manifest, { 'config:key': 'my-s3cret' });
      assert.ok(String(api.received.at(-1)!.headers['x-value']).includes(sent));
      assert.ok(!JSON.stringify(found).includes(sent), JSON.stringify(found));
      assert.match(found.failure!.message, /no access with .*•••/);
    });

  it('shows that a token was asked for, but neither its request nor the response', async () => {
    api.routes.set('/token', () => ({ json: { access_token: 'tok-1', refresh_token: 'another-secret' } }));
    api.routes.set('/items', ({ headers }) =>
      headers.authorization === 'Bearer tok-1' ? { json: { items: items(1) } } : { status: 401, json: {} },
    );
    const authenticator = `{type: OAuthAuthenticator, token_refresh_endpoint: "${api.url}/token", grant_type: client_credentials, client_id: me, client_secret: "{{ config['key'] }}"}`;
    const found = await test(manifestOf({ url: api.url, spec: SPEC, authenticator }), {
      'config:key': 'the-client-secret',
    });
    assert.deepEqual(
      found.exchanges.map(({ purpose, method, status, responseBody }) => [
        purpose,
        method,
        status,
        responseBody === null,
      ]),
      [
        ['sign_in', 'POST', 200, true],
        ['read', 'GET', 200, false],
      ],
    );
    for (const word of ['tok-1', 'another-secret', 'the-client-secret'])
      assert.ok(!JSON.stringify(found).includes(word), word);
  });

  const wrong: [what: string, parts: object, code: string | null, at: string][] = [
    ['a path that doesn’t exist', { path: '/nothing' }, 'api_request_refused', '/nothing'],
    [
      'a template without a value',
      { path: "/items/{{ 1 / (config['none'] or 0) }}" },
      'api_template_failed',
      '/items/{{',
    ],
    [
      'an extractor that finds nothing',
      { selector: '{type: RecordSelector, extractor: {type: DpathExtractor, field_path: [elsewhere]}}' },
      null,
      'elsewhere',
    ],
  ];
  for (const [what, parts, code, at] of wrong)
    it(`names the line of ${what}`, async () => {
      api.routes.set('/items', () => ({ json: { items: items(1) } }));
      const manifest = manifestOf({ url: api.url, ...parts }).replaceAll(', ', ',\n      ');
      const found = await test(manifest);
      assert.deepEqual([found.failure?.code ?? null, found.line], [code, lineOf(manifest, at)]);
    });

  it('shows no more of a large response than people can read, and says how large it is', async () => {
    api.routes.set('/items', () => ({ json: { items: items(1), filler: 'x'.repeat(200_000) } }));
    const { exchanges } = await test(manifestOf({ url: api.url }));
    const { responseBody, isCut, responseBytes } = exchanges[0]!;
    assert.equal(responseBody?.length, 20_000);
    assert.ok(isCut && responseBytes > 200_000);
  });

  it('follows the egress rules', async () => {
    const context = restContext();
    const { failure, exchanges } = await rest.testRequests!(
      { manifest: manifestOf({ url: 'http://169.254.169.254' }) },
      'items',
      context,
    );
    assert.equal(failure?.code, 'address_denied');
    assert.equal(exchanges[0]?.status, null);
  });
});
