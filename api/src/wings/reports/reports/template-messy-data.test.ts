import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { answers, TemplateReports, type CardReader } from '../../../../test-support/template-reports.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);

const FILES = {
  // Not in the order of time. 3 is a refund, 4 has no amount, 5 a status of its own, 2 none and nobody who bought.
  'sales.csv': `sale,order_date,total,currency,customer_id,status,channel
6,2026-03-02,999.00,EUR,cy,Cancelled,web
1,2026-01-05,100.00,EUR,ann,paid,web
9,2099-01-01,5.00,EUR,ann,paid,web
3,2026-02-03,-30.00,EUR,ann,paid,web
2,2026-01-20,50.00,EUR,,,web
5,2026-03-01,80.00,EUR,bob,on hold,web
4,2026-02-10,,EUR,bob,paid,web
7,2026-03-03,70.00,USD,cy,paid,web
8,2026-03-04,0.00,EUR,dan,not cancelled,web
`,
  // Of nobody, without a date, dated in the future, refunded, canceled, and without a status.
  'orders.csv': `id,customer_id,order_date,total,status
5,cy,2026-02-01,10,
1,ann,2026-01-10,10,paid
2,ann,2026-02-10,10,paid
4,bob,2026-02-20,-10,paid
3,bob,2026-01-15,10,paid
6,bob,2026-03-31,10,paid
7,,2026-01-02,10,paid
8,dee,,10,paid
9,eve,2026-01-03,10,cancelled
10,ann,2099-06-01,10,paid
`,
  // Paid nothing, an unknown amount, an amount that is refunded in the same month, and one that is two months later.
  'payments.csv': `id,paid_at,amount,customer
12,2026-03-31,10,ann
1,2026-01-01,10,ann
2,2026-02-01,10,ann
3,2026-01-02,20,bob
4,2026-02-02,0.00,bob
5,2026-03-02,20,bob
6,2026-01-03,,cy
7,2026-02-03,5,cy
8,2026-02-04,15,dan
9,2026-02-05,-15,dan
10,2026-01-06,7,eve
11,2026-03-06,-7,eve
13,2099-02-01,10,ann
14,2026-02-07,3,
`,
  // Five people do all of visit, signup, and pay; the first had looked at the page for paying before.
  'events.csv': `id,user_id,event,occurred_at
${[1, 2, 3, 4, 5]
  .flatMap((who) => [
    `${who}3,u${who},pay,2026-01-0${who}T12:00:00Z`,
    `${who}1,u${who},visit,2026-01-0${who}T10:00:00Z`,
    `${who}2,u${who},signup,2026-01-0${who}T11:00:00Z`,
  ])
  .join('\n')}
60,u1,pay,2026-01-01T09:00:00Z
61,,visit,2026-01-01T09:00:00Z
62,u9,,2026-01-01T09:00:00Z
63,u9,visit,2099-01-01T09:00:00Z
`,
  'deals.csv': `deal,amount,stage,close_date,owner,currency
1,100,Undisclosed,2026-05-10,ann,EUR
2,50,,2026-05-11,ann,EUR
3,25,negotiation,,bob,EUR
4,999,Closed Won,2026-04-01,ann,EUR
5,999,closedlost,2026-04-02,ann,EUR
6,,qualified,2026-06-01,bob,EUR
7,70,qualified,2026-06-15,ann,USD
8,60,qualified,2026-06-16,ann,
`,
  'campaigns.csv': `date,campaign,spend,revenue,clicks,conversions,currency
2026-03-03,brand,0,-10,0,0,EUR
2026-03-01,brand,10,50,100,2,EUR
2026-03-01,brand,1000,10,5,1,USD
2026-03-02,,5,,0,0,EUR
`,
};

let reports: TemplateReports;
before(async () => {
  const made = await api.workspace();
  const journey = new SourceJourney(made);
  reports = new TemplateReports(journey, `/organizations/${made.id}`);
  const source = await journey.connectFiles(FILES);
  await journey.sync(source);
  await reports.learn(source, 'sales', 'orders', 'payments', 'events', 'deals', 'campaigns');
});

/** What a card says of rows that it leaves out. */
const notesOf = async (read: CardReader, card: string) =>
  Object.fromEntries(
    (await read.resultOf(card)).notes.map(({ code, column, rows }) => [`${code} ${column}`, rows]),
  );

describe('what a template says of a messy table, with what is usually chosen', () => {
  test('revenue overview: refunds lower revenue and are no sales, and no status or a new one counts', async () => {
    await answers(await reports.of('revenue-overview', 'sales'), {
      // In euros and not canceled: 100 + 50 − 30 + nothing + 80 + 0 + 5.
      revenue: [[205]],
      // 1, 2, 4, 5, 8, and 9; 3 is a refund.
      sales: [[6]],
      // (100 + 50 + 80 + 0 + 5) / 5 sales with an amount.
      average: [[47]],
      // Ann, Bob, and Dan.
      customers: [[3]],
    });
  });

  test('customer retention: a date in the future, a refund, and nobody change nothing', async () => {
    const read = await reports.of('customer-retention', 'orders');
    await answers(read, {
      // Ann and Bob since January, Cy since February, whose status nobody knows.
      customers: [[3]],
      // In February, Ann of two came back, but Bob was refunded; in March, Cy didn't.
      after1: [[1 / 3]],
      after3: [[null]],
      fresh: [
        ['2026-01-01', 2],
        ['2026-02-01', 1],
        ['2026-03-01', 0],
      ],
    });
    assert.deepEqual(await notesOf(read, 'after1'), {
      ...{ 'without_value customer_id': 1, 'without_moment order_date': 1 },
      'after_last_read order_date': 1,
    });
  });

  test('customer value: purchases without refunds, up to the last day of the table', async () => {
    await answers(await reports.of('customer-value', 'orders'), {
      customers: [[3]],
      average: [[40 / 3]],
      // Two, two, and one.
      purchases: [[5 / 3]],
      again: [[2 / 3]],
      best: [
        ['ann', 'Loyal', 20, 2, 49],
        ['bob', 'New', 10, 2, 0],
        ['cy', 'Lost', 10, 1, 58],
      ],
    });
  });

  test('recurring revenue: nothing, an unknown amount, or what was refunded is not paid', async () => {
    const read = await reports.of('recurring-revenue', 'payments');
    await answers(read, {
      months: [
        // Bob is back, Cy is lost, and Eve gets back what she paid in January.
        ['2026-03-01', 23, 8, 2, 0, 1 / 2],
        // Bob paid 0 and Eve nothing, so two of three are lost; Cy is new; Dan was refunded.
        ['2026-02-01', 15, -22, 2, 1, 2 / 3],
        // Ann, Bob, and Eve.
        ['2026-01-01', 37, 37, 3, 3, null],
      ],
    });
    assert.deepEqual(await notesOf(read, 'months'), {
      'without_value customer': 1,
      'after_last_read paid_at': 1,
    });
  });

  test('conversion funnel: as many of each step are in the order in which people take them', async () => {
    const read = await reports.of('conversion-funnel', 'events');
    await answers(read, {
      started: [[5]],
      finished: [[1]],
      steps: [
        ['visit', 5, 1],
        ['signup', 5, 2],
        ['pay', 5, 3],
      ],
    });
    assert.deepEqual(await notesOf(read, 'steps'), {
      ...{ 'without_value user_id': 1, 'without_value event': 1, 'after_last_read occurred_at': 1 },
    });
  });

  test('conversion funnel: steps are in the order that somebody has chosen', async () => {
    const order = { step: ['pay', 'visit', 'party'] };
    await answers(await reports.of('conversion-funnel', 'events', { order }), {
      // Only the first had looked at the page for paying before they came, and nobody partied.
      steps: [
        ['pay', 5, 1],
        ['visit', 1, 2],
        ['party', 0, 3],
      ],
    });
  });

  test('sales pipeline: what has no stage, a new one, or one that only sounds closed is open', async () => {
    const read = await reports.of('sales-pipeline', 'deals');
    await answers(read, {
      // Undisclosed, without a stage, and in negotiation; the one that is qualified has no amount.
      value: [[175]],
      deals: [[4]],
      average: [[175 / 3]],
      closing: [
        ['2026-05-01', 150],
        ['2026-06-01', null],
      ],
    });
    assert.deepEqual(await notesOf(read, 'closing'), { 'without_moment close_date': 1 });
  });

  test('marketing return: one currency at a time, and what has no campaign is a group', async () => {
    await answers(await reports.of('marketing-return', 'campaigns'), {
      spend: [[15]],
      revenue: [[40]],
      return: [[40 / 15]],
      perclick: [[15 / 100]],
      campaigns: [
        ['brand', 10, 40, 4],
        [null, 5, null, null],
      ],
    });
  });
});
