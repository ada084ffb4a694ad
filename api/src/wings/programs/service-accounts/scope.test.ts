import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client, type TestWorkspace } from '../../../../test-support/test-api.ts';

/**
 * The same rows twice: in one workspace with columns and tables that the account doesn't see, and in another, the
 * oracle, without them. Whatever is asked, both have to say the same.
 */
const FULL = 'id,city,secret,amount\n1,Ulm,s1,10\n2,Kiel,s2,20\n3,Ulm,s3,30\n4,Bonn,s1,\n';
const VISIBLE = 'id,city,amount\n1,Ulm,10\n2,Kiel,20\n3,Ulm,30\n4,Bonn,\n';
const SEED = 44;
const ROUNDS = 150;

const api = await TestApi.open({ environment: { RATE_LIMIT_FACTOR: '10' } });
after(api.close);

interface Side {
  client: Client;
  source: string;
}

let workspace: TestWorkspace;
let scoped: Side;
let oracle: Side;
let hiddenSource: string;

async function load(one: TestWorkspace, files: Record<string, string>): Promise<string> {
  const journey = new SourceJourney(one);
  const source = await journey.connectFiles(files);
  await journey.sync(source);
  return source;
}

before(async () => {
  workspace = await api.workspace();
  const source = await load(workspace, { 'sales.csv': FULL, 'salaries.csv': 'who,pay\nMara,secret\n' });
  hiddenSource = await load(workspace, { 'hidden.csv': 'a\nsecret\n' });
  const sourceConnectionId = source.split('/').at(-1)!;
  const scope = [{ sourceConnectionId, tables: [{ tableName: 'sales', columns: ['id', 'city', 'amount'] }] }];
  scoped = { source, client: await api.serviceAccount(workspace, { scope }) };
  const other = await api.workspace();
  const plain = await load(other, { 'sales.csv': VISIBLE });
  oracle = { source: plain, client: await api.serviceAccount(other) };
});

/** Small and repeatable (Lehmer). */
function random(seed: number) {
  let state = seed;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  return { next, pick: <T>(of: readonly T[]): T => of[next(of.length)]! };
}

const COLUMNS = ['id', 'city', 'secret', 'amount', 'absent'];
const CONDITIONS = [
  'is_null',
  'is_not_null',
  'equals:s1',
  'equals:Ulm',
  'less:25',
  'contains:s',
  'one_of:2,s2',
];

function randomQuery({ next, pick }: ReturnType<typeof random>): string {
  const query = new URLSearchParams();
  const conditions = Array.from({ length: next(3) }, () => `${pick(COLUMNS)}:${pick(CONDITIONS)}`);
  if (conditions.length > 0) query.set('filter', conditions.join(pick([';', '|'])));
  if (next(2) === 0) query.set('sort', `${pick(['', '-'])}${pick(COLUMNS)}`);
  if (next(3) === 0) query.set('columns', pick(COLUMNS));
  return query.toString();
}

/** What a response says, without the parts that are different for each workspace and each file. */
async function said({ client, source }: Side, path: string): Promise<string> {
  const { status, text, body } = await client.get(`${source}/tables/sales/${path}`);
  if (status >= 400) {
    const errors = body.errors as { code: string; source?: unknown; meta?: unknown; detail: string }[];
    return JSON.stringify([
      status,
      errors.map(({ code, source: at, meta, detail }) => [code, at, meta, detail]),
    ]);
  }
  return body ? JSON.stringify([status, body.data.attributes]) : `${status} ${text}`;
}

describe('a service account that sees some columns of one table', () => {
  test('gets the same answers as if there were nothing else, whatever it asks', async () => {
    const chance = random(SEED);
    let accepted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const query = randomQuery(chance);
      const filter = new URLSearchParams(
        [...new URLSearchParams(query)].filter(([name]) => name === 'filter'),
      );
      const path = chance.pick([
        `rows?${query}`,
        `rows.csv?${query}`,
        `rows.jsonl?${query}`,
        `rows.arrow?${query}`,
        `row-counts?${filter}`,
        `column-values?${new URLSearchParams([['column', chance.pick(COLUMNS)], ...filter])}`,
      ]);
      const [ours, theirs] = [await said(scoped, path), await said(oracle, path)];
      assert.equal(ours, theirs, `seed ${SEED}, round ${round}: ${path}`);
      if (ours.startsWith('[200') || ours.startsWith('200')) accepted += 1;
    }
    assert.ok(accepted > ROUNDS / 10, `only ${accepted} queries were accepted`);
  });

  test('computes over these columns only', async () => {
    const compute = async ({ client, source }: Side, column: string) => {
      const query = { breakouts: [{ as: 'group', column }], measures: [{ as: 'rows', agg: 'count' }] };
      const { status, text } = await client.post(`${source}/tables/sales/query-results`, 'query_results', {
        query,
      });
      return { status, text };
    };
    for (const column of COLUMNS) {
      const [ours, theirs] = [await compute(scoped, column), await compute(oracle, column)];
      assert.equal(ours.status, theirs.status, `${column}: ${ours.text} ${theirs.text}`);
      assert.equal(ours.status, ['secret', 'absent'].includes(column) ? 422 : 200, ours.text);
    }
  });

  test('finds no trace of the others in lists and descriptions', async () => {
    const { client, source } = scoped;
    const descriptions = { columns: [{ name: 'secret', description: 'A hidden one' }] };
    await workspace.admin.patch(`${source}/tables/sales/description`, 'table_descriptions', descriptions, {
      'if-match': '"0"',
    });
    for (const path of [
      `/organizations/${workspace.id}/tables`,
      `${source}/tables`,
      `${source}/tables/sales`,
    ]) {
      const { status, text, body } = await client.get(path);
      assert.equal(status, 200, text);
      assert.ok(!/secret|salaries|hidden/i.test(text), text);
      const [table] = [body.data].flat();
      assert.deepEqual(
        table.attributes.columns.map(({ name }: { name: string }) => name),
        ['id', 'city', 'amount'],
      );
      if (body.meta) assert.equal(body.meta.total, 1);
    }
    for (const format of ['xlsx', 'parquet']) {
      const { status, text } = await client.get(`${source}/tables/sales/rows.${format}`);
      assert.equal(status, 200);
      assert.ok(!text.includes('secret'));
    }
  });

  test('can’t tell hidden tables and connections from absent ones', async () => {
    const { client, source } = scoped;
    for (const part of [
      '',
      '/rows',
      '/rows.csv',
      '/rows.parquet',
      '/rows.arrow',
      '/row-counts',
      '/column-values?column=pay',
    ])
      for (const table of [`${source}/tables/salaries`, `${hiddenSource}/tables/hidden`]) {
        const hidden = await client.get(table + part);
        const absent = await client.get(`${source}/tables/absent${part}`);
        assert.equal(hidden.status, 404, hidden.text);
        assert.deepEqual(hidden.body.errors, absent.body.errors);
      }
    assert.equal((await client.get(`${hiddenSource}/tables`)).status, 404);
  });
});
