import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SERVICE_RIGHTS } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type TestWorkspace } from '../../../../test-support/test-api.ts';

const SALES = 'id,city,secret,amount\n1,Ulm,s1,10\n2,Kiel,s2,20\n3,Ulm,s3,30\n';
const api = await TestApi.open({ environment: { RATE_LIMIT_FACTOR: '10' } });
after(api.close);

let workspace: TestWorkspace;
let journey: SourceJourney;
let source: string;
let base: string;
let scope: object[];

before(async () => {
  workspace = await api.workspace();
  base = `/organizations/${workspace.id}`;
  journey = new SourceJourney(workspace);
  source = await journey.connectFiles({ 'sales.csv': SALES });
  await journey.sync(source);
  const sourceConnectionId = source.split('/').at(-1)!;
  scope = [{ sourceConnectionId, tables: [{ tableName: 'sales', columns: ['id', 'city', 'amount'] }] }];
});

const codeOf = ({ body }: { body: { errors?: { code: string }[] } }) => body.errors?.[0]?.code;

describe('a service account with the right to run syncs', () => {
  test('lists its connections, starts a sync once, and watches it to its end', async () => {
    const client = await api.serviceAccount(workspace, { rights: ['sources:read', 'syncs:run'] });
    const listed = await client.get(`${base}/source-connections`);
    assert.deepEqual(
      listed.body.data.map(({ id }: { id: string }) => `${base}/source-connections/${id}`),
      [source],
    );
    const key = { 'idempotency-key': 'nightly' };
    const [first, again] = [
      await client.post(`${source}/sync-runs`, 'sync_runs', {}, key),
      await client.post(`${source}/sync-runs`, 'sync_runs', {}, key),
    ];
    assert.equal(first.status, 202, first.text);
    assert.equal(again.body.data.id, first.body.data.id);
    const run = await new SourceJourney({ id: workspace.id, admin: client }).runIn(
      `${source}/sync-runs/${first.body.data.id}`,
      'succeeded',
    );
    assert.match(run.startedBy?.name ?? run.startedBy, /^Robot/);
  });

  test('sees nothing of connections of which it sees only a part', async () => {
    const client = await api.serviceAccount(workspace, { rights: SERVICE_RIGHTS, scope });
    const listed = await client.get(`${base}/source-connections`);
    assert.deepEqual([listed.body.data, listed.body.meta.total], [[], 0]);
    for (const path of [source, `${source}/sync-runs`])
      assert.equal((await client.get(path)).status, 404, path);
    assert.equal((await client.post(`${source}/sync-runs`, 'sync_runs')).status, 404);
  });
});

describe('a service account with the right to read reports', () => {
  const layout = { x: 0, y: 0, w: 6, h: 4 };
  const rows = { as: 'rows', agg: 'count' };
  let report: string;

  before(async () => {
    const { body } = await workspace.admin.get(`${source}/tables/sales`);
    const table = { id: body.data.id, name: 'sales' };
    const card = (id: string, query: object) => ({ id, kind: 'table', title: id, layout, table, query });
    const content = {
      cards: [
        card('cities', { breakouts: [{ as: 'city', column: 'city' }], measures: [rows] }),
        card('secrets', { breakouts: [{ as: 'secret', column: 'secret' }], measures: [rows] }),
        { id: 'text', kind: 'text', title: 'About', layout, text: 'Sales' },
      ],
      filters: [
        {
          id: 'city',
          label: 'City',
          bind: [{ card: 'cities', column: 'city' }],
          default: { operator: 'equals', values: ['Ulm'] },
        },
        { id: 'secret', label: 'Secret', bind: [{ card: 'cities', column: 'secret' }], default: null },
      ],
    };
    const made = await workspace.admin.post(`${base}/reports`, 'reports', { name: 'Sales', content });
    assert.equal(made.status, 201, made.text);
    report = `${base}/reports/${made.body.data.id}`;
  });

  test('reads the cards that it sees, and what they show', async () => {
    const client = await api.serviceAccount(workspace, { rights: ['reports:read'], scope });
    const { body, text } = await client.get(report);
    const { cards, filters } = body.data.attributes.content;
    assert.deepEqual(
      [cards, filters].map((parts) => parts.map(({ id }: { id: string }) => id)),
      [['cities', 'text'], ['city']],
    );
    assert.ok(!/secret/i.test(text), text);
    const listed = await client.get(`${base}/reports`);
    assert.equal(listed.body.data[0].attributes.cards, 2);
    const result = await client.get(`${report}/cards/cities/query-results`);
    assert.deepEqual(result.body.data.attributes.values, [['Ulm'], ['2']], result.text);
    for (const id of ['secrets', 'text', 'absent'])
      assert.equal((await client.get(`${report}/cards/${id}/query-results`)).status, 404, id);
  });

  test('sees what people see, if it sees everything', async () => {
    const client = await api.serviceAccount(workspace, { rights: ['reports:read'] });
    const [ours, theirs] = [await client.get(report), await workspace.admin.get(report)];
    assert.deepEqual(ours.body.data.attributes.content, theirs.body.data.attributes.content);
  });
});

describe('a service account with limits', () => {
  test('works from its addresses only', async () => {
    const here = await api.serviceAccount(workspace, { networks: ['10.0.0.0/8', '127.0.0.1', '::1'] });
    assert.equal((await here.get(`${base}/tables`)).status, 200);
    const elsewhere = await api.serviceAccount(workspace, { networks: ['10.0.0.0/8', '2001:db8::/32'] });
    const refused = await elsewhere.get(`${base}/tables`);
    assert.deepEqual([refused.status, codeOf(refused)], [403, 'token_elsewhere']);
  });

  test('has no network that isn’t one, and no filter that doesn’t fit', async () => {
    const create = (attributes: object) =>
      workspace.admin.post(`${base}/service-accounts`, 'service_accounts', {
        name: 'Invalid',
        description: '',
        scope: null,
        days: 1,
        ...attributes,
      });
    for (const network of ['10.0.0.0/33', 'localhost', '1.2.3', '::1::', '10.0.0.0/8/8']) {
      const { status, body } = await create({ networks: ['10.0.0.1', network] });
      assert.equal(status, 422, network);
      assert.equal(body.errors[0].source.pointer, '/data/attributes/networks/1');
    }
    const sourceConnectionId = source.split('/').at(-1)!;
    for (const condition of [
      { column: 'absent', operator: 'equals', values: ['x'] },
      { column: 'amount', operator: 'less', values: ['x'] },
      { column: 'city', operator: 'equals', values: [] },
    ]) {
      const tables = [{ tableName: 'sales', columns: null, filter: [[condition]] }];
      const { status, body } = await create({ scope: [{ sourceConnectionId, tables }] });
      assert.equal(status, 422);
      assert.equal(body.errors[0].code, 'scope_filter_unfit');
      assert.equal(body.errors[0].source.pointer, '/data/attributes/scope/0/tables/0/filter');
    }
  });

  test('has its SQL stopped earlier', async () => {
    const client = await api.serviceAccount(workspace, {
      rights: ['sql:run'],
      limits: { requests: 1, seconds: 1 },
    });
    const sql = 'select sum(a.range * b.range) from range(1000000) a, range(1000000) b';
    const ran = await client.post(`${base}/sql-runs`, 'sql_runs', { sql, limit: 10, parameters: {} });
    assert.equal(codeOf(ran), 'sql_timed_out', ran.text);
    assert.equal(ran.body.errors[0].meta.seconds, 1);
  });

  test('reads on from where it stopped, by a column that grows', async () => {
    const client = await api.serviceAccount(workspace);
    const since = async (value: string) => {
      const query = new URLSearchParams({ filter: `id:greater:${value}`, sort: 'id' });
      return (await client.get(`${source}/tables/sales/rows.csv?${query}`)).text.split('\r\n').slice(1, -1);
    };
    assert.deepEqual(await since('1'), ['2,Kiel,s2,20', '3,Ulm,s3,30']);
    assert.deepEqual(await since('3'), []);
  });
});
