import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { SERVICE_RIGHTS, type ServiceRight } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { settled } from '@headwater/base/testing/settled';
import { TestApi, TEST_ORIGIN, type Client, type TestWorkspace } from '../../../../test-support/test-api.ts';

const SALES = 'id,city,secret,amount\n1,Ulm,classified,10\n2,Kiel,classified,20\n3,Ulm,classified,30.50\n';
const PAY = 'who,pay\nMara,1\n';
/** With the columns that the documentation's examples name. */
const ORDERS =
  'id,status,amount,total,placed_on,placed_at,updated_at,note\n' +
  '1,paid,10.50,10.50,2026-01-31,2026-01-31 12:00:00,2026-01-31T12:00:00Z,a\n' +
  '2,open,20.25,20.25,2026-02-01,2026-02-01 12:30:00,2026-02-01T12:00:00Z,\n';
const LONG = `id,text\n${Array.from({ length: 300 }, (_, at) => `${at},${'long '.repeat(300)}`).join('\n')}\n`;
const TOOLS_OF: Record<ServiceRight, string[]> = {
  'data:read': ['list_tables', 'describe_table', 'read_rows', 'list_column_values', 'summarize_table'],
  'sql:run': ['run_sql'],
  'reports:read': ['list_reports', 'read_report', 'read_report_card'],
  'sources:read': [],
  'syncs:run': [],
};
/** Of the Kiel row, of the column `secret`, and of tables outside the scope. */
const HIDDEN = /classified|secret|Kiel|Mara|salaries|long/;

const api = await TestApi.open({ environment: { RATE_LIMIT_FACTOR: '50' } });
after(api.close);

let workspace: TestWorkspace;
let source: string;
let report: string;
let origin: string;
const connections: McpClient[] = [];
after(() => Promise.all(connections.map((each) => each.close())));

before(async () => {
  await api.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(api.server.server.address() as AddressInfo).port}`;
  workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  source = await journey.connectFiles({
    'sales.csv': SALES,
    'salaries.csv': PAY,
    'long.csv': LONG,
    'orders.csv': ORDERS,
  });
  await journey.sync(source);
  const { body } = await workspace.admin.get(`${source}/tables/sales`);
  const card = (id: string, column: string) => ({
    id,
    kind: 'table',
    title: id,
    layout: { x: 0, y: 0, w: 6, h: 4 },
    table: { id: body.data.id, name: 'sales' },
    query: { breakouts: [{ as: column, column }], measures: [{ as: 'rows', agg: 'count' }] },
  });
  const content = { cards: [card('cities', 'city'), card('covert', 'secret')], filters: [] };
  const made = await workspace.admin.post(`/organizations/${workspace.id}/reports`, 'reports', {
    name: 'Sales',
    content,
  });
  report = made.body.data.id;
});

const endpoint = () => `/organizations/${workspace.id}/mcp`;
const connectionId = () => source.split('/').at(-1)!;
const scopeOf = () => [
  {
    sourceConnectionId: connectionId(),
    tables: [
      {
        tableName: 'sales',
        columns: ['id', 'city', 'amount'],
        filter: [[{ column: 'city', operator: 'equals', values: ['Ulm'] }]],
      },
    ],
  },
];

/** Connects with the protocol's own client. */
async function connect({ token }: Client): Promise<McpClient> {
  const client = new McpClient({ name: 'test', version: '1.0.0' });
  const url = new URL(`${origin}/api${endpoint()}`);
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  connections.push(client);
  return client;
}

const account = (attributes: object = {}) =>
  api.serviceAccount(workspace, { rights: ['data:read', 'sql:run', 'reports:read'], ...attributes });

async function call(client: McpClient, name: string, input: object = {}) {
  const result = await client.callTool({ name, arguments: { ...input } });
  const [{ text }] = result.content as [{ text: string }];
  return { isError: result.isError === true, text };
}

async function read(client: McpClient, name: string, input: object = {}) {
  const { isError, text } = await call(client, name, input);
  assert.equal(isError, false, text);
  return JSON.parse(text);
}

async function refusal(client: McpClient, name: string, input: object = {}): Promise<string> {
  const { isError, text } = await call(client, name, input);
  assert.equal(isError, true, text);
  return text;
}

const sales = () => ({ connection_id: connectionId(), table: 'sales' });

describe('with the client of the protocol', () => {
  let client: McpClient;
  before(async () => {
    client = await connect(await account());
  });

  test('a model learns what there is, and that nothing changes anything', async () => {
    assert.match(client.getInstructions() ?? '', /read-only/);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      Object.values(TOOLS_OF).flat(),
    );
    assert.ok(
      tools.every(({ annotations }) => annotations?.readOnlyHint && annotations.destructiveHint === false),
    );
  });

  test('tables are listed page by page and described', async () => {
    const first = await read(client, 'list_tables', { limit: 2 });
    const rest = await read(client, 'list_tables', { limit: 2, cursor: first.next_cursor });
    assert.deepEqual(
      [...first.tables, ...rest.tables].map(({ table, rows }) => [table, rows]),
      [
        ['long', 300],
        ['orders', 2],
        ['salaries', 1],
        ['sales', 3],
      ],
    );
    assert.equal(rest.next_cursor, null);
    const table = await read(client, 'describe_table', sales());
    assert.equal(table.sql_name, 'sales');
    assert.ok(Date.parse(table.fresh_as_of) <= Date.now());
    assert.deepEqual(
      table.columns.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`),
      ['id BIGINT', 'city VARCHAR', 'secret VARCHAR', 'amount DECIMAL(18,2)'],
    );
  });

  test('tables say what they are in people’s words, or else in their source’s', async () => {
    await api.sql(`update tables set comments = $1 where table_name = 'sales'`, [
      { table: 'A sale a row.', columns: { city: 'Where it was.', amount: 'What it was.' } },
    ]);
    const words = { columns: [{ name: 'city', description: 'Of the shop.' }] };
    await workspace.admin.patch(`${source}/tables/sales/description`, 'table_descriptions', words, {
      'if-match': '"0"',
    });
    const { description, described_by, columns } = await read(client, 'describe_table', sales());
    assert.deepEqual([description, described_by], ['A sale a row.', 'source']);
    assert.deepEqual(
      columns.map((one: Record<string, string>) => [one['description'], one['described_by']]),
      [
        [undefined, undefined],
        ['Of the shop.', 'people'],
        [undefined, undefined],
        ['What it was.', 'source'],
      ],
    );
    const { tables } = await read(client, 'list_tables');
    const listed = tables.find(({ table }: { table: string }) => table === 'sales');
    assert.equal(listed.description, 'A sale a row.');
  });

  test('rows are filtered, sorted, and continued', async () => {
    const asked = { ...sales(), columns: ['id'], sort: [{ column: 'amount', descending: true }] };
    const first = await read(client, 'read_rows', { ...asked, limit: 2 });
    assert.deepEqual(first.rows, [['3'], ['2']]);
    const rest = await read(client, 'read_rows', { ...asked, limit: 2, cursor: first.next_cursor });
    assert.deepEqual([rest.rows, rest.next_cursor], [[['1']], null]);
    const filter = [{ column: 'city', operator: 'one_of', values: ['Ulm', 'a;b|c:d,e'] }];
    assert.deepEqual((await read(client, 'read_rows', { ...asked, filter })).rows, [['3'], ['1']]);
  });

  test('long rows are cut to what a model can read, and the next page begins where they end', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const input = { connection_id: connectionId(), table: 'long', limit: 300, ...(cursor && { cursor }) };
      const { text } = await call(client, 'read_rows', input);
      assert.ok(text.length < 105_000);
      const page = JSON.parse(text);
      assert.ok(page.cut_cells === page.rows.length && page.rows[0][1].length === 1_001);
      seen.push(...page.rows.map(([id]: string[]) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(
      seen,
      Array.from({ length: 300 }, (_, at) => String(at)),
    );
  });

  test('every condition in the documentation of the tools is accepted', async () => {
    const { tools } = await client.listTools();
    const conditions = tools.flatMap(({ inputSchema }) => {
      const filter = (inputSchema.properties as Record<string, Record<string, never>>).filter;
      return (
        (filter?.['items'] as unknown as { examples: { operator: string }[] } | undefined)?.examples ?? []
      );
    });
    assert.equal(conditions.length, 18); // of both tools with a filter
    assert.ok(conditions.some(({ operator }) => operator === 'in_range'));
    const orders = { connection_id: connectionId(), table: 'orders' };
    for (const condition of conditions) {
      const { rows } = await read(client, 'read_rows', { ...orders, filter: [condition] });
      assert.ok(Array.isArray(rows), JSON.stringify(condition));
      const measures = [{ function: 'count' }];
      await read(client, 'summarize_table', { ...orders, filter: [condition], group_by: [], measures });
    }
    // What it said before is no range.
    const wrong = { column: 'placed_on', operator: 'in_range', values: ['last_7_days', 'Europe/Berlin'] };
    assert.match(await refusal(client, 'read_rows', { ...orders, filter: [wrong] }), /does not fit/);
  });

  test('every filter, order, and selection in the documentation of the API is accepted', async () => {
    const { text } = await api.visitor().get('/openapi.json');
    const quoted = [...new Set([...text.matchAll(/`([^`]+)`/g)].map(([, one]) => JSON.parse(`"${one}"`)))];
    const given = quoted.flatMap((one: string): [string, string][] => {
      const [, name, value] = /^(filter|sort|columns)=(.+)$/.exec(one) ?? [];
      if (name) return [[name, value!]];
      return /^\w+:\w+:[\w.,%-]+$/.test(one) && one !== 'column:operator:value' ? [['filter', one]] : [];
    });
    assert.ok(given.length >= 6, JSON.stringify(given));
    for (const one of given) {
      const answer = await workspace.admin.get(`${source}/tables/orders/rows?${new URLSearchParams([one])}`);
      assert.equal(answer.status, 200, `${one.join('=')}: ${answer.text}`);
    }
  });

  test('values, summaries, and SQL', async () => {
    const { values } = await read(client, 'list_column_values', { ...sales(), column: 'city' });
    assert.deepEqual(values[0], { value: 'Ulm', rows: 2 });
    const summary = await read(client, 'summarize_table', {
      ...sales(),
      group_by: [{ column: 'city' }],
      measures: [{ function: 'count' }, { function: 'sum', column: 'amount' }],
    });
    assert.deepEqual(summary.rows, [
      ['Ulm', '2', '40.50'],
      ['Kiel', '1', '20.00'],
    ]);
    const result = await read(client, 'run_sql', {
      sql: 'select id, amount * 2 as double from sales where city = $city order by id',
      parameters: { city: 'Ulm' },
      limit: 1,
    });
    assert.deepEqual([result.rows, result.has_more], [[['1', '20.00']], true]);
    assert.equal(result.read[0].table, 'sales');
  });

  test('reports, and what their cards show', async () => {
    const { reports } = await read(client, 'list_reports');
    assert.deepEqual(
      reports.map(({ name, cards }: { name: string; cards: number }) => [name, cards]),
      [['Sales', 2]],
    );
    const { cards } = await read(client, 'read_report', { report_id: report });
    assert.deepEqual(
      cards.map(({ card_id }: { card_id: string }) => card_id),
      ['cities', 'covert'],
    );
    const shown = await read(client, 'read_report_card', { report_id: report, card_id: 'cities' });
    assert.deepEqual(shown.rows, [
      ['Ulm', '2'],
      ['Kiel', '1'],
    ]);
  });

  test('errors name the argument and say what to do next', async () => {
    const cases: [string, object, RegExp][] = [
      ['read_rows', { ...sales(), columns: ['city', 'citty'] }, /citty/],
      ['read_rows', { ...sales(), limit: 501 }, /^limit: .*500/],
      ['read_rows', { ...sales(), cursor: 'x' }, /^cursor: /],
      ['read_rows', { connection_id: connectionId() }, /^table: .*required/],
      ['read_rows', { ...sales(), filters: [] }, /^filters: .*not known/],
      ['describe_table', { ...sales(), table: 'absent' }, /Call list_tables/],
      ['run_sql', { sql: 'select * from absent' }, /absent/],
      ['run_sql', { sql: "copy (select 1) to '/tmp/x'" }, /./],
      ['read_report', { report_id: 'rep_absent' }, /Call list_reports/],
      ['drop_table', {}, /There are: list_tables/],
    ];
    for (const [name, input, expected] of cases) assert.match(await refusal(client, name, input), expected);
  });
});

describe('an account that sees a part', () => {
  let client: McpClient;
  before(async () => {
    client = await connect(await account({ scope: scopeOf() }));
  });

  test('reads nothing else by any tool', async () => {
    const [listed, described, rows, summary, sql, cards] = [
      await call(client, 'list_tables'),
      await call(client, 'describe_table', sales()),
      await call(client, 'read_rows', sales()),
      await call(client, 'summarize_table', {
        ...sales(),
        group_by: [],
        measures: [{ function: 'max', column: 'amount' }],
      }),
      await call(client, 'run_sql', { sql: 'select * from sales order by id' }),
      await call(client, 'read_report', { report_id: report }),
    ];
    for (const { isError, text } of [listed, described, rows, summary, sql, cards]) {
      assert.equal(isError, false, text);
      assert.doesNotMatch(text, HIDDEN);
    }
    assert.equal(JSON.parse(listed.text).tables[0].rows, null);
    for (const { text } of [rows, sql])
      assert.deepEqual(JSON.parse(text).rows, [
        ['1', 'Ulm', '10.00'],
        ['3', 'Ulm', '30.50'],
      ]);
    assert.deepEqual(JSON.parse(cards.text).cards.length, 1);
  });

  test('gets the same errors for what is hidden as for what is absent', async () => {
    const pairs: [string, object, object][] = [
      ['describe_table', { ...sales(), table: 'salaries' }, { ...sales(), table: 'salariez' }],
      ['read_rows', { ...sales(), columns: ['secret'] }, { ...sales(), columns: ['zecret'] }],
      ['run_sql', { sql: 'select secret from sales' }, { sql: 'select zecret from sales' }],
      ['run_sql', { sql: 'select * from salaries' }, { sql: 'select * from zalaries' }],
      [
        'read_report_card',
        { report_id: report, card_id: 'covert' },
        { report_id: report, card_id: 'zovert' },
      ],
    ];
    for (const [name, hidden, absent] of pairs) {
      const [ours, theirs] = [await refusal(client, name, hidden), await refusal(client, name, absent)];
      const named = (text: string) => text.replaceAll('secret', 'zecret').replaceAll('salaries', 'zalaries');
      assert.equal(named(ours), theirs);
    }
  });
});

test('each right opens its own tools, and an attempt at others is recorded', async () => {
  for (const right of SERVICE_RIGHTS) {
    const client = await connect(await account({ rights: [right] }));
    assert.deepEqual(
      (await client.listTools()).tools.map(({ name }) => name),
      TOOLS_OF[right],
    );
    for (const [other, names] of Object.entries(TOOLS_OF).filter(([each]) => each !== right))
      for (const name of names)
        assert.match(await refusal(client, name), new RegExp(`doesn’t have the right ${other}`));
  }
  const denials = () =>
    api.sql(
      `select from audit_events where action = 'permission.deny' and details ->> 'path' like '%/mcp' and workspace_id = $1`,
      [workspace.id],
    );
  await settled(denials, ({ length }) => length >= 36);
  assert.equal((await denials()).length, 36);
});

describe('what is refused before any tool', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  const send = (client: Client, payload: unknown, headers: Record<string, string | undefined> = {}) =>
    client.send({
      method: 'POST',
      path: endpoint(),
      payload,
      headers: {
        ...{ accept: 'application/json, text/event-stream', origin: undefined, 'sec-fetch-site': undefined },
        ...headers,
      },
    });

  test('everybody without a token, people too', async () => {
    for (const client of [api.visitor(), workspace.admin]) {
      const refused = await send(client, initialize);
      assert.equal(refused.status, 401, refused.text);
      assert.equal(refused.headers['www-authenticate'], 'Bearer');
      assert.equal(refused.body.errors[0].code, 'token_required');
    }
  });

  test('pages of other sites, which DNS rebinding lets send requests, but not our own', async () => {
    const robot = await account();
    for (const other of ['https://evil.example', 'null', `${TEST_ORIGIN}.evil.example`])
      assert.equal((await send(robot, initialize, { origin: other })).status, 403, other);
    assert.equal((await send(robot, initialize, { origin: TEST_ORIGIN })).status, 200);
  });

  test('other workspaces, revoked tokens, and wrong addresses', async () => {
    const other = await api.workspace();
    assert.equal((await send(await api.serviceAccount(other), initialize)).status, 404);
    const elsewhere = await account({ networks: ['10.0.0.0/8'] });
    assert.equal((await send(elsewhere, initialize)).body.errors[0].code, 'token_elsewhere');
    const robot = await account();
    const client = await connect(robot);
    const accounts = `/organizations/${workspace.id}/service-accounts`;
    const { body } = await workspace.admin.get(accounts);
    const found = body.data.find(({ attributes }: { attributes: { tokens: { hint: string }[] } }) =>
      attributes.tokens.some(({ hint }) => robot.token!.startsWith(hint.slice(0, -1))),
    );
    await workspace.admin.delete(`${accounts}/${found.id}/tokens/${found.attributes.tokens[0].id}`);
    await assert.rejects(client.listTools(), /token_revoked/);
  });

  test('messages that are too large, batches, or of another protocol', async () => {
    const robot = await account();
    const cases: [unknown, Record<string, string>, number][] = [
      [[initialize], {}, 422],
      [Array.from({ length: 500 }, () => list), {}, 422],
      ['{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}', {}, 400],
      ['{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"__proto__":{}}}', {}, 400],
      ['{', {}, 400],
      [{ ...list, params: { x: 'x'.repeat(300_000) } }, {}, 413],
      [{ jsonrpc: '1.0', id: 1, method: 'tools/list' }, {}, 422],
      [{ jsonrpc: '2.0', id: 1 }, {}, 400],
      [{ ...list, method: 'tools/call', params: { name: '\0' } }, {}, 422],
      [list, { 'mcp-protocol-version': '1999-01-01' }, 400],
      [list, { accept: 'text/html' }, 406],
      [list, { 'content-type': 'text/plain' }, 415],
    ];
    for (const [payload, headers, status] of cases) {
      const refused = await send(robot, payload, headers);
      assert.equal(refused.status, status, refused.text);
    }
  });

  test('nothing is answered to notifications, and unknown methods are errors of the protocol', async () => {
    const robot = await account();
    const notified = await send(robot, { jsonrpc: '2.0', method: 'notifications/initialized' });
    assert.deepEqual([notified.status, notified.text], [202, '']);
    for (const method of ['resources/list', 'prompts/list', 'logging/setLevel', '__proto__']) {
      const { status, body } = await send(robot, { jsonrpc: '2.0', id: 7, method });
      assert.deepEqual([status, body.error.code, body.id], [200, -32601, 7], method);
    }
    const odd = await send(robot, { ...list, method: 'tools/call', params: { name: 'toString' } });
    assert.equal(odd.body.result.isError, true);
  });

  test('listening and ending sessions, of which there are none', async () => {
    const robot = await account();
    for (const method of ['GET', 'DELETE']) {
      const refused = await robot.send({ method, path: endpoint() });
      assert.deepEqual([refused.status, refused.headers.allow], [405, 'POST']);
    }
  });

  test('more requests at once than the account has', async () => {
    const robot = await account({ limits: { requests: 1, seconds: 60 } });
    const slow = {
      ...list,
      method: 'tools/call',
      params: { name: 'run_sql', arguments: { sql: 'select count(*) from sales' } },
    };
    const statuses = (await Promise.all([slow, slow, slow].map((each) => send(robot, each)))).map(
      ({ status }) => status,
    );
    assert.deepEqual(statuses.toSorted(), [200, 429, 429]);
  });
});
