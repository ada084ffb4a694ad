import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Query } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const journey = new SourceJourney(await api.workspace());
const { client } = journey;

const CSV = `id,status,total,placed at
1,paid,20.50,2023-10-28T22:30:00Z
2,open,,2023-10-29T22:30:00Z
3,paid,7.25,2023-10-29T23:30:00Z
4,,99999999999999999999999999999999999.00,2023-10-31T23:30:00Z
`;
let table: string;
before(async () => {
  const source = await journey.connectFiles({ 'orders.csv': CSV });
  await journey.sync(source);
  table = `${source}/tables/orders`;
});

const ROWS = { as: 'rows', agg: 'count' as const };
const ask = (query: Partial<Query>, version?: number) =>
  client.post(`${table}/query-results`, 'query_results', {
    query: { breakouts: [], measures: [ROWS], ...query },
    ...(version !== undefined && { version }),
  });
const faults = async (query: Partial<Query>) => {
  const { status, body } = await ask(query);
  assert.equal(status, 422);
  return body.errors.map(({ code, source }: { code: string; source: { pointer: string } }) => [
    code,
    source.pointer.replace('/data/attributes/query', ''),
  ]);
};

describe('a measure', () => {
  const sum = { as: 'Revenue', agg: 'sum' as const, column: 'total', currency: 'status' };
  const by = (values: string[], operator: 'one_of' | 'equals' | 'none_of' = 'one_of', column = 'status') => ({
    ...{ column, operator, values },
  });
  const currencyOf = async (filter: NonNullable<Query['filter']>) => {
    const { body, text } = await ask({ measures: [sum], filter });
    assert.equal(body.data?.attributes.columns.length, 1, text);
    return body.data.attributes.columns[0].currency;
  };

  test('is in a currency if the filter leaves no other', async () => {
    assert.equal(await currencyOf([[by(['EUR'])]]), 'EUR');
    assert.equal(await currencyOf([[by(['1'], 'equals', 'id')], [by([' usd '], 'equals')]]), 'USD');
    for (const filter of [
      [],
      [[by(['EUR', 'USD'])]],
      [[by(['EUR'], 'none_of')]],
      [[by(['EUR']), by(['USD'])]],
      [[by(['1'], 'equals', 'id')]],
      [[by(['paid'])]],
      [[by(['ZZZ'])]],
    ])
      assert.equal(await currencyOf(filter), undefined, JSON.stringify(filter));
  });

  test('of amounts in several currencies is refused, unless these stay apart', async () => {
    const csv = 'id,total,currency,shop\n1,10,EUR,a\n2,5,USD,a\n3,,SEK,a\n4,7,EUR,b\n';
    const sales = `${await journey.connectFiles({ 'sales.csv': csv })}`;
    await journey.sync(sales);
    const of = { column: 'total', currency: 'currency' };
    const asked = async (query: Partial<Query>) => {
      const { status, body } = await client.post(`${sales}/tables/sales/query-results`, 'query_results', {
        query: { breakouts: [], measures: [{ as: 'Revenue', agg: 'sum', ...of }], ...query },
      });
      return status === 200 ? body.data.attributes.values.at(-1) : body.errors[0].code;
    };
    const where = [{ column: 'currency', operator: 'none_of' as const, values: ['USD'] }];
    const average = {
      as: 'Average',
      ratio: [{ agg: 'sum', column: 'total' }, { agg: 'count' }],
      currency: 'currency',
    };
    for (const [query, expected] of [
      [{}, 'currencies_mixed'],
      [{ breakouts: [{ as: 'shop', column: 'shop' }] }, 'currencies_mixed'],
      [{ measures: [average] }, 'currencies_mixed'],
      [{ breakouts: [{ as: 'currency', column: 'currency', top: { n: 1 } }] }, 'currencies_mixed'],
      [{ measures: [{ as: 'Average', agg: 'avg', ...of }] }, 'currencies_mixed'],
      [{ breakouts: [{ as: 'currency', column: 'currency' }] }, ['17', '5', null]],
      [{ breakouts: [{ as: 'currency', column: 'currency', top: { n: 5 } }] }, ['17', '5', null]],
      [{ filter: [where] }, ['17']],
      [{ filter: [[{ column: 'shop', operator: 'equals', values: ['b'] }]] }, ['7']],
      [{ measures: [{ as: 'Revenue', agg: 'sum', ...of, where: [where] }] }, ['17']],
      [{ measures: [{ as: 'Sales', agg: 'count', ...of }] }, ['3']],
    ] as [Partial<Query>, unknown][])
      assert.deepEqual(await asked(query), expected, JSON.stringify(query));
  });

  test('of amounts that stay apart by their currency is nowhere added up over them', async () => {
    const csv =
      'day,total,currency,shop\n2026-01-01,10,EUR,a\n2026-01-01,1000,JPY,a\n2026-01-02,30,EUR,b\n2026-01-02,500,JPY,b\n';
    const sales = `${await journey.connectFiles({ 'yen.csv': csv })}`;
    await journey.sync(sales);
    const revenue = { as: 'Revenue', agg: 'sum' as const, column: 'total', currency: 'currency' };
    const calc = (word: 'running' | 'share' | 'change') => ({ as: word, calc: word, of: 'Revenue' });
    const asked = async (query: Partial<Query>) => {
      const { status, body } = await client.post(`${sales}/tables/yen/query-results`, 'query_results', {
        query: { breakouts: [], measures: [revenue], ...query },
      });
      return status === 200 ? body.data.attributes : body.errors[0].code;
    };
    const currency = { as: 'currency', column: 'currency' };
    const day = { as: 'day', column: 'day', grain: 'day' as const };
    const sort = [
      { by: 'currency', descending: false },
      { by: 'day', descending: false },
    ];
    const only = await asked({ breakouts: [currency], sort: [sort[0]!], totals: true });
    assert.deepEqual(
      [only.values, only.totals],
      [
        [
          ['EUR', 'JPY'],
          ['40', '1500'],
        ],
        [null],
      ],
    );
    assert.equal(only.columns[1].mixed, true);
    const one = [{ column: 'currency', operator: 'none_of' as const, values: ['JPY'] }];
    assert.deepEqual((await asked({ breakouts: [currency], filter: [one], totals: true })).totals, ['40']);
    assert.deepEqual(
      (await asked({ breakouts: [currency], measures: [{ ...revenue, where: [one] }], totals: true })).totals,
      ['40'],
    );
    const measures = [revenue, calc('running'), calc('share'), calc('change')];
    const alone = await asked({
      breakouts: [currency],
      measures: [revenue, calc('share')],
      sort: [sort[0]!],
    });
    assert.deepEqual(alone.values?.slice(2), [['1', '1']], alone);
    const { values } = await asked({ breakouts: [day, currency], measures, sort });
    assert.deepEqual(values.slice(2), [
      ['10', '30', '1000', '500'],
      ['10', '40', '1000', '1500'],
      ['0.25', '0.75', '0.6666666666666666', '0.3333333333333333'],
      [null, '2', null, '-0.5'],
    ]);
    // The shops with the most can't be told.
    const top = { as: 'shop', column: 'shop', top: { n: 1 } };
    assert.equal(await asked({ breakouts: [top, currency] }), 'currencies_mixed');
    assert.equal((await asked({ breakouts: [top, currency], filter: [one] })).rows, 2);
  });

  test('says what it is unless it has a name of its own', async () => {
    const unnamed = { as: 'sum of total', agg: 'sum' as const, column: 'total' };
    const { body, text } = await ask({ measures: [ROWS, unnamed, sum] });
    assert.deepEqual(
      body.data?.attributes.columns.map(({ aggregate }: { aggregate?: object }) => aggregate),
      [{ agg: 'count', column: null }, { agg: 'sum', column: 'total' }, undefined],
      text,
    );
  });
});

describe('the calendar of a workspace', () => {
  const settings = (attributes: object) =>
    client.patch(`/organizations/${table.split('/')[2]}`, 'organizations', attributes);
  const days = async (query: Partial<Query>) => {
    const placed = { as: 'begin', column: 'placed at' };
    const { body, text } = await ask({ breakouts: [{ ...placed, grain: 'week' }], ...query });
    return body.data?.attributes.values[0] ?? text;
  };
  after(() => settings({ timeZone: null, weekStart: 'monday' }));

  test('groups what names no other, and results of one are not those of another', async () => {
    // The first order was placed on a Saturday in London, and on a Sunday in Berlin.
    assert.deepEqual(await days({}), ['2023-10-23', '2023-10-30']);
    await settings({ weekStart: 'sunday' });
    assert.deepEqual(await days({}), ['2023-10-22', '2023-10-29']);
    await settings({ timeZone: 'Europe/Berlin' });
    assert.deepEqual(await days({}), ['2023-10-29']);
    assert.deepEqual(await days({ zone: 'UTC' }), ['2023-10-22', '2023-10-29']);
    assert.deepEqual(await days({ zone: 'UTC', weekStart: 'monday' }), ['2023-10-23', '2023-10-30']);
    await settings({ timeZone: null, weekStart: 'monday' });
    assert.deepEqual(await days({}), ['2023-10-23', '2023-10-30']);
  });

  test('rules over the zones that the cards of reports were made in', async () => {
    const { body: found } = await client.get(table);
    const query = {
      breakouts: [{ as: 'begin', column: 'placed at', grain: 'day' }],
      measures: [ROWS],
      zone: 'UTC',
    };
    const card = {
      ...{ id: 'one', title: '', kind: 'table', layout: { x: 0, y: 0, w: 12, h: 4 }, query },
      table: { id: found.data.id, name: 'orders' },
    };
    const reports = `/organizations/${table.split('/')[2]}/reports`;
    const made = await client.post(reports, 'reports', {
      name: 'Days',
      content: { cards: [card], filters: [] },
    });
    assert.equal(made.status, 201, made.text);
    const shown = async () => {
      const { body, text } = await client.get(`${reports}/${made.body.data.id}/cards/one/query-results`);
      return body.data?.attributes.values[0] ?? text;
    };
    assert.deepEqual(await shown(), ['2023-10-28', '2023-10-29', '2023-10-30', '2023-10-31']);
    await settings({ timeZone: 'Europe/Berlin' });
    assert.deepEqual(await shown(), ['2023-10-29', '2023-10-30', '2023-10-31', '2023-11-01']);
  });
});

describe('the result of a query', () => {
  test('has groups and measures of the rows that match, with days of a time zone', async () => {
    const { status, text, body } = await ask({
      filter: [[{ column: 'id', operator: 'less', values: ['4'] }]],
      breakouts: [{ as: 'day', column: 'placed at', grain: 'day' }],
      measures: [ROWS, { as: 'total', agg: 'sum', column: 'total' }],
      zone: 'Europe/Berlin',
    });
    assert.equal(status, 200, text);
    const { attributes } = body.data;
    assert.deepEqual(attributes.values, [
      ['2023-10-29', '2023-10-30'],
      ['2', '1'],
      ['20.50', '7.25'],
    ]);
    assert.deepEqual([attributes.version, attributes.rows, attributes.cut], [1, 2, null]);
    assert.match(attributes.sql, /from "A source"."orders"\nwhere/);
  });

  test('is refused with all that doesn’t fit, and where', async () => {
    assert.deepEqual(
      await faults({
        filter: [[{ column: 'id', operator: 'less', values: ['many'] }]],
        breakouts: [
          { as: 'a', column: 'statsu' },
          { as: 'b', column: 'status', grain: 'day' },
          { as: 'c', column: 'total', top: { n: 3, by: 'nothing' } },
        ],
        measures: [
          { as: 'A', agg: 'sum', column: 'status' },
          { as: 'd', agg: 'sum' },
          { as: 'e', calc: 'running', of: 'd' },
        ],
        sort: [{ by: 'z', descending: true }],
        zone: 'Europe/Atlantis',
      }),
      [
        ['query_column_misspelled', '/breakouts/0/column'],
        ['query_breakout_unfit', '/breakouts/1'],
        ['query_name_unknown', '/breakouts/2/top/by'],
        ['query_aggregate_unfit', '/measures/0'],
        ['query_aggregate_unfit', '/measures/1'],
        ['query_calculation_unfit', '/measures/2'],
        ['query_name_taken', '/measures/0/as'],
        ['query_name_unknown', '/sort/0/by'],
        ['time_zone_unknown', '/zone'],
        ['query_condition_unfit', '/filter/0/0'],
      ],
    );
    const { body } = await ask({ breakouts: [{ as: 'a', column: 'statsu' }] });
    assert.deepEqual(body.errors[0].meta, { column: 'statsu', nearest: 'status' });
  });

  test('of a version that isn’t kept is refused', async () => {
    const { status, body } = await ask({}, 99);
    assert.deepEqual([status, body.errors[0].code], [410, 'version_gone']);
  });
});
