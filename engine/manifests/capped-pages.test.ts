import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startApiServer, type ApiServer, type Reply } from '@headwater/protocol/testing/api-server';
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

const SCHEMA = '{id: {type: integer}}';
const ALL = Array.from({ length: 70 }, (_, at) => ({ id: at }));
const option = (name: string) => `{type: RequestOption, inject_into: request_parameter, field_name: ${name}}`;
const paginator = (strategy: string, token: string) =>
  `{type: DefaultPaginator, page_size_option: ${option('limit')}, page_token_option: ${option(token)}, pagination_strategy: ${strategy}}`;
const OFFSET = paginator('{type: OffsetIncrement, page_size: 40}', 'offset');
const PAGE = paginator('{type: PageIncrement, page_size: 40}', 'page');
const CAP = 15;
const read = async (pages: string, more: object = {}) =>
  readAll(manifestOf({ url: api.url, paginator: pages, schema: SCHEMA, ...more }));
const ids = (rows: readonly Record<string, string | null>[]) => rows.map(({ id }) => Number(id));

describe('A server that sends fewer records than it was asked for', () => {
  const byOffset = (cap: number, from: number): Reply => ({ json: { items: ALL.slice(from, from + cap) } });

  it('is asked on by offset', async () => {
    api.routes.set('/items', ({ query }) => byOffset(CAP, Number(query.get('offset') ?? 0)));
    const { rows, failure } = await read(OFFSET);
    assert.deepEqual([ids(rows), failure], [ALL.map(({ id }) => id), null]);
    // 70 isn't a multiple of 15, so the last page says that it is the last.
    assert.equal(api.received.length, 5);
  });

  it('is asked on by number', async () => {
    api.routes.set('/items', ({ query }) => byOffset(CAP, CAP * Number(query.get('page') ?? 0)));
    assert.deepEqual(
      ids((await read(PAGE)).rows),
      ALL.map(({ id }) => id),
    );
  });

  const AFTER = (size: string) =>
    paginator(
      `{type: CursorPagination, page_size: 40, cursor_value: "{{ last_record['id'] }}", stop_condition: "{{ ${size} }}"}`,
      'after',
    );
  for (const size of ['last_page_size < 40', 'last_page_size < page_size'])
    it(`is asked on by cursor, where a manifest stops after a short page by ${size}`, async () => {
      api.routes.set('/items', ({ query }) => byOffset(CAP, Number(query.get('after') ?? -1) + 1));
      assert.deepEqual(
        ids((await read(AFTER(size))).rows),
        ALL.map(({ id }) => id),
      );
    });

  it('isn’t asked on by cursor where it says itself that there is no more', async () => {
    api.routes.set('/items', () => ({ json: { items: ALL.slice(0, CAP), more: false } }));
    const { rows } = await read(AFTER('not response.more'));
    assert.deepEqual([rows.length, api.received.length], [CAP, 1]);
  });

  const ends: [what: string, reply: () => Reply][] = [
    ['refuses a page after the last', () => ({ status: 404, json: { detail: 'Invalid page.' } })],
    ['finds such a request bad', () => ({ status: 400, json: { message: 'offset too large' } })],
    ['has an empty page there', () => ({ json: { items: [] } })],
    [
      'doesn’t know pages, and has the time of day beside its records',
      () => ({ json: { items: ALL.slice(0, CAP), at: api.received.length } }),
    ],
    ['doesn’t know pages', () => ({ json: { items: ALL.slice(0, CAP) } })],
  ];
  for (const [what, reply] of ends)
    it(`has been read when it ${what}`, async () => {
      api.routes.set('/items', ({ query }) =>
        query.has('offset') ? reply() : { json: { items: ALL.slice(0, CAP) } },
      );
      const { rows, failure } = await read(OFFSET);
      assert.deepEqual([rows.length, failure], [CAP, null]);
    });

  it('fails as a whole when it breaks, or refuses who asks', async () => {
    api.routes.set('/items', ({ query }) =>
      query.has('offset') ? { status: 403, json: {} } : { json: { items: ALL.slice(0, CAP) } },
    );
    assert.equal((await read(OFFSET)).failure?.code, 'api_access_refused');
  });

  it('isn’t asked on after a page that is shorter than others were', async () => {
    api.routes.set('/items', ({ query }) => ({
      json: { items: ALL.slice(0, query.get('of') === 'a' ? CAP : 3).slice(query.has('offset') ? CAP : 0) },
    }));
    const retriever = `, partition_router: {type: ListPartitionRouter, values: [a, b, c, d], cursor_field: of, request_option: ${option('of')}}`;
    const { rows } = await read(OFFSET, { retriever });
    assert.equal(rows.length, CAP + 9);
    assert.equal(api.received.length, 5);
  });
});
