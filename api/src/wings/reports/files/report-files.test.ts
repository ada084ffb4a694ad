import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ReportContent } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';

const api = await TestApi.open();
after(api.close);

const CSV = 'id,country,total\n1,de,20.50\n2,de,-30.75\n3,at,7.25\n4,=1+1,1.00\n';
/** A day so many days ago, in UTC. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
// Rows near both ends of ranges would move if midnight passed during the test.
const DAYS = `id,day,total\n1,${daysAgo(3)},20.50\n2,${daysAgo(5)},4.50\n3,${daysAgo(17)},10.00\n`;
const layout = { x: 0, y: 0, w: 6, h: 6 };
let client: Client;
let report: string;
let reports: string;
let content: ReportContent;
before(async () => {
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles({ 'orders.csv': CSV, 'days.csv': DAYS });
  await journey.sync(source);
  client = journey.client;
  const { body: found } = await client.get(`${source}/tables/orders`);
  const table = { id: found.data.id, name: 'orders' };
  const { body: other } = await client.get(`${source}/tables/days`);
  const days = { id: other.data.id, name: 'days' };
  const lately = {
    ...{ breakouts: [], measures: [{ as: 'total', agg: 'sum' as const, column: 'total' }] },
    filter: [[{ column: 'day', operator: 'in_range' as const, values: ['last.10.day', 'UTC'] }]],
  };
  const total = { as: 'total', agg: 'sum' as const, column: 'total' };
  const sum = { breakouts: [], measures: [total] };
  content = {
    cards: [
      {
        ...{ kind: 'query', id: 'bars', title: 'Total by country', layout, table, mark: 'bars' },
        query: { breakouts: [{ as: 'country', column: 'country' }], measures: [total] },
      },
      { kind: 'number', id: 'sum', title: '', layout: { ...layout, x: 6 }, table, query: sum },
      {
        ...{ kind: 'number', id: 'lately', title: 'Lately', layout: { ...layout, y: 12 }, table: days },
        ...{ query: lately, compare: 'previous' },
      },
      {
        ...{ kind: 'number', id: 'ever', title: '', layout: { ...layout, x: 6, y: 12 }, table: days },
        ...{ query: sum, compare: 'year_ago' },
      },
      {
        ...{ kind: 'query', id: 'daily', title: 'Daily', mark: 'line', table: days, compare: 'previous' },
        layout: { ...layout, y: 18 },
        query: { ...lately, breakouts: [{ as: 'day', column: 'day', grain: 'day' }] },
      },
      { kind: 'text', id: 'note', title: 'Note', layout: { ...layout, y: 6 }, text: '# What **changed**' },
      {
        ...{ kind: 'table', id: 'rows', title: 'Rows', layout: { ...layout, x: 6, y: 6 }, table },
        query: {
          breakouts: [
            { as: 'Total', column: 'total' },
            { as: 'Country', column: 'country' },
          ],
          ...{ measures: [], sort: [{ by: 'Total', descending: true }], limit: 2 },
        },
      },
    ],
    filters: [
      { id: 'country', label: 'Country', default: null, bind: [{ card: 'bars', column: 'country' }] },
    ],
  };
  reports = `/organizations/${workspace.id}/reports`;
  const { body } = await client.post(reports, 'reports', { name: 'Orders', content });
  assert.ok(body.data, JSON.stringify(body));
  report = `${reports}/${body.data.id}`;
});

const csv = async (query = '') => {
  const { status, text, headers } = await client.get(`${report}/cards/bars/values.csv${query}`);
  assert.equal(status, 200, text);
  assert.match(String(headers['content-disposition']), /^attachment; .*Total%20by%20country\.csv$/);
  return text.split('\r\n').filter((line) => line !== '');
};

describe('a report', () => {
  test('is a document, which says what it’s called', async () => {
    const { status, text, headers } = await client.get(`${report}/report.pdf?zone=Europe/Berlin`);
    assert.equal(status, 200, text.slice(0, 500));
    assert.match(String(headers['content-type']), /^application\/pdf/);
    assert.match(text, /^%PDF-1\.7/);
    assert.match(text, /\/MarkInfo/);
  });

  test('has pictures of all its cards, also of those that can’t be computed', async () => {
    for (const card of ['bars', 'sum', 'lately', 'ever', 'daily', 'note', 'rows']) {
      const { status, text } = await client.get(`${report}/cards/${card}/picture.png`);
      assert.deepEqual([status, text.slice(1, 4)], [200, 'PNG'], card);
    }
  });

  test('has the values of its cards with all digits, narrowed by filters, and for spreadsheets without formulas', async () => {
    assert.deepEqual((await csv()).toSorted(), ['=1+1,1.00', 'at,7.25', 'country,total', 'de,-10.25']);
    const safe = await csv('?texts=spreadsheet');
    assert.deepEqual(safe.toSorted(), ["'=1+1,1.00", 'at,7.25', 'country,total', 'de,-10.25']);
    const filters = new URLSearchParams({ filters: 'f.country=equals:at' });
    assert.deepEqual(await csv(`?${filters}`), ['country,total', 'at,7.25']);
  });

  test('has rows as they are, and says how many there are', async () => {
    const { text } = await client.get(`${report}/cards/rows/values.csv`);
    const [head, ...rows] = text.split('\r\n').filter((line) => line !== '');
    assert.equal(head, 'Total,Country');
    assert.equal(rows.length, 2);
    const totals = rows.map((row) => Number(row.split(',')[0]));
    assert.deepEqual(
      totals,
      totals.toSorted((one, other) => other - one),
    );
    const { body } = await client.get(`${report}/cards/rows/query-results`);
    const { cut, rows: shown } = body.data.attributes;
    assert.deepEqual([shown, cut.shown, cut.of > 2], [2, 2, true]);
    const unfit = { ...content, cards: [{ ...content.cards.at(-1)!, kind: 'number' as const }], filters: [] };
    const refused = await client.post(reports, 'reports', { name: 'Unfit', content: unfit });
    assert.equal(refused.body.errors[0].code, 'report_card_without_measure');
  });

  test('has numbers with what they were in an earlier period, also in its versions and copies', async () => {
    const shown = async (of: string, card: string) => {
      const { status, body, text } = await client.get(`${of}/cards/${card}/query-results`);
      assert.equal(status, 200, text);
      return body.data.attributes;
    };
    const { values, comparison } = await shown(report, 'lately');
    assert.deepEqual(values, [['25.00']]);
    const { to, state, value, isPart } = comparison;
    assert.deepEqual([to, state, value, isPart], ['previous', 'compared', '10.00', false]);
    assert.equal((await shown(report, 'ever')).comparison.state, 'no_range');
    assert.equal((await shown(report, 'sum')).comparison, undefined);
    const copy = await client.post(`${report}/copies`, 'report_copies', { name: 'Copy' });
    assert.equal(copy.status, 201, copy.text);
    const copied = `${report.slice(0, report.lastIndexOf('/'))}/${copy.body.data.id}`;
    assert.deepEqual((await shown(copied, 'lately')).comparison, comparison);
  });

  test('has periods with those of an earlier range beside them, in its files too', async () => {
    const { body } = await client.get(`${report}/cards/daily/query-results`);
    const { values, rows, comparison } = body.data.attributes;
    // Ten days, of which the current range has orders from the fifth to the seventh.
    const place = (days: number) => 10 - days;
    assert.equal(rows, 10);
    assert.equal(values[0][place(5)], daysAgo(5));
    const now = [null, null, null, null, null, '4.50', '0.00', '20.50', null, null];
    assert.deepEqual(values[1], now);
    const { series, ...rest } = comparison;
    assert.deepEqual(
      series.values[0],
      now.map((_, at) => (at === place(7) ? '10.00' : '0.00')),
    );
    assert.equal(series.from[place(7)], daysAgo(17));
    assert.deepEqual(series.current, { from: daysAgo(10), through: daysAgo(1) });
    assert.deepEqual([rest.from, rest.through, rest.isPart], [daysAgo(20), daysAgo(11), false]);
    const { text } = await client.get(`${report}/cards/daily/values.csv`);
    const [head, ...lines] = text.split('\r\n').filter((line) => line !== '');
    assert.equal(head, 'day,Compared with,total,Before: total,Change: total');
    assert.equal(lines[place(5)], `${daysAgo(5)},${daysAgo(15)},4.50,0.00,`);
    assert.equal(lines[place(7)], `${daysAgo(7)},${daysAgo(17)},,10.00,`);
  });

  test('compares all cards that can be with what is chosen for the whole of it, and others show what they show', async () => {
    const values = async (card: string, compare: string) => {
      const filters = new URLSearchParams({ filters: `compare=${compare}` });
      const { status, text } = await client.get(`${report}/cards/${card}/values.csv?${filters}`);
      assert.equal(status, 200, text);
      return text.split('\r\n')[0];
    };
    const beside = 'day,Compared with,total,Before: total,Change: total';
    assert.equal(await values('daily', 'none'), 'day,total');
    for (const compare of ['previous', 'nonsense']) assert.equal(await values('daily', compare), beside);
    assert.equal(await values('bars', 'previous'), 'country,total');
    assert.equal(await values('rows', 'previous'), 'Total,Country');
    const shown = async (of: string, card: string) => {
      const { body } = await client.get(`${of}/cards/${card}/query-results`);
      return body.data.attributes.comparison;
    };
    const saved = { ...content, compare: 'year_ago' as const };
    const { body } = await client.post(reports, 'reports', { name: 'Year by year', content: saved });
    const yearly = `${reports}/${body.data.id}`;
    assert.deepEqual(
      [(await shown(yearly, 'lately')).to, (await shown(yearly, 'daily')).to],
      ['year_ago', 'year_ago'],
    );
    assert.equal((await shown(yearly, 'sum')).state, 'no_range');
    assert.equal(await shown(yearly, 'bars'), undefined);
    const filters = new URLSearchParams({ filters: 'compare=previous' });
    assert.equal((await client.get(`${yearly}/report.pdf?${filters}`)).status, 200);
    const wrong = { ...content, compare: 'sometimes' };
    assert.equal((await client.post(reports, 'reports', { name: 'Wrong', content: wrong })).status, 422);
  });

  test('refuses what it doesn’t have', async () => {
    assert.equal((await client.get(`${report}/cards/other/picture.png`)).status, 404);
    assert.equal((await client.get(`${report}/cards/note/values.csv`)).status, 404);
    const zone = await client.get(`${report}/report.pdf?zone=Europe/Atlantis`);
    assert.equal(zone.status, 422);
  });

  test('is recorded when someone saves it', async () => {
    const { rows } = await installationTransaction(api.database, (db) =>
      db
        .selectFrom('audit_events')
        .select('details')
        .where('action', '=', 'report.export')
        .execute()
        .then((found) => ({ rows: found.map(({ details }) => details as { format: string }) })),
    );
    assert.ok(['csv', 'pdf', 'png'].every((format) => rows.some((one) => one.format === format)));
  });
});
