import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  writeFilter,
  writeNames,
  writeSort,
  type QueryFilter,
  type QuerySort,
} from '@headwater/shared/contract';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const journey = new SourceJourney(await api.workspace());
const { client } = journey;

const CSV = `id,status,total,placed at
1,paid,20.50,2024-01-05T10:00:00Z
2,open,,2024-01-01T10:00:00Z
3,paid,7.25,2024-01-03T10:00:00Z
4,Paid back,20.50,2024-01-02T10:00:00Z
5,open,100.00,2024-01-04T10:00:00Z
`;
let table: string;
before(async () => {
  const source = await journey.connectFiles({ 'orders.csv': CSV });
  await journey.sync(source);
  table = `${source}/tables/orders`;
});

interface Asked {
  filter?: QueryFilter;
  sort?: QuerySort;
  size?: number;
  after?: string | null;
}
const textOf = ({ filter = [], sort = [], size, after: cursor }: Asked) => {
  const parameters = new URLSearchParams({ filter: writeFilter(filter), sort: writeSort(sort) });
  if (size !== undefined) parameters.set('page[size]', String(size));
  if (cursor) parameters.set('page[after]', cursor);
  return parameters;
};
async function page(asked: Asked) {
  const { status, text, body } = await client.get(`${table}/rows?${textOf(asked)}`);
  assert.equal(status, 200, text);
  const { rows, totalRows, offset } = body.data.attributes;
  return { ids: rows.map(([id]: string[]) => Number(id)), totalRows, offset, links: body.links };
}
const by = (column: string, descending = false) => ({ column, descending });
const is = (column: string, operator: string, ...values: string[]) =>
  ({ column, operator, values }) as QueryFilter[number][number];

describe('rows', () => {
  test('are filtered and sorted', async () => {
    const { ids, totalRows } = await page({
      filter: [[is('status', 'contains', 'PAID')], [is('total', 'greater', '10')]],
      sort: [by('total', true), by('placed at')],
    });
    assert.deepEqual([ids, totalRows], [[4, 1], 2]);
  });

  test('meet one condition of a group', async () => {
    const filter = [[is('total', 'less', '10'), is('total', 'is_null')]];
    assert.deepEqual((await page({ filter })).ids, [2, 3]);
  });

  test('are compared with moments of any zone', async () => {
    const filter = [[is('placed at', 'greater_or_equal', '2024-01-04T11:00:00+01:00')]];
    assert.deepEqual((await page({ filter })).ids, [1, 5]);
  });

  test('are read page by page in their order, forward, backward, and from the end', async () => {
    const asked = { sort: [by('total'), by('id', true)], size: 2 };
    const first = await page(asked);
    const second = await page({ ...asked, after: first.links.next });
    const third = await page({ ...asked, after: second.links.next });
    assert.deepEqual([first.ids, second.ids, third.ids], [[3, 4], [1, 5], [2]]);
    assert.deepEqual([first.offset, second.offset, third.offset], [0, 2, 4]);
    assert.deepEqual([third.links.next, third.links.last, first.links.prev], [null, null, null]);
    assert.deepEqual(await page({ ...asked, after: third.links.prev }), second);
    assert.deepEqual(await page({ ...asked, after: first.links.last }), third);
  });

  test('that match are counted only where a page depends on it', async () => {
    const asked = { filter: [[is('total', 'is_not_null')]], size: 3 };
    const first = await page(asked);
    assert.deepEqual([first.ids, first.totalRows], [[1, 3, 4], null]);
    const last = await page({ ...asked, after: first.links.last });
    assert.deepEqual([last.ids, last.totalRows, last.offset, last.links.next], [[5], 4, 3, null]);
    const counted = await client.get(
      `${table}/row-counts?${textOf({ filter: asked.filter })}`.replace('&sort=', ''),
    );
    assert.deepEqual(counted.body.data.attributes, { version: 1, rows: 4 });
  });

  test('have a total and no further pages if none match', async () => {
    const { ids, totalRows, links } = await page({ filter: [[is('status', 'equals', 'PAID')]] });
    assert.deepEqual([ids, totalRows, links], [[], 0, { next: null, prev: null, last: null }]);
  });

  test('have only the requested columns, in their order', async () => {
    const names = writeNames(['placed at', 'id']);
    const { body } = await client.get(
      `${table}/rows?${new URLSearchParams({ columns: names, sort: 'total' })}`,
    );
    const { columns, rows } = body.data.attributes;
    assert.deepEqual(
      columns.map(({ name }: { name: string }) => name),
      ['placed at', 'id'],
    );
    assert.deepEqual(rows[0], ['2024-01-03T10:00:00Z', '3']);
  });

  test('of a page whose cursor belongs to another query are refused', async () => {
    const { links } = await page({ sort: [by('total')], size: 1 });
    for (const sort of [[by('total', true)], []]) {
      const { status, body } = await client.get(`${table}/rows?${textOf({ sort, after: links.next })}`);
      assert.deepEqual([status, body.errors[0].code], [422, 'cursor_invalid']);
    }
  });
});

describe('the values of a column', () => {
  const values = async (column: string, more: Record<string, string> = {}) => {
    const { status, text, body } = await client.get(
      `${table}/column-values?${new URLSearchParams({ column, ...more })}`,
    );
    assert.equal(status, 200, text);
    return body.data.attributes.values.map(({ value, rows }: { value: string; rows: number }) => [
      value,
      rows,
    ]);
  };

  test('come with their numbers of rows, the most frequent first', async () => {
    assert.deepEqual(await values('status'), [
      ['open', 2],
      ['paid', 2],
      ['Paid back', 1],
    ]);
    assert.deepEqual((await values('total'))[0], ['20.50', 2]);
    assert.deepEqual((await values('placed at'))[0], ['2024-01-01T10:00:00Z', 1]);
  });

  test('have NULL among them, however many others there are, which a filter can name with others', async () => {
    assert.deepEqual(await values('total'), [
      ['20.50', 2],
      ['7.25', 1],
      ['100.00', 1],
      [null, 1],
    ]);
    const counted = async (text: string) =>
      (await client.get(`${table}/row-counts?${new URLSearchParams({ filter: text })}`)).body.data.attributes
        .rows;
    const all = await counted('');
    const with20 = await counted('total:one_of:20.5');
    const missing = await counted('total:is_null');
    assert.ok(missing > 0 && with20 > 0);
    assert.equal(await counted('total:one_of:20.5:or_null'), with20 + missing);
    assert.equal(await counted('total:none_of:20.5'), all - with20);
    assert.equal(await counted('total:none_of:20.5:or_null'), all - with20 - missing);
    for (const unfit of [
      'total:equals:20.5:or_null',
      'total:one_of:20.5:null',
      'total:one_of:20.5:or_null:x',
    ])
      assert.equal(
        (await client.get(`${table}/row-counts?${new URLSearchParams({ filter: unfit })}`)).status,
        422,
        unfit,
      );
  });

  test('are those with a text, in rows that match the other conditions', async () => {
    const filter = writeFilter([[is('total', 'equals', '20.5')]]);
    assert.deepEqual(await values('status', { search: 'PAID', filter }), [
      ['paid', 1],
      ['Paid back', 1],
    ]);
  });

  test('can’t be listed of a column that the table doesn’t have', async () => {
    const { status, body } = await client.get(`${table}/column-values?column=nothing`);
    assert.deepEqual([status, body.errors[0].code], [422, 'query_column_unknown']);
  });
});

describe('a file of rows', () => {
  test('has all rows that match, and says how old they are', async () => {
    const filter = writeFilter([[is('total', 'is_not_null')]]);
    const parameters = new URLSearchParams({ filter, sort: '-total', columns: 'id,total' });
    const { status, headers, text } = await client.get(`${table}/rows.csv?${parameters}`);
    assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8']);
    assert.match(
      String(headers['content-disposition']),
      /^attachment; filename\*=UTF-8''orders%20\d{4}-\d\d-\d\d%20\d\d\.\d\d%20UTC\.csv$/,
    );
    assert.equal(text, 'id,total\r\n5,100.00\r\n1,20.50\r\n4,20.50\r\n3,7.25\r\n');
    const rows = await api.sql(`select details from audit_events where action = 'table.export'`);
    assert.deepEqual(rows, [{ details: { name: 'orders', version: 1, format: 'csv' } }]);
  });

  test('has texts as they came, unless it is for a spreadsheet', async () => {
    const lines = ['1,-0.001,@ana', '2,low,@bo', '3,+49 170 1234,=1+1'];
    const source = await journey.connectFiles({ 'texts.csv': ['n,reading,by', ...lines, ''].join('\n') });
    await journey.sync(source);
    const rowsFor = async (texts: string) =>
      (await client.get(`${source}/tables/texts/rows.csv${texts}`)).text.split('\r\n').slice(1, -1);
    assert.deepEqual(await rowsFor(''), lines);
    assert.deepEqual(await rowsFor('?texts=exact'), lines);
    assert.deepEqual(await rowsFor('?texts=spreadsheet'), [
      "1,-0.001,'@ana",
      "2,low,'@bo",
      "3,+49 170 1234,'=1+1",
    ]);
    assert.equal((await client.get(`${source}/tables/texts/rows.csv?texts=other`)).status, 422);
  });

  test('is also available as JSON Lines', async () => {
    const { text } = await client.get(`${table}/rows.jsonl?sort=id&columns=id,status`);
    assert.equal(text.split('\n')[3], '{"id":4,"status":"Paid back"}');
  });

  test('is also available as a stream of Arrow, of any length', async () => {
    await api.sql('update table_versions set rows = 100001');
    const { status, text, headers } = await client.get(`${table}/rows.arrow?sort=id&columns=id`);
    await api.sql('update table_versions set rows = 5');
    assert.deepEqual(
      [status, headers['content-type'], text.includes('id')],
      [200, 'application/vnd.apache.arrow.stream', true],
    );
  });

  test('is also available as an Excel file and as Parquet, up to a number of rows', async () => {
    for (const [format, magic] of [
      ['xlsx', 'PK'],
      ['parquet', 'PAR1'],
    ] as const) {
      const { status, text, headers } = await client.get(`${table}/rows.${format}?sort=id`);
      assert.deepEqual([status, text.slice(0, magic.length)], [200, magic]);
      assert.ok(String(headers['content-disposition']).endsWith(`.${format}`));
      assert.match(String(headers['content-type']), /^application\/vnd\.[a-z.-]+$/);
    }
    await api.sql('update table_versions set rows = 100001');
    const { status, body } = await client.get(`${table}/rows.xlsx`);
    assert.deepEqual([status, body.errors[0].code], [413, 'export_not_streamed']);
    assert.equal(
      (await client.get(`${table}/rows.xlsx?filter=${encodeURIComponent('id:less:3')}`)).status,
      200,
    );
    await api.sql('update table_versions set rows = 5');
  });

  test('that can’t be made is an error, not a file', async () => {
    const { status, body } = await client.get(`${table}/rows.csv?columns=nothing`);
    assert.deepEqual([status, body.errors[0].code], [422, 'query_column_unknown']);
  });
});

test('a range that moves with the clock holds for rows, counts, files, and figures alike', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const days = [200, 60, 40, 20, 10, -400].map((ago, at) => `${at + 1},${daysAgo(ago)}`);
  const source = await journey.connectFiles({ 'visits.csv': `id,day\n${days.join('\n')}\n` });
  await journey.sync(source);
  const visits = `${source}/tables/visits`;
  const filter: QueryFilter = [[is('day', 'in_range', 'last.90.day', 'Europe/Berlin')]];
  const first = await client.get(`${visits}/rows?${textOf({ filter, size: 3 })}`);
  const after = first.body.links.next;
  const second = await client.get(`${visits}/rows?${textOf({ filter, size: 3, after })}`);
  const ids = [first, second].map(({ body }) => body.data.attributes.rows.map(([id]: string[]) => id));
  assert.deepEqual(ids, [['2', '3', '4'], ['5']]);
  const text = encodeURIComponent(writeFilter(filter));
  const count = await client.get(`${visits}/row-counts?filter=${text}`);
  assert.equal(count.body.data.attributes.rows, 4);
  const file = await client.get(`${visits}/rows.jsonl?filter=${text}`);
  assert.equal(file.text.trim().split('\n').length, 4);
  const query = { filter, breakouts: [], measures: [{ as: 'n', agg: 'count', where: filter }] };
  const result = await client.post(`${visits}/query-results`, 'query_results', { query });
  assert.deepEqual(result.body.data.attributes.values, [['4']], result.text);
});

const refused: [string, string, unknown][] = [
  ['an unknown column', 'filter=nothing:is_null', ['query_column_unknown', 'filter', { column: 'nothing' }]],
  ['an unknown column to sort by', 'sort=-nothing', ['query_column_unknown', 'sort', { column: 'nothing' }]],
  [
    'a value of another type',
    'filter=total:less:much',
    ['query_condition_unfit', 'filter', { column: 'total' }],
  ],
  [
    'a day that doesn’t exist',
    'filter=placed%2520at:less:2024-02-30',
    ['query_condition_unfit', 'filter', { column: 'placed at' }],
  ],
  ['no value', 'filter=total:less', ['query_condition_unfit', 'filter', { column: 'total' }]],
  ['an empty text', 'filter=status:contains:', ['query_condition_unfit', 'filter', { column: 'status' }]],
  [
    'an operator that doesn’t fit',
    'filter=total:contains:1',
    ['query_condition_unfit', 'filter', { column: 'total' }],
  ],
  ['an unknown operator', 'filter=total:like:1', ['query_unreadable', 'filter', undefined]],
  [
    'a range of time that isn’t one',
    'filter=placed%2520at:in_range:last.0.day,UTC',
    ['query_condition_unfit', 'filter', { column: 'placed at' }],
  ],
  [
    'a range of time in no zone',
    'filter=placed%2520at:in_range:this.month,Nowhere',
    ['query_condition_unfit', 'filter', { column: 'placed at' }],
  ],
  ['SQL', 'filter=total = 1 or 1=1 --', ['query_unreadable', 'filter', undefined]],
  ['half an encoded character', 'filter=total:less:%25', ['query_unreadable', 'filter', undefined]],
  [
    'an unknown column to show',
    'columns=id,nothing',
    ['query_column_unknown', 'columns', { column: 'nothing' }],
  ],
  ['one column to show twice', 'columns=id,id', ['query_unreadable', 'columns', undefined]],
  ['one column twice', 'sort=total,-total', ['query_unreadable', 'sort', undefined]],
];
for (const [what, parameters, expected] of refused)
  test(`a query with ${what} is refused with its cause`, async () => {
    const { status, body } = await client.get(
      `${table}/rows?${encodeURI(parameters).replaceAll('%25', '%')}`,
    );
    const [{ code, source, meta }] = body.errors;
    assert.deepEqual([status, [code, source.parameter, meta]], [422, expected]);
  });
