import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { after, before, describe, it } from 'node:test';
import { rest } from './rest.connector.ts';
import { startApiServer, type ApiServer } from '@headwater/protocol/testing/api-server';
import { manifestOf } from './testing/manifest-of.ts';
import { readAll, restContext } from './testing/read-all.ts';

let api: ApiServer;
before(async () => {
  api = await startApiServer();
});
after(() => api.stop());

const DECODER = (type: string) => `, decoder: {type: ${type}}`;
const WHOLE = '{type: RecordSelector, extractor: {type: DpathExtractor, field_path: []}}';

describe('The charset of a response', () => {
  const cyrillic = (text: string) =>
    Buffer.from([...text].map((one) => (/[а-я]/.test(one) ? one.charCodeAt(0) - 0x350 : one.charCodeAt(0))));
  const json = '{"items": [{"id": 1, "tree": "липа"}]}';
  const bodies: [what: string, type: string, body: Buffer, parts: object][] = [
    ['is its header’s', 'application/json; charset=windows-1251', cyrillic(json), {}],
    ['is its header’s, in quotes', 'text/plain; x=y; Charset="CP1251"', cyrillic(json), {}],
    ['is UTF-8 if it can be', 'application/json; charset=windows-1251', Buffer.from(json), {}],
    ['is UTF-8 with a mark', 'application/json', Buffer.from(`\ufeff${json}`), {}],
    ['is UTF-16 with a mark', 'application/json', Buffer.from(`\ufeff${json}`, 'utf16le'), {}],
    [
      'is UTF-16 by its header',
      'application/json; charset=utf-16le',
      Buffer.from(json.replace('липа', 'липа'), 'utf16le'),
      {},
    ],
    [
      'is that of lines',
      'text/csv; charset=windows-1251',
      cyrillic('id,tree\n1,липа\n'),
      { selector: WHOLE, retriever: DECODER('CsvDecoder') },
    ],
    [
      'is that of JSON lines',
      'application/x-ndjson; charset=windows-1251',
      cyrillic('{"id": 1, "tree": "липа"}\n'),
      { selector: WHOLE, retriever: DECODER('JsonlDecoder') },
    ],
    [
      'is XML’s own',
      'application/xml',
      cyrillic('<?xml version="1.0" encoding="windows-1251"?><items><id>1</id><tree>липа</tree></items>'),
      { retriever: DECODER('XmlDecoder') },
    ],
    [
      'is XML’s header’s',
      'text/xml; charset=windows-1251',
      cyrillic('<items><id>1</id><tree>липа</tree></items>'),
      { retriever: DECODER('XmlDecoder') },
    ],
    [
      'is that of a packed text',
      'application/gzip; charset=windows-1251',
      gzipSync(cyrillic(json)),
      { retriever: ', decoder: {type: GzipDecoder, decoder: {type: JsonDecoder}}' },
    ],
  ];
  for (const [what, type, body, parts] of bodies)
    it(what, async () => {
      api.routes.set('/items', () => ({ headers: { 'content-type': type }, body }));
      const { rows, failure } = await readAll(manifestOf({ url: api.url, ...parts }));
      assert.deepEqual([rows, failure], [[{ id: '1', tree: 'липа' }], null]);
    });

  it('is that of an error, too', async () => {
    api.routes.set('/items', () => ({
      status: 400,
      headers: { 'content-type': 'application/json; charset=windows-1251' },
      body: cyrillic('{"message": "нет"}'),
    }));
    const { failure } = await readAll(manifestOf({ url: api.url, schema: '{id: {type: integer}}' }));
    assert.equal(failure?.values.reason, 'нет');
  });
});

describe('Records', () => {
  it('that aren’t objects have a column', async () => {
    api.routes.set('/items', () => ({ json: { items: ['red', 'blue', null] } }));
    const { rows } = await readAll(manifestOf({ url: api.url }));
    assert.deepEqual(rows, [{ value: 'red' }, { value: 'blue' }, { value: null }]);
  });

  it('that are lists or numbers have one of their type', async () => {
    for (const [items, type] of [
      [[[1, 2], [3]], 'JSON'],
      [[1, 2], 'BIGINT'],
    ] as const) {
      api.routes.set('/items', () => ({ json: { items } }));
      const [found] = await rest.discover({ manifest: manifestOf({ url: api.url }) }, restContext());
      assert.deepEqual(
        found!.columns.map((column) => [column.name, column.type]),
        [['value', type]],
      );
    }
  });

  it('that are no objects among objects are rejected and counted', async () => {
    api.routes.set('/items', () => ({ json: { items: [{ id: 1 }, 'odd', { id: 2 }, null] } }));
    const { rows, rejected } = await readAll(manifestOf({ url: api.url }));
    assert.deepEqual(rows, [{ id: '1' }, { id: '2' }]);
    assert.deepEqual(
      rejected.map(({ code, raw }) => [code, raw]),
      [
        ['json_no_object', '"odd"'],
        ['json_no_object', 'null'],
      ],
    );
  });

  it('are filtered as the values that they are', async () => {
    api.routes.set('/items', () => ({ json: { items: ['red', 'blue'] } }));
    const selector = `{type: RecordSelector, extractor: {type: DpathExtractor, field_path: [items]}, record_filter: {type: RecordFilter, condition: "{{ record == 'blue' }}"}}`;
    assert.deepEqual((await readAll(manifestOf({ url: api.url, selector }))).rows, [{ value: 'blue' }]);
  });

  it('may hold what isn’t a number, but not in the place of a text', async () => {
    const body =
      '{"items": [{"id": 1, "v": NaN, "n": "NaN, \\"NaN"}, {"id": 2, "v": -Infinity, "n": "b"}, {"id": 12345678901234567890, "v": 0.5, "n": ""}]}';
    api.routes.set('/items', () => ({ body }));
    const { rows } = await readAll(manifestOf({ url: api.url }));
    assert.deepEqual(rows, [
      { id: '1', v: 'NaN', n: 'NaN, "NaN' },
      { id: '2', v: '-Infinity', n: 'b' },
      { id: '12345678901234567890', v: '0.5', n: '' },
    ]);
    api.routes.set('/items', () => ({ body: '{"items": [{"id": NaNs}]}' }));
    assert.equal(
      (await readAll(manifestOf({ url: api.url, schema: '{id: {type: number}}' }))).failure?.code,
      'api_not_json',
    );
  });

  it('that there are none of have the columns that the manifest names', async () => {
    api.routes.set('/items', () => ({ json: { items: [] } }));
    const stream =
      ', transformations: [{type: AddFields, fields: [{path: [shop], value: a}, {path: [in, depth], value: b}]}]';
    const [found] = await rest.discover({ manifest: manifestOf({ url: api.url, stream }) }, restContext());
    assert.deepEqual(
      [found!.columns.map(({ name, type }) => [name, type]), found!.primaryKey, found!.problem],
      [
        [
          ['id', 'VARCHAR'],
          ['shop', 'VARCHAR'],
          ['in', 'JSON'],
        ],
        ['id'],
        null,
      ],
    );
  });

  it('that there are none of, and about which nothing is known, are no table yet', async () => {
    api.routes.set('/items', () => ({ json: { items: [] } }));
    const manifest = manifestOf({ url: api.url }).replace('primary_key: id, ', '');
    const [found] = await rest.discover({ manifest }, restContext());
    assert.equal(found!.problem?.code, 'api_no_columns');
  });
});
