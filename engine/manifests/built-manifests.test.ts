import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import { rest } from './rest.connector.ts';
import {
  startApiServer,
  type ApiServer,
  type Received,
  type Reply,
} from '@headwater/protocol/testing/api-server';
import { restContext } from './testing/read-all.ts';

let api: ApiServer;
before(async () => {
  api = await startApiServer();
});
after(() => api.stop());
beforeEach(() => {
  api.routes.clear();
  api.received.length = 0;
});

const ITEMS = [1, 2, 3, 4, 5].map((id) => ({ id, at: `2024-01-0${id}` }));
/** A page of two items after some, with all that an API can say about the next one. */
function page(after: number, more: Reply = {}): Reply {
  const items = ITEMS.slice(after, after + 2);
  const last = after + items.length;
  const isLast = last >= ITEMS.length;
  const next = isLast ? null : `${api.url}/items?from=${last}`;
  return {
    headers: next ? { link: `<${next}>; rel="next"` } : {},
    json: { data: { items }, meta: { next: last, more: !isLast }, links: { next } },
    ...more,
  };
}
const number = ({ query }: Received, name: string) => Number(query.get(name) ?? 0);
const refused: Reply = { status: 401, json: { error: 'who are you?' } };

interface Case {
  name: string;
  config: Record<string, string>;
  answer(request: Received): Reply;
  /** What every request has. */
  isComplete?(request: Received): boolean;
}

/** What the form of mf-sources has written, with a server that wants exactly that. */
const CASES: Case[] = [
  {
    name: 'page',
    config: {},
    answer: (request) => page((number(request, 'page') - 1) * 2),
    isComplete: ({ query }) => query.get('limit') === '2' && query.getAll('status').join() === 'open,paid',
  },
  {
    name: 'offset',
    config: { api_key: 's3cret-key' },
    answer: (request) =>
      request.headers['x-key'] === 's3cret-key' ? page(number(request, 'offset')) : refused,
    isComplete: ({ query }) => query.get('limit') === '2',
  },
  {
    name: 'cursor',
    config: { api_key: 's3cret-key' },
    answer: (request) =>
      request.query.get('key') === 's3cret-key' ? page(number(request, 'after')) : refused,
  },
  {
    name: 'last-record',
    config: {},
    answer: (request) => page(number(request, 'after')),
    isComplete: ({ query }) => query.get('since') === '2024-01-02' && query.has('until'),
  },
  {
    name: 'link',
    config: { api_key: 's3cret-key' },
    answer: (request) =>
      request.headers.authorization === 'Bearer s3cret-key' ? page(number(request, 'from')) : refused,
    isComplete: ({ headers }) => headers['x-version'] === '2',
  },
  {
    name: 'link-header',
    config: { username: 'mara', password: 's3cret-key' },
    answer: (request) =>
      request.headers.authorization === `Basic ${Buffer.from('mara:s3cret-key').toString('base64')}`
        ? page(number(request, 'from'))
        : refused,
    isComplete: ({ method, body }) => method === 'POST' && body === '{"query":"all"}',
  },
];

const manifestOf = async (name: string) =>
  (await readFile(new URL(`./testing/built/${name}.yaml`, import.meta.url), 'utf8')).replace(
    'https://api.example.com',
    api.url,
  );
const configured = (config: Record<string, string>) =>
  Object.fromEntries(Object.entries(config).map(([name, value]) => [`config:${name}`, value]));

/** Tries the stream as somebody does in the form. */
async function tried(name: string, config: Record<string, string>) {
  const manifest = await manifestOf(name);
  return {
    manifest,
    found: await rest.testRequests!({ manifest, ...configured(config) }, 'items', restContext()),
  };
}

describe('A manifest that the form has written', () => {
  for (const { name, config, answer, isComplete = () => true } of CASES) {
    it(`signs in and finds all pages: ${name}`, async () => {
      api.routes.set('/items', answer);
      const { found } = await tried(name, config);
      assert.equal(found.failure, null, JSON.stringify(found));
      assert.deepEqual([found.recordCount, found.pages], [5, 3]);
      assert.ok(api.received.every(isComplete), JSON.stringify(api.received));
      assert.deepEqual(
        found.columns.map(({ name: column, type }) => [column, type]),
        [
          ['id', 'BIGINT'],
          ['at', 'DATE'],
        ],
      );
      assert.ok(!JSON.stringify(found).includes('s3cret-key'));
    });

    if (Object.keys(config).length > 0)
      it(`names the authenticator if it is refused: ${name}`, async () => {
        api.routes.set('/items', answer);
        const { manifest, found } = await tried(name, { ...config, api_key: 'wrong', password: 'wrong' });
        assert.equal(found.failure?.code, 'api_access_refused');
        assert.equal(found.exchanges[0]?.status, 401);
        assert.match(manifest.split('\n')[found.line! - 1]!, /authenticator|Authenticator/);
      });
  }

  const wrong: [what: string, reply: Reply, code: string][] = [
    [
      'HTML',
      { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Sign in</p>' },
      'api_not_json',
    ],
    [
      'a redirect to a private address',
      { status: 302, headers: { location: 'http://169.254.169.254/' }, json: {} },
      'address_denied',
    ],
    [
      'more than is read of one response',
      { body: `[${'"x",'.repeat(9 * 1024 ** 2)}1]` },
      'api_response_too_large',
    ],
  ];
  for (const [what, reply, code] of wrong)
    it(`says what is wrong with ${what}`, async () => {
      api.routes.set('/items', () => reply);
      const { manifest, found } = await tried('page', {});
      assert.equal(found.failure?.code, code, JSON.stringify(found.failure));
      assert.match(manifest.split('\n')[found.line! - 1]!, /path: \/items/);
      assert.equal(found.recordCount, 0);
    });
});
