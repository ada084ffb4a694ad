import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  FlattenConfig,
  FlattenedField,
  FlattenResult,
  JsonStructure,
  ToolRunAttributes,
} from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);

const ODD = 'a "b" \\ c.[0]';
const DOCUMENTS: (string | null)[] = [
  JSON.stringify({
    customer: { name: 'Ada', since: '2024-02-29' },
    total: 10.5,
    [ODD]: "it's",
    items: [
      { sku: 'x', n: 2 },
      { sku: 'y', n: 1.5, tags: ['a'] },
    ],
  }),
  JSON.stringify({ customer: { name: null }, total: 'much', items: [] }),
  '{broken',
  null,
  JSON.stringify({ customer: 'none', items: [{ sku: 'z', n: 'many' }] }),
];
const quoted = (text: string | null) => (text === null ? '' : `"${text.replaceAll('"', '""')}"`);

let journey: SourceJourney;
let tableId: string;
before(async () => {
  journey = new SourceJourney(await api.workspace());
  const csv = `id,doc\n${DOCUMENTS.map((text, at) => `${at + 1},${quoted(text)}\n`).join('')}`;
  const source = await journey.connectFiles({ 'orders.csv': csv });
  await journey.sync(source);
  tableId = (await journey.client.get(`${source}/tables/orders`)).body.data.id;
});

const field = (path: string[], type: FlattenedField['type'], inItem = false): FlattenedField => ({
  ...{ path, inItem, type },
  as: path.join('_') || 'value',
});
const configOf = (rest: Partial<FlattenConfig>): FlattenConfig => ({
  ...{ tableId, column: 'doc', keep: ['id'], items: null, fields: [] },
  ...rest,
});
const build = (config: object) =>
  journey.client.post(`${journey.base}/tools/json-flattener/built-queries`, 'built_queries', { config });
async function rowsOf(config: object): Promise<(string | null)[][]> {
  const { status, text, body } = await build(config);
  assert.equal(status, 200, text);
  return body.data.attributes.rows.toSorted(
    (a: (string | null)[], b: (string | null)[]) =>
      Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]),
  );
}

/** Does the same in JavaScript. */
const parsed = DOCUMENTS.map((text): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
});
const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (one, key) =>
      typeof one === 'object' && one !== null ? (one as Record<string, unknown>)[key] : undefined,
    value,
  );
const textOf = (value: unknown) =>
  value === undefined || value === null
    ? null
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

test('paths become columns, whatever their keys are called', async () => {
  const paths = [['customer', 'name'], ['customer'], ['total'], [ODD], ['items']];
  assert.deepEqual(
    await rowsOf(configOf({ fields: paths.map((path) => field(path, 'text')) })),
    parsed.map((value, n) => [String(n + 1), ...paths.map((path) => textOf(at(value, path)))]),
  );
  assert.deepEqual(
    await rowsOf(configOf({ fields: [field(['total'], 'number'), field(['customer', 'since'], 'date')] })),
    [['1', '10.5', '2024-02-29'], ...['2', '3', '4', '5'].map((id) => [id, null, null])],
  );
});

test('items of an array become rows with their place, and rows without items stay on request', async () => {
  const items = { path: ['items'], position: 'position', keepEmpty: false };
  const fields = [field(['sku'], 'text', true), field(['customer', 'name'], 'text')];
  const expected = parsed.flatMap((value, n) =>
    ((at(value, ['items']) ?? []) as unknown[]).map((item, place) => [
      ...[String(n + 1), String(place + 1)],
      ...[textOf(at(item, ['sku'])), textOf(at(value, ['customer', 'name']))],
    ]),
  );
  assert.equal(expected.length, 3);
  const { body } = await build(configOf({ items, fields }));
  assert.deepEqual(body.data.attributes.rows, expected);
  const kept = await rowsOf(configOf({ items: { ...items, keepEmpty: true }, fields }));
  assert.deepEqual(
    kept.map(([id, place]) => [id, place]),
    [
      ['1', '1'],
      ['1', '2'],
      ['2', null],
      ['3', null],
      ['4', null],
      ['5', '1'],
    ],
  );
});

test('the SQL is as people write it', async () => {
  const items = { path: ['items'], position: 'position', keepEmpty: false };
  const { body } = await build(configOf({ items, fields: [field(['n'], 'number', true)] }));
  assert.equal(
    body.data.attributes.sql,
    `select
  orders.id,
  orders.position,
  try_cast(json_extract_string(orders.item, '$.n') as double) as n
from (
  select
    id,
    try_cast(doc as json) as document,
    unnest(json_extract(try_cast(doc as json), '$.items[*]')) as item,
    generate_subscripts(json_extract(try_cast(doc as json), '$.items[*]'), 1) as position
  from orders
) as orders`,
  );
});

test('what values are made of is found out', async () => {
  const { status, text, body } = await journey.client.post(
    `${journey.base}/json-structures`,
    'json_structures',
    { tableId, column: 'doc' },
  );
  assert.equal(status, 200, text);
  const { parts, ...facts } = body.data.attributes as JsonStructure;
  assert.deepEqual(facts, { rows: 4, malformed: 1, tooLong: 0, isCut: false });
  const part = (array: string[] | null, ...path: string[]) =>
    parts.find((one) => JSON.stringify([one.array, one.path]) === JSON.stringify([array, path]));
  assert.deepEqual(part(null, 'total'), {
    ...{ path: ['total'], array: null, values: 3, found: 2, type: 'text', example: '10.5' },
    types: { number: 1, text: 1 },
  });
  assert.equal(part(null, 'customer', 'since')?.type, 'date');
  assert.deepEqual(part(['items'], 'n'), {
    ...{ path: ['n'], array: ['items'], values: 3, found: 3, type: 'text', example: '2' },
    types: { integer: 1, number: 1, text: 1 },
  });
  assert.deepEqual(part(null, 'items')?.types, { array: 3 });
});

test('a run counts what is lost', async () => {
  const config = configOf({
    items: { path: ['items'], position: null, keepEmpty: true },
    fields: [field(['n'], 'integer', true), field(['total'], 'number'), field(['customer'], 'json')],
  });
  const started = await journey.client.post(`${journey.base}/tools/json-flattener/runs`, 'tool_runs', {
    config,
    isSample: false,
  });
  assert.equal(started.status, 202, started.text);
  const run = await settled(
    async () =>
      (await journey.attributesOf(
        `${journey.base}/tools/json-flattener/runs/${started.body.data.id}`,
      )) as ToolRunAttributes,
    ({ endedAt }) => endedAt !== null,
  );
  assert.equal(run.error, null);
  assert.deepEqual(run.result as unknown as FlattenResult, {
    ...{ rows: 5, empty: 1, malformed: 1, withoutItems: 3, rowsAfter: 6 },
    fields: [
      // 1.5 would be rounded, and "many" is lost.
      { values: 3, unfit: 2 },
      { values: 3, unfit: 1 },
      { values: 4, unfit: 0 },
    ],
  });
  assert.equal((await rowsOf(config)).length, 6);
});

test('what does not fit is named', async () => {
  const config = configOf({
    column: 'id',
    keep: ['id', 'nope'],
    fields: [{ ...field(['n'], 'text', true), as: 'ID' }],
  });
  const where = '/data/attributes/config';
  assert.deepEqual(faultsIn(await build(config)), [
    `flatten_column_unfit ${where}/column`,
    `query_column_unknown ${where}/keep/1`,
    `built_name_twice ${where}/fields/0/as`,
    `flatten_no_items ${where}/fields/0/inItem`,
  ]);
  assert.equal((await build(configOf({ fields: [field(['*'], 'text')] }))).status, 422);
});
