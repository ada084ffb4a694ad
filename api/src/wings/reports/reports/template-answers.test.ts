import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { settled } from '@headwater/base/testing/settled';
import { answers, same, TemplateReports, type Cell } from '../../../../test-support/template-reports.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);

const FILES = {
  // Of several currencies, one cancelled, one without an amount, and not in the order of time.
  'sales.csv': `sale,order_date,total,currency,customer_id,status,channel
6,2026-04-01,30.00,EUR,ann,paid,
1,2026-01-05,10.00,EUR,ann,paid,web
4,2026-02-10,100.00,USD,cy,paid,web
2,2026-01-20,20.50,EUR,bob,paid,store
3,2026-02-03,5.25,EUR,ann,paid,web
5,2026-02-11,7.00,EUR,cy,cancelled,web
7,2026-04-02,,EUR,bob,paid,store
8,2026-04-30,1.00,EUR,bob,paid,web
`,
  'payments.csv': `payment,paid_at,amount,customer
1,2026-01-01,10,ann
2,2026-01-01,20,bob
3,2026-02-01,15,ann
4,2026-02-01,5,cy
5,2026-03-01,20,bob
6,2026-03-31,15,ann
`,
  // The fourth put something into the cart before the first visit that is known.
  'events.csv': `id,user_id,event,occurred_at
1,a,visit,2026-01-01T10:00:00Z
2,a,cart,2026-01-01T10:05:00Z
3,a,pay,2026-01-01T10:09:00Z
4,b,visit,2026-01-02T10:00:00Z
5,b,cart,2026-01-02T11:00:00Z
6,c,visit,2026-01-03T10:00:00Z
7,d,cart,2026-01-04T09:00:00Z
8,d,visit,2026-01-04T10:00:00Z
`,
  'deals.csv': `deal,amount,stage,close_date,owner,currency
1,1000,qualified,2026-05-10,ann,EUR
2,500.5,proposal,2026-06-01,bob,EUR
3,250,proposal,2026-06-30,ann,EUR
4,9999,won,2026-04-01,ann,EUR
5,70,proposal,2026-06-15,ann,USD
`,
  // Days on which nothing was spent, and days without a click.
  'campaigns.csv': `date,campaign,spend,revenue,clicks,conversions
2026-03-03,search,20,10,0,0
2026-03-01,brand,10,50,100,2
2026-03-02,brand,5,0,0,0
2026-03-02,search,0,20,10,1
`,
};

let journey: SourceJourney;
let workspace: string;
let reports: TemplateReports;

before(async () => {
  const made = await api.workspace();
  journey = new SourceJourney(made);
  workspace = `/organizations/${made.id}`;
  reports = new TemplateReports(journey, workspace);
  const source = await journey.connectFiles(FILES);
  await journey.sync(source);
  await reports.learn(source, 'sales', 'payments', 'events', 'deals', 'campaigns');
});

describe('what a template says of a small table is what one counts by hand', () => {
  // What is chosen of a status doesn't count, and of a currency does.
  const EUR = { values: { status: ['cancelled'], currency: ['EUR'] } };

  test('revenue overview', async () => {
    const read = await reports.of('revenue-overview', 'sales', EUR);
    const weeks = (await read('overtime')).map(([, revenue]) => Number(revenue));
    assert.equal(
      weeks.reduce((sum, one) => sum + one, 0),
      66.75,
    );
    await answers(read, {
      revenue: [[66.75]],
      sales: [[6]],
      average: [[13.35]],
      customers: [[2]],
      parts: [
        [null, 30],
        ['store', 20.5],
        ['web', 16.25],
      ],
      best: [
        ['ann', 45.25, 3],
        ['bob', 21.5, 3],
      ],
      months: [
        ['2026-01-01', 30.5, 2],
        ['2026-02-01', 5.25, 1],
        ['2026-03-01', 0, 0],
        ['2026-04-01', 31, 3],
      ],
    });
  });

  test('customer retention', async () => {
    await answers(await reports.of('customer-retention', 'sales', { values: { status: ['cancelled'] } }), {
      customers: [[3]],
      after1: [[1 / 3]],
      after3: [[1]],
      after6: [[null]],
      curve: [
        [1, 1 / 3, 1],
        [2, 0, 2],
        [3, 1, 3],
      ],
      cohorts: [
        [1, '2026-01-01', 0.5, 1],
        [1, '2026-02-01', 0, 1],
        [2, '2026-01-01', 0, 2],
        [2, '2026-02-01', 0, 2],
        [3, '2026-01-01', 1, 3],
      ],
      // Nobody new in two months that are over.
      fresh: [
        ['2026-01-01', 2],
        ['2026-02-01', 1],
        ['2026-03-01', 0],
        ['2026-04-01', 0],
      ],
    });
  });

  test('customer value', async () => {
    await answers(await reports.of('customer-value', 'sales', EUR), {
      customers: [[2]],
      average: [[33.375]],
      purchases: [[3]],
      again: [[1]],
      revenue: [
        ['At risk', 45.25],
        ['New', 21.5],
      ],
      best: [
        ['ann', 'At risk', 45.25, 3, 29],
        ['bob', 'New', 21.5, 3, 0],
      ],
    });
  });

  test('recurring revenue', async () => {
    await answers(await reports.of('recurring-revenue', 'payments'), {
      revenue: [
        ['2026-01-01', 30],
        ['2026-02-01', 20],
        ['2026-03-01', 35],
      ],
      customers: [
        ['2026-01-01', 2],
        ['2026-02-01', 2],
        ['2026-03-01', 2],
      ],
      churn: [
        ['2026-01-01', null],
        ['2026-02-01', 0.5],
        ['2026-03-01', 0.5],
      ],
      months: [
        ['2026-03-01', 35, 15, 2, 0, 0.5],
        ['2026-02-01', 20, -10, 2, 1, 0.5],
        ['2026-01-01', 30, 30, 2, 2, null],
      ],
    });
  });

  test('conversion funnel', async () => {
    await answers(await reports.of('conversion-funnel', 'events'), {
      started: [[4]],
      finished: [[0.25]],
      steps: [
        ['visit', 4, 1],
        ['cart', 2, 2],
        ['pay', 1, 3],
      ],
      conversion: [
        ['visit', 1, 4, 1, 1],
        ['cart', 2, 2, 0.5, 0.5],
        ['pay', 3, 1, 0.5, 0.25],
      ],
    });
  });

  test('sales pipeline', async () => {
    const open = { stage: ['won'], currency: ['EUR'] };
    await answers(await reports.of('sales-pipeline', 'deals', { values: open }), {
      value: [[1750.5]],
      deals: [[3]],
      average: [[583.5]],
      stages: [
        ['qualified', 1000],
        ['proposal', 750.5],
      ],
      closing: [
        ['2026-05-01', 1000],
        ['2026-06-01', 750.5],
      ],
      owners: [
        ['ann', 1250, 2],
        ['bob', 500.5, 1],
      ],
    });
  });

  test('marketing return', async () => {
    await answers(await reports.of('marketing-return', 'campaigns'), {
      spend: [[35]],
      revenue: [[80]],
      return: [[80 / 35]],
      perclick: [[35 / 110]],
      overtime: [
        ['2026-03-01', 5],
        ['2026-03-02', 4],
        ['2026-03-03', 0.5],
      ],
      bycampaign: [
        ['brand', 50],
        ['search', 30],
      ],
      costby: [
        ['search', 20],
        ['brand', 15],
      ],
      campaigns: [
        ['search', 20, 30, 1.5],
        ['brand', 15, 50, 50 / 15],
      ],
      perconversion: [
        ['brand', 2, 7.5],
        ['search', 1, 20],
      ],
    });
  });
});

describe('what the sample’s reports say is what its rows say', () => {
  interface Order {
    customer_id: number;
    channel: string;
    status: string;
    total: string;
    currency: string;
    placed_at: string;
  }
  let made: Record<string, string>;
  let orders: Order[];
  before(async () => {
    const loaded = await journey.client.post(`${workspace}/sample-data`, 'sample_data', { timeZone: 'UTC' });
    const shop = `${workspace}/source-connections/${loaded.body.data.id}`;
    await settled(
      () => journey.client.get(`${shop}/sync-runs`),
      ({ body }) => body.data[0].attributes.endedAt !== null,
    );
    const { body } = await journey.client.get(`${workspace}/reports`);
    made = Object.fromEntries(
      body.data.map(({ id, attributes }: { id: string; attributes: { name: string } }) => [
        attributes.name,
        id,
      ]),
    );
    const { text } = await journey.client.get(`${shop}/tables/orders/rows.jsonl`);
    orders = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Order);
    assert.ok(orders.length > 10_000);
  });

  const cents = (own: readonly Order[]) =>
    own.reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0);
  const monthOf = ({ placed_at }: Order) => new Date(placed_at).toISOString().slice(0, 7);
  const groups = <Key>(own: readonly Order[], by: (one: Order) => Key) => {
    const found = new Map<Key, Order[]>();
    for (const one of own) found.set(by(one), [...(found.get(by(one)) ?? []), one]);
    return [...found];
  };

  test('revenue overview: twelve full months in euros', async () => {
    const today = new Date();
    const month = (before: number) =>
      new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - before, 1)).toISOString().slice(0, 7);
    const counted = orders.filter(
      ({ status, currency, ...one }) =>
        currency === 'EUR' &&
        !['cancelled', 'returned'].includes(status) &&
        monthOf({ status, currency, ...one }) >= month(12) &&
        monthOf({ status, currency, ...one }) < month(0),
    );
    const best = groups(counted, ({ customer_id }) => customer_id)
      .map(([who, own]): Cell[] => [who, cents(own) / 100, own.length])
      .toSorted((one, other) => Number(other[1]) - Number(one[1]))
      .slice(0, 20);
    const read = reports.readerOf(made['Revenue overview']!);
    await answers(read, {
      revenue: [[cents(counted) / 100]],
      sales: [[counted.length]],
      average: [[cents(counted) / 100 / counted.length]],
      customers: [[new Set(counted.map(({ customer_id }) => customer_id)).size]],
      parts: groups(counted, ({ channel }) => channel)
        .map(([channel, own]): Cell[] => [channel, cents(own) / 100])
        .toSorted((one, other) => Number(other[1]) - Number(one[1])),
      months: groups(counted, monthOf)
        .map(([at, own]): Cell[] => [`${at}-01`, cents(own) / 100, own.length])
        .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    });
    // Customers with equal revenue may be in either order.
    const amounts = (rows: readonly Cell[][]) => rows.map(([, amount]) => [amount ?? null]);
    same(amounts(await read('best')), amounts(best), 'best');
  });

  test('customer retention: all months that are over', async () => {
    const counted = orders.filter(({ status }) => !['cancelled', 'returned'].includes(status));
    const latest = orders.map(({ placed_at }) => Date.parse(placed_at)).reduce((a, b) => Math.max(a, b));
    // The month in which the shop was read isn't over, not even on its last day.
    const until = new Date(Math.min(latest + 86_400_000, Date.now())).toISOString().slice(0, 7);
    const number = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
    const people = groups(counted, ({ customer_id }) => customer_id).flatMap(([, own]) => {
      const months = [...new Set(own.map(monthOf).filter((one) => one < until))].map(number);
      return months.length > 0 ? [new Set(months)] : [];
    });
    const end = number(until) - 1;
    const after = (age: number): Cell[][] => {
      const could = people.filter((months) => Math.min(...months) + age <= end);
      const did = could.filter((months) => months.has(Math.min(...months) + age));
      return [[did.length / could.length]];
    };
    await answers(reports.readerOf(made['Customer retention']!), {
      customers: [[people.length]],
      ...{ after1: after(1), after3: after(3), after6: after(6) },
    });
  });
});
