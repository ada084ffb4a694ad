import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { FilterValue, ReportCard, ReportContent, ReportFilter } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client, type TestWorkspace } from '../../../../test-support/test-api.ts';

const api = await TestApi.open({ withViews: true });
after(api.close);

const layout = { x: 0, y: 0, w: 6, h: 6 };
const rows = { as: 'rows', agg: 'count' as const };
let client: Client;
let base: string;
let source: string;
let journey: SourceJourney;
let workspace: TestWorkspace;
before(async () => {
  workspace = await api.workspace();
  journey = new SourceJourney(workspace);
  source = await journey.connectFiles({
    'orders.csv':
      'id,status,total,day\n1,paid,10,2026-01-01\n2,open,20,2026-01-02\n3,delivered,30,2026-01-03\n4,"a,b",40,2026-01-04\n',
  });
  await journey.sync(source);
  ({ client, base } = journey);
});

let queries = 0;
/** Saves a query, and returns its ID with the table that follows it. */
async function saved(sql: string, parameters: Record<string, string | null>) {
  const name = `Query ${(queries += 1)}`;
  const { body, text } = await client.post(`${base}/saved-queries`, 'saved_queries', {
    ...{ name, description: '', sql, parameters },
  });
  assert.ok(body.data, text);
  const query = `${base}/saved-queries/${body.data.id}`;
  const { body: view } = await client.post(`${query}/view`, 'sql_views', {});
  assert.ok(view.data, JSON.stringify(view));
  const { id } = view.data;
  await settled(
    () => client.get(`${base}/sql-views/${id}`),
    ({ body: { data } }) => data.attributes.state === 'current',
  );
  return { query, table: { id, name } };
}

const cardOf = (table: { id: string; name: string }, id = 'n'): ReportCard => ({
  ...{ kind: 'number', id, title: 'Rows', layout, table, query: { breakouts: [], measures: [rows] } },
});
const filterOf = (parameter: string, rest: Partial<ReportFilter> = {}): ReportFilter => ({
  ...{ id: parameter.toLowerCase(), label: `The ${parameter}`, default: null },
  ...{ bind: [{ card: 'n', parameter }], ...rest },
});
const oneOf = (...values: string[]): FilterValue => ({ operator: 'one_of', values });
const make = (content: ReportContent) =>
  client.post(`${base}/reports`, 'reports', { name: 'Report', content });
async function made(content: ReportContent): Promise<string> {
  const { status, body, text } = await make(content);
  assert.equal(status, 201, text);
  return `${base}/reports/${body.data.id}`;
}
const csvOf = async (report: string, filters = '') => {
  const { status, text, body } = await client.get(
    `${report}/cards/n/values.csv?${new URLSearchParams({ filters })}`,
  );
  return status === 200 ? text.split('\r\n')[1] : [status, body.errors[0].code, body.errors[0].meta];
};
const EQUAL = 'select id, total from orders where status = $status';
const AMONG = `select id, total from orders where $status is null or list_contains(string_split($status, ','), status)`;

describe('a filter that is bound to a parameter of a saved query', () => {
  test('brings the rows of its value, in each place in which the card is computed, and leaves no file behind', async () => {
    const { table } = await saved(AMONG, { status: 'paid' });
    const report = await made({ cards: [cardOf(table)], filters: [filterOf('status')] });
    assert.equal(await csvOf(report), '1');
    assert.equal(await csvOf(report, 'f.status=one_of:open,delivered'), '2');
    assert.equal(await csvOf(report, 'f.status=one_of:open%2Cpaid%2Cdelivered'), '3');
    assert.equal(await csvOf(report, 'f.status=is_null'), '4');
    const { body: view } = await client.get(`${base}/sql-views/${table.id}`);
    const { sourceConnectionId, name } = view.data.attributes;
    const path = `${base}/source-connections/${sourceConnectionId}/tables/${encodeURIComponent(name)}`;
    const asked = await client.post(`${path}/query-results`, 'query_results', {
      query: { breakouts: [], measures: [rows] },
      parameters: { status: 'open,delivered' },
    });
    assert.deepEqual(asked.body.data?.attributes.values, [['2']], asked.text);
    // Other values can bring rows that a service account's scope doesn't have.
    const account = await api.serviceAccount(workspace);
    const refused = await account.post(`${path}/query-results`, 'query_results', {
      query: { breakouts: [], measures: [rows] },
      parameters: { status: 'open' },
    });
    assert.deepEqual([refused.status, refused.body.errors[0].code], [403, 'token_not_accepted']);
    for (const file of ['report.pdf', 'cards/n/picture.png'])
      assert.equal((await client.get(`${report}/${file}?filters=f.status%3Done_of%3Aopen`)).status, 200);
    // The table itself is what it was.
    assert.equal((await client.get(`${path}/rows`)).body.data.attributes.rows.length, 1);
    await api.services.viewRowFiles.close();
    await settled(
      async () =>
        (await readdir(api.services.versions.root, { recursive: true })).filter((file) => /\/r-/.test(file)),
      (files) => files.length === 0,
    );
  });

  test('is what a card begins with, of the query as it is saved by now', async () => {
    const { query, table } = await saved('select * from orders where total > $least::integer', {
      least: '0',
    });
    const report = await made({
      cards: [cardOf(table)],
      filters: [filterOf('least', { default: oneOf('15') })],
    });
    assert.equal(await csvOf(report), '3');
    const own = await client.get(`${report}/cards/n/query-results`);
    assert.deepEqual(own.body.data.attributes.values, [['3']], own.text);
    const sql = 'select * from orders where total < $least::integer';
    const changed = await client.patch(query, 'saved_queries', { sql }, { 'if-match': '1' });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(await csvOf(report), '1');
  });

  test('can’t change what the statement is, whatever its value says', async () => {
    const { table } = await saved(EQUAL, { status: 'paid' });
    const report = await made({ cards: [cardOf(table)], filters: [filterOf('status')] });
    for (const value of [`x' or '1'='1`, `'; drop table orders; --`, `paid' union select 1, 2 --`, '$status'])
      assert.equal(
        await csvOf(report, `f.status=one_of:${encodeURIComponent(encodeURIComponent(value))}`),
        '0',
      );
    assert.equal(await csvOf(report, 'f.status=one_of:a%252Cb'), '1');
  });

  test('says which filter doesn’t fit, and why', async () => {
    const { table } = await saved(EQUAL, { status: null });
    const report = await made({ cards: [cardOf(table)], filters: [filterOf('status')] });
    const facts = { filter: 'The status', name: 'status', separator: '' };
    assert.deepEqual(await csvOf(report), [422, 'report_parameter_missing', { ...facts, count: 0 }]);
    assert.deepEqual(await csvOf(report, 'f.status=one_of:paid,open'), [
      ...[422, 'report_parameter_single'],
      { ...facts, count: 2 },
    ]);
    assert.deepEqual(await csvOf(report, 'f.status=contains:pa'), [
      ...[422, 'report_parameter_unfit'],
      { ...facts, count: 1 },
    ]);
    const several = await saved(AMONG, { status: null });
    const list = await made({ cards: [cardOf(several.table)], filters: [filterOf('status')] });
    assert.equal(await csvOf(list), '4');
    assert.deepEqual(await csvOf(list, 'f.status=one_of:open,a%252Cb'), [
      ...[422, 'report_parameter_separator'],
      { ...facts, separator: ',', count: 2 },
    ]);
    // A document says it in the card's place.
    assert.equal((await client.get(`${report}/report.pdf`)).status, 200);
  });

  test('has the type that the query compares it with', async () => {
    const sql = 'select * from orders where day >= $since and total > $least and status <> $not';
    const { query, table } = await saved(sql, { since: '2026-01-01', least: '0', not: '' });
    const kinds = await client.get(`${query}/columns`);
    assert.deepEqual(kinds.body.data.attributes.parameters, [
      { name: 'since', kind: 'date' },
      { name: 'least', kind: 'number' },
      { name: 'not', kind: 'text' },
    ]);
    const filters = [filterOf('since'), filterOf('least'), filterOf('not')];
    const report = await made({ cards: [cardOf(table)], filters });
    assert.equal(await csvOf(report, 'f.since=equals:2026-01-03&f.least=equals:35.5'), '1');
    assert.equal(await csvOf(report, 'f.not=one_of:12'), '4');
    assert.deepEqual(await csvOf(report, 'f.since=one_of:yesterday'), [
      ...[422, 'sql_parameter_unfit'],
      { name: 'since', kind: 'date' },
    ]);
    assert.deepEqual(await csvOf(report, 'f.least=one_of:many'), [
      ...[422, 'sql_parameter_unfit'],
      { name: 'least', kind: 'number' },
    ]);
  });

  test('is bound only to what the query has', async () => {
    const { table } = await saved(EQUAL, { status: 'paid' });
    const content = { cards: [cardOf(table)], filters: [filterOf('other')] };
    const { status, body } = await make(content);
    assert.deepEqual(
      [status, body.errors[0].code, body.errors[0].source.pointer],
      [422, 'report_parameter_unknown', '/data/attributes/content/filters/0/bind/0/parameter'],
    );
  });
});

describe('a link to a report', () => {
  const visitor = api.visitor();
  const share = async (report: string, attributes: object) => {
    const given = { days: 30, filtersOpen: true, filters: '', ...attributes };
    const { body, text } = await client.post(`${report}/share-links`, 'share_links', given);
    assert.ok(body.data, text);
    return body.data.attributes.token as string;
  };
  const card = async (token: string, filters: string) => {
    const { body } = await visitor.post('/shared-card-results', 'shared_card_results', {
      ...{ token, card: 'n', filters },
    });
    return body.data?.attributes ?? body.errors[0].code;
  };

  test('sets only what the filter offers, and shows with which values a card is computed', async () => {
    const { table } = await saved(AMONG, { status: 'paid' });
    const filters = [filterOf('status', { offers: ['open', 'delivered'], default: oneOf('paid', 'a,b') })];
    const report = await made({
      cards: [cardOf(table)],
      filters: [{ ...filters[0]!, default: oneOf('paid') }],
    });
    const token = await share(report, {});
    const { body: opened } = await visitor.post('/shared-reports', 'shared_reports', { token });
    assert.equal(opened.data.attributes.filters[0].offers, 'values');
    const values = await visitor.post('/shared-filter-values', 'shared_filter_values', {
      ...{ token, filter: 'status', filters: '' },
    });
    assert.deepEqual(values.body.data.attributes.values, ['open', 'delivered']);
    const first = await card(token, '');
    assert.deepEqual([first.values, first.parameters], [[['1']], [{ name: 'status', value: 'paid' }]]);
    const both = await card(token, 'f.status=one_of:open,delivered');
    assert.deepEqual(
      [both.values, both.parameters],
      [[['2']], [{ name: 'status', value: 'open,delivered' }]],
    );
    for (const value of [
      '',
      'one_of:a%2Cb',
      'one_of:open%2Cpaid',
      'one_of:open:or_null',
      'is_null',
      'equals:a',
    ])
      assert.equal(await card(token, `f.status=${value}`), 'share_value_not_offered', value);
  });

  test('sets nothing if the filter offers nothing, beyond what it was made with', async () => {
    const { table } = await saved(AMONG, { status: 'paid' });
    const report = await made({ cards: [cardOf(table)], filters: [filterOf('status')] });
    const token = await share(report, { filters: 'f.status=one_of:open' });
    const { body: opened } = await visitor.post('/shared-reports', 'shared_reports', { token });
    assert.equal(opened.data.attributes.filters[0].offers, 'nothing');
    assert.deepEqual((await card(token, '')).values, [['1']]);
    assert.deepEqual((await card(token, 'f.status=one_of:open')).values, [['1']]);
    assert.equal(await card(token, 'f.status=one_of:paid'), 'share_value_not_offered');
    // Without a value, the query has the rows of the one that was saved with it.
    assert.equal(await card(token, 'f.status='), 'share_value_not_offered');
  });
});
