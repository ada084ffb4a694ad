import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client, type TestWorkspace } from '../../../../test-support/test-api.ts';

/**
 * The same data twice: in one workspace with rows, columns, and tables that the account doesn't see, and in another,
 * the oracle, without them. Whatever is asked, in a URL or in SQL, both have to say the same.
 */
const FULL = [
  'id,city,region,secret,amount',
  '1,Ulm,south,s1,10',
  '2,Kiel,north,s2,20',
  '3,Ulm,south,s3,30',
  '4,Bonn,west,s4,',
  '5,n/a,north,s5,50',
  '6,Passau,south,s6,7',
];
/** Of the south. The city of a hidden row can't be read as what it is in others, and its amount is the largest. */
const VISIBLE = ['id,city,amount', '1,Ulm,10', '3,Ulm,30', '6,Passau,7'];
const OTHERS = 'who,pay\nMara,1\n';
/** Each starts two processes. `npm run torture -- scope` runs more of them, with a new seed each time. */
const ROUNDS = Number(process.env.SCOPE_ROUNDS ?? 16);
const SEED = process.env.SCOPE_ROUNDS ? (Date.now() % 2_147_483_646) + 1 : 17;

const api = await TestApi.open({ environment: { RATE_LIMIT_FACTOR: '50' } });
after(api.close);

interface Side {
  workspace: TestWorkspace;
  client: Client;
  source: string;
}

let scoped: Side;
let oracle: Side;

async function load(workspace: TestWorkspace, files: Record<string, string>): Promise<string> {
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles(files);
  await journey.sync(source);
  return source;
}

const idOf = (source: string) => source.split('/').at(-1)!;
const south = [[{ column: 'region', operator: 'equals', values: ['south'] }]];
const RIGHTS = { rights: ['data:read', 'sql:run'] };

before(async () => {
  const workspace = await api.workspace();
  const source = await load(workspace, { 'sales.csv': `${FULL.join('\n')}\n`, 'salaries.csv': OTHERS });
  await load(workspace, { 'sales.csv': OTHERS, 'hidden.csv': OTHERS });
  const columns = ['id', 'city', 'amount'];
  const scope = [
    { sourceConnectionId: idOf(source), tables: [{ tableName: 'sales', columns, filter: south }] },
  ];
  scoped = { workspace, source, client: await api.serviceAccount(workspace, { scope, ...RIGHTS }) };
  const other = await api.workspace();
  const plain = await load(other, { 'sales.csv': `${VISIBLE.join('\n')}\n` });
  oracle = { workspace: other, source: plain, client: await api.serviceAccount(other, RIGHTS) };
});

/** Small and repeatable (Lehmer). */
function random(seed: number) {
  let state = seed;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  return { next, pick: <T>(of: readonly T[]): T => of[next(of.length)]! };
}

/** Whether a column has gaps isn't told where rows are hidden. */
const withoutNullable = (attributes: object): unknown =>
  JSON.parse(JSON.stringify(attributes, (key, value) => (key === 'nullable' ? undefined : value)));

/** What is said, without IDs, times, and places in files, which differ anyway, and rows read, which aren't told here. */
function plain({ status, text, body }: Awaited<ReturnType<Client['get']>>): string {
  if (status >= 400)
    return JSON.stringify([
      status,
      body.errors.map((error: Record<string, unknown>) => [
        error.code,
        error.source,
        error.meta,
        error.detail,
      ]),
    ]);
  if (!body) return text;
  const { milliseconds: _time, tables: _tables, rowsRead: _read, ...attributes } = body.data.attributes;
  return JSON.stringify(withoutNullable(attributes));
}

async function sameAnswer(path: string): Promise<string> {
  const [ours, theirs] = await Promise.all(
    [scoped, oracle].map(async ({ client, source }) =>
      plain(await client.get(`${source}/tables/sales${path}`)),
    ),
  );
  assert.equal(ours, theirs, path);
  return ours!;
}

const runSql = ({ client, workspace }: Side, text: string) =>
  client.post(`/organizations/${workspace.id}/sql-runs`, 'sql_runs', {
    sql: text,
    limit: 100,
    parameters: {},
  });

async function sameResult(text: string): Promise<string> {
  const [given, whole] = await Promise.all([scoped, oracle].map((side) => runSql(side, text)));
  const [ours, theirs] = [plain(given!), plain(whole!)];
  assert.equal(ours, theirs, `${text} (seed ${SEED})`);
  assert.equal(given!.body?.data?.attributes.rowsRead ?? null, null, text);
  return ours;
}

describe('a service account that sees some rows and columns of a table', () => {
  test('gets the same rows, counts, values, and files as if there were nothing else', async () => {
    const filters = [
      '',
      'city:equals:Ulm',
      'amount:greater:15|amount:is_null',
      'region:equals:north',
      'id:less:5',
    ];
    for (const filter of filters) {
      const query = new URLSearchParams(filter === '' ? {} : { filter });
      for (const path of ['/rows', '/rows.csv', '/rows.jsonl', '/rows.arrow', '/row-counts'])
        for (const sort of path.startsWith('/rows') ? ['', '-amount'] : ['']) {
          const sorted = new URLSearchParams(sort === '' ? query : [...query, ['sort', sort]]);
          await sameAnswer(`${path}?${sorted}`);
        }
      await sameAnswer(`/column-values?${new URLSearchParams([['column', 'city'], ...query])}`);
    }
  });

  test('pages through them in both directions', async () => {
    const read = async ({ client, source }: Side) => {
      const seen: unknown[] = [];
      let links: Record<string, string | null> = {};
      const get = async (cursor?: string | null) => {
        const after = cursor ? `&page[after]=${encodeURIComponent(cursor)}` : '';
        const { status, text, body } = await client.get(`${source}/tables/sales/rows?page[size]=2${after}`);
        assert.equal(status, 200, text);
        links = body.links;
        seen.push([
          withoutNullable(body.data.attributes),
          Object.entries(links).map(([name, link]) => [name, link !== null]),
        ]);
      };
      await get();
      await get(links.next);
      await get(links.prev);
      await get(links.last);
      return seen;
    };
    assert.deepEqual(await read(scoped), await read(oracle));
  });

  test('computes over them only', async () => {
    const query = {
      breakouts: [{ as: 'city', column: 'city' }],
      measures: [{ as: 'total', agg: 'sum', column: 'amount' }],
      totals: true,
    };
    const compute = async ({ client, source }: Side) =>
      (await client.post(`${source}/tables/sales/query-results`, 'query_results', { query })).body.data
        .attributes.values;
    assert.deepEqual(await compute(scoped), await compute(oracle));
    // Others ask the same, and neither gets what was computed for the other.
    const everything = await compute({ ...scoped, client: scoped.workspace.admin });
    assert.notDeepEqual(everything, await compute(oracle));
    assert.deepEqual(await compute(scoped), await compute(oracle));
  });

  test('computes cohorts, segments, movements, and steps of them only', async () => {
    const visits = [
      'who,step,seen,paid,region',
      'ann,look,2026-01-03,5,south',
      'ann,buy,2026-02-11,7,south',
      'bob,look,2026-01-20,3,south',
      'bob,buy,2026-03-31,4,south',
      'cy,buy,2026-01-31,900,north',
      'ann,look,2026-03-02,80,north',
    ];
    const seen = visits.filter((row) => !row.endsWith('north')).map((row) => row.replace(/,[^,]*$/, ''));
    const [workspace, other] = [await api.workspace(), await api.workspace()];
    const [source, plainSource] = [
      await load(workspace, { 'visits.csv': `${visits.join('\n')}\n` }),
      await load(other, { 'visits.csv': `${seen.join('\n')}\n` }),
    ];
    const columns = ['who', 'step', 'seen', 'paid'];
    const scope = [
      { sourceConnectionId: idOf(source), tables: [{ tableName: 'visits', columns, filter: south }] },
    ];
    const readers = [
      [await api.serviceAccount(workspace, { scope, ...RIGHTS }), source],
      [await api.serviceAccount(other, RIGHTS), plainSource],
      [workspace.admin, source],
    ] as const;
    const ask = async (shape: object, groups: readonly string[], measured: string) =>
      Promise.all(
        readers.map(async ([client, from]) => {
          const breakouts = groups.map((column) => ({ as: column, column }));
          const measures = [{ as: 'sum', agg: 'sum', column: measured }];
          const query = { shape, breakouts, measures, sort: groups.map((by) => ({ by, descending: false })) };
          const asked = await client.post(`${from}/tables/visits/query-results`, 'query_results', { query });
          if (asked.status !== 200) return [asked.status, asked.body.errors[0].code];
          return asked.body.data.attributes.values;
        }),
      );
    const labels = ['1', '2', '3', '4', '5', '6'];
    const who = { customer: 'who', date: 'seen' };
    for (const [shape, groups, measured] of [
      [{ kind: 'cohorts', ...who }, ['cohort', 'age'], 'active'],
      [{ kind: 'customers', ...who, amount: 'paid', segments: labels }, ['customer'], 'amount'],
      [{ kind: 'recurring', ...who, amount: 'paid', movements: labels }, ['month', 'movement'], 'change'],
      [{ kind: 'funnel', subject: 'who', step: 'step', date: 'seen' }, ['step'], 'subjects'],
    ] as const) {
      const [ours, theirs, everything] = await ask(shape, groups, measured);
      assert.deepEqual(ours, theirs, shape.kind);
      assert.notDeepEqual(ours, everything, shape.kind);
    }
    const [hidden] = await ask({ kind: 'cohorts', customer: 'region', date: 'seen' }, ['cohort'], 'active');
    assert.deepEqual(hidden, [422, 'query_column_unknown']);
  });

  test('isn’t told how many there are in all', async () => {
    for (const path of ['/tables', '/tables/sales']) {
      const { body } = await scoped.client.get(`${scoped.source}${path}`);
      const [table] = [body.data].flat();
      assert.equal(table.attributes.rows, null);
      assert.equal(table.attributes.bytes, null);
    }
    const { body } = await scoped.client.get(`/organizations/${scoped.workspace.id}/sql-catalog`);
    const [table, ...others] = body.data.attributes.tables;
    assert.deepEqual(others, []);
    assert.equal(table.rows, null);
    assert.deepEqual(
      table.columns.map(({ name }: { name: string }) => name),
      ['id', 'city', 'amount'],
    );
  });

  test('runs SQL as if there were nothing else', async () => {
    const { next, pick } = random(SEED);
    const columns = ['id', 'city', 'amount', 'secret', 'region', '*'];
    const tables = ['sales', 'salaries', 'hidden', 'sales s', '(select * from sales) t'];
    const conditions = [
      'true',
      "city = 'Ulm'",
      "region = 'north'",
      'amount > 15',
      "cast(replace(city, 'Ulm', '1') as varchar) <> ''",
      'exists (select 1 from salaries)',
      'secret is not null',
    ];
    let accepted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const column = pick(columns);
      const shown = pick([
        column,
        column,
        `count(${column})`,
        `max(${column})`,
        `row_number() over (order by ${column})`,
      ]);
      const order = pick(['', ' order by all']);
      const from = `from ${pick(tables)} where ${pick(conditions)}`;
      const statement = pick([
        `select ${shown} ${from}${order}`,
        `with c as (select * ${from}) select ${shown} from c${order}`,
        `select count(*), min(id), max(amount) ${from}`,
        `summarize select ${column} ${from}`,
        `select typeof(${column}), ${next(3)} ${from}${order}`,
      ]);
      const answer = await sameResult(statement);
      if (!answer.startsWith('[4')) accepted += 1;
    }
    assert.ok(accepted > ROUNDS / 10, `only ${accepted} statements were accepted`);
  });

  test('samples them only, and pages by cursors that say nothing of the others', async () => {
    const hidden = Array.from({ length: 9_000 }, (_, at) =>
      at % 3 === 0 ? `${at / 3},south` : `${100_000 + at},north`,
    );
    const seen = hidden.filter((row) => row.endsWith('south')).map((row) => row.split(',')[0]);
    const [workspace, other] = [await api.workspace(), await api.workspace()];
    const source = await load(workspace, { 'sales.csv': `id,region\n${hidden.join('\n')}\n` });
    const tables = [{ tableName: 'sales', columns: ['id'], filter: south }];
    const scope = [{ sourceConnectionId: idOf(source), tables }];
    const client = await api.serviceAccount(workspace, { scope, ...RIGHTS });
    const sides = [
      { workspace, source, client },
      {
        workspace: other,
        source: await load(other, { 'sales.csv': `id\n${seen.join('\n')}\n` }),
        client: await api.serviceAccount(other, RIGHTS),
      },
    ];
    for (const sample of [
      'tablesample system(30%) repeatable (7)',
      'using sample 5 rows (reservoir, 3)',
      'using sample 10% (bernoulli, 5)',
    ]) {
      const text = `select count(*) as n, sum(id) as total, min(id) as first from (from sales ${sample})`;
      const [ours, theirs] = await Promise.all(
        sides.map(async (side) => {
          const { status, body, text: said } = await runSql(side, text);
          assert.equal(status, 200, said);
          return body.data.attributes.rows;
        }),
      );
      assert.deepEqual(ours, theirs, sample);
    }
    const path = `${source}/tables/sales/rows?page[size]=2`;
    const { links } = (await client.get(path)).body;
    const positions = [links.next, links.last] as string[];
    for (const position of positions)
      assert.throws(() => JSON.parse(Buffer.from(position, 'base64url').toString()), 'it can be read');
    assert.equal(new Set(positions.map(({ length }) => length)).size, 1);
    assert.equal(
      (await client.get(`${path}&page[after]=${links.next}`)).body.data.attributes.rows[0][0],
      '2',
    );
    // Neither another account nor another table takes it.
    const twin = await api.serviceAccount(workspace, { scope, ...RIGHTS });
    const [refused] = (await twin.get(`${path}&page[after]=${links.next}`)).body.errors;
    assert.equal(refused.code, 'cursor_invalid');
  });

  test('can’t make the engine fail because of what it doesn’t see', async () => {
    for (const text of [
      // Of all cities, only the hidden ones can't be divided by, or aren't numbers.
      "select * from sales where 1 / (case when city = 'n/a' then 0 else 1 end) > 0",
      "select id from sales where cast(case when city = 'n/a' then 'x' || city else '1' end as integer) = 1",
      "select id from sales where case when city = 'Kiel' then error('seen') else true end",
      'select max(amount) from sales',
      'select count(*) from sales',
      'select * from sales order by amount desc nulls first limit 1',
      'select secret from sales',
      'select sales.secret, region from sales',
      'select * from sales natural join salaries',
      'select * from "Hidden"."hidden"',
      'select * from duckdb_columns()',
      'select * from information_schema.columns',
      'explain select * from sales',
      'select rowid from sales',
    ])
      await sameResult(text);
  });

  test('reads nothing once the filter doesn’t fit the table anymore, and its page says so', async () => {
    const workspace = await api.workspace();
    const source = await load(workspace, { 'sales.csv': `${FULL.join('\n')}\n` });
    const scope = [
      {
        sourceConnectionId: idOf(source),
        tables: [{ tableName: 'sales', columns: ['id', 'secret'], filter: south }],
      },
    ];
    const client = await api.serviceAccount(workspace, { scope, ...RIGHTS });
    assert.equal((await client.get(`${source}/tables/sales/rows`)).status, 200);
    await workspaceTransaction(api.database, workspace.id, (db) =>
      sql`
        update table_versions set columns = (
          select jsonb_agg(one) from jsonb_array_elements(columns) as one
          where one ->> 'name' not in ('region', 'secret'))
        where workspace_id = ${workspace.id}`.execute(db),
    );
    for (const path of ['rows', 'rows.csv', 'row-counts']) {
      const { status, body } = await client.get(`${source}/tables/sales/${path}`);
      assert.equal(status, 403);
      assert.equal(body.errors[0].code, 'scope_outdated');
    }
    const ran = await runSql({ workspace, source, client }, 'select * from sales');
    assert.equal(ran.body.errors[0].code, 'scope_outdated');
    const { body } = await workspace.admin.get(`/organizations/${workspace.id}/service-accounts`);
    assert.deepEqual(
      body.data[0].attributes.missing.map(({ column }: { column: string }) => column),
      ['secret', 'region'],
    );
  });
});
