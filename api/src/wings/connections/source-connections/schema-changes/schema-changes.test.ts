import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  otherColumnsFor,
  withColumnReplaced,
  type ComputedCard,
  type ErrorObject,
  type ReportContent,
} from '@headwater/shared/contract';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { admin } = workspace;

let databases = 0;

/** Connects a database of its own, in which these tables are selected. */
async function given(tables: string, selected: string[], settings: { changePolicy?: string } = {}) {
  const database = `changing_${(databases += 1)}`;
  await server.run(`create database ${database}`);
  const run = (statements: string) => server.run(statements, database);
  await run(`alter default privileges grant select on tables to reader; ${tables}`);
  const source = await journey.connect('postgres', configurationFor(server.port, { database }));
  await journey.select(source, ...selected);
  if (settings.changePolicy) await edit(source, settings);
  return {
    source,
    id: source.split('/').at(-1)!,
    /** Changes the source, and lists its tables again. */
    change: async (statements: string) => {
      await run(statements);
      await journey.discover(source);
    },
  };
}

async function edit(source: string, attributes: object) {
  const { version } = await journey.attributesOf(source);
  const headers = { 'if-match': String(version) };
  const response = await admin.patch(source, 'source_connections', attributes, headers);
  assert.equal(response.status, 200, response.text);
}

async function settle(source: string, table: string, settings: object) {
  const path = `${source}/catalog/streams/${table}/settings`;
  const { suggestion, supportedSyncModes, cursorColumns, version, ...now } = await journey.attributesOf(path);
  assert.ok(suggestion && supportedSyncModes && cursorColumns);
  const changed = { ...now, ...settings };
  const response = await admin.patch(path, 'stream_settings', changed, { 'if-match': String(version) });
  assert.equal(response.status, 200, response.text);
}

async function listed(source: string, isPending: boolean) {
  const { body } = await admin.get(`${source}/schema-changes?filter[pending]=${isPending}`);
  return (body.data as { id: string; attributes: Record<string, unknown> }[]).map(({ id, attributes }) => ({
    id,
    ...(attributes as {
      tableName: string;
      table: string | null;
      state: string;
      breaking: boolean;
      holdsTable: boolean;
      canApprove: boolean;
      impact: unknown[];
      decidedBy: string | null;
      addedColumns: { first: { name: string }[] };
      removedColumns: { first: { name: string }[] };
    }),
  }));
}

const decide = (source: string, changes: string | string[], decision: string) =>
  admin.post(`${source}/schema-changes/decisions`, 'schema_change_decisions', {
    decision,
    changes: [changes].flat(),
  });

const notified = async (id: string) =>
  (
    await api.sql<{ details: object }>(
      `select details from audit_events where action = 'schema_change.break' and subject_id = $1`,
      [id],
    )
  ).map(({ details }) => details);

const selected = async (source: string) =>
  (await journey.attributesOf(`${source}/catalog/streams`)).streams.flatMap(
    (stream: { tableName: string; selected: boolean }) => (stream.selected ? [stream.tableName] : []),
  );

const ORDERS = `
  create table orders (id int primary key, at timestamptz, total int, phone text);
  create table other (id int);`;

describe('a change that breaks nothing', () => {
  test('is applied if columns are propagated; a new table is left out', async () => {
    const { source, change } = await given(ORDERS, ['orders']);
    await change(`
      alter table orders add channel text, drop phone, alter total type bigint;
      alter table other add more text;
      create table refunds (id int)`);
    assert.deepEqual(await listed(source, true), []);
    const changes = await listed(source, false);
    assert.deepEqual(changes.map(({ tableName, state, table }) => [tableName, table, state]).sort(), [
      ['orders', null, 'applied'],
      ['refunds', 'added', 'ignored'],
    ]);
    assert.deepEqual(await selected(source), ['orders']);
    assert.equal((await journey.attributesOf(source)).lifecycle, 'active');
  });

  test('selects new tables if all is propagated', async () => {
    const { source, change } = await given(ORDERS, ['orders'], { changePolicy: 'propagate_all' });
    await change('create table refunds (id int)');
    assert.deepEqual(await selected(source), ['orders', 'refunds']);
    assert.deepEqual(
      (await listed(source, false)).map(({ tableName, state }) => [tableName, state]),
      [['refunds', 'applied']],
    );
  });

  test('waits if each has to be approved, grows with later changes, and disappears if the source takes it back', async () => {
    const { source, change } = await given(ORDERS, ['orders'], { changePolicy: 'approve' });
    await change('alter table orders add channel text');
    const [first] = await listed(source, true);
    assert.deepEqual([first!.state, first!.breaking, first!.holdsTable], ['pending', false, false]);
    await journey.discover(source);
    assert.equal((await listed(source, true))[0]!.id, first!.id);
    await change('alter table orders add coupon text');
    const [second] = await listed(source, true);
    assert.deepEqual(
      second!.addedColumns.first.map(({ name }) => name),
      ['channel', 'coupon'],
    );
    const late = await decide(source, first!.id, 'approve'); // It says something else by now.
    assert.deepEqual(faultsIn(late), ['schema_change_decided /data/attributes/changes/0']);
    assert.equal((await journey.attributesOf(source)).pendingChanges, 1);
    await change('alter table orders drop channel, drop coupon');
    assert.deepEqual([...(await listed(source, true)), ...(await listed(source, false))], []);
  });

  test('pauses the connection if the policy says so, with the reason', async () => {
    const { source, change, id } = await given(ORDERS, ['orders'], { changePolicy: 'pause' });
    await change('create table refunds (id int)');
    const { lifecycle, pause } = await journey.attributesOf(source);
    assert.deepEqual([lifecycle, pause.code, pause.by], ['paused', 'schema_changed', null]);
    assert.deepEqual(await notified(id), []);
  });
});

describe('a connection that waits for decisions', () => {
  test('is resumed with the last of them, and starts the runs of its schedule again', async () => {
    const { source, change } = await given(ORDERS, ['orders'], { changePolicy: 'pause' });
    await change('create table refunds (id int); create table stores (id int)');
    const [first, second] = await listed(source, true);
    assert.equal((await decide(source, first!.id, 'ignore')).status, 204);
    assert.equal((await journey.attributesOf(source)).lifecycle, 'paused');
    assert.equal((await decide(source, second!.id, 'approve')).status, 204);
    const { lifecycle, pause } = await journey.attributesOf(source);
    assert.deepEqual([lifecycle, pause], ['active', null]);
  });

  test('is resumed by other settings that fit, but not if someone paused it', async () => {
    const cursor = { syncMode: 'incremental', destinationSyncMode: 'append', cursorColumn: 'at' } as const;
    const none = { syncMode: 'full_refresh', destinationSyncMode: 'overwrite', cursorColumn: null } as const;
    const [one, other] = [await given(ORDERS, ['orders']), await given(ORDERS, ['orders'])];
    await journey.client.post(`${other.source}/pauses`, 'pauses', {});
    for (const { source, change } of [one, other]) {
      await settle(source, 'orders', cursor);
      await change('alter table orders drop at');
      await settle(source, 'orders', none);
      assert.deepEqual(await listed(source, true), []);
    }
    assert.equal((await journey.attributesOf(one.source)).lifecycle, 'active');
    assert.equal((await journey.attributesOf(other.source)).pause.code, 'person');
  });
});

describe('a breaking change', () => {
  test('waits under every policy, says what it hits, and is notified once', async () => {
    const { source, change, id } = await given(ORDERS, ['orders', 'other']);
    await settle(source, 'orders', {
      syncMode: 'incremental',
      destinationSyncMode: 'append_dedup',
      cursorColumn: 'at',
      masks: { phone: 'hash' },
    });
    await change('alter table orders drop at, drop phone; drop table other');
    await journey.discover(source);
    const pending = await listed(source, true);
    const [orders, other] = pending.toSorted((one, next) => (one.tableName < next.tableName ? -1 : 1));
    assert.deepEqual(orders!.impact, [
      { type: 'stream_cursor', columns: ['at'], name: null },
      { type: 'stream_mask', columns: ['phone'], name: null },
    ]);
    assert.deepEqual(
      [orders!.breaking, orders!.holdsTable, orders!.canApprove, other!.breaking, other!.table],
      [true, true, false, true, 'removed'],
    );
    assert.deepEqual(await notified(id), [{ count: 2, tables: 'orders, other' }]);
    assert.equal((await journey.attributesOf(source)).pause.code, 'schema_changed');
  });

  test('needs other settings before it can be approved, and choosing them approves it', async () => {
    const { source, change } = await given(ORDERS, ['orders']);
    await settle(source, 'orders', {
      syncMode: 'incremental',
      destinationSyncMode: 'append',
      cursorColumn: 'at',
    });
    await change('alter table orders drop at');
    const [waiting] = await listed(source, true);
    const refused = await decide(source, waiting!.id, 'approve');
    assert.deepEqual([refused.status, refused.body.errors[0].code], [409, 'schema_change_needs_settings']);
    await settle(source, 'orders', {
      syncMode: 'full_refresh',
      destinationSyncMode: 'overwrite',
      cursorColumn: null,
    });
    const [decided] = await listed(source, false);
    assert.deepEqual([decided!.id, decided!.state], [waiting!.id, 'approved']);
    assert.deepEqual(await listed(source, true), []);
  });

  test('of a schedule that follows this connection shows in its impact', async () => {
    const { source, change, id } = await given(ORDERS, ['orders']);
    const follower = await given('create table a (id int)', []);
    const schedule = {
      kind: 'after',
      interval: null,
      times: null,
      cron: null,
      after: { sourceConnectionId: id, when: 'succeeded', waitMinutes: 0 },
      zone: 'UTC',
      quietHours: null,
      overlap: 'skip',
      freshnessTargetMinutes: null,
    };
    const saved = await admin.patch(`${follower.source}/schedule`, 'schedules', schedule, {
      'if-match': '0',
    });
    assert.equal(saved.status, 200, saved.text);
    await change('drop table orders');
    const [lost] = await listed(source, true);
    assert.deepEqual(lost!.impact, [{ type: 'schedule', columns: [], name: 'A source' }]);
    await edit(follower.source, { name: 'Marts' });
    const [renamed] = await listed(source, true);
    assert.deepEqual(renamed!.impact, [{ type: 'schedule', columns: [], name: 'Marts' }]);
    assert.equal((await admin.delete(follower.source)).status, 204);
    assert.deepEqual((await listed(source, true))[0]!.impact, []);
  });
});

describe('a column that a report uses', () => {
  const layout = { x: 0, y: 0, w: 6, h: 6 };
  const measure = (agg: 'sum' | 'count', column?: string) => [{ as: agg, agg, ...(column && { column }) }];
  const contentOf = (table: { id: string; name: string }): ReportContent => ({
    cards: [
      {
        ...{ kind: 'number', id: 'sum', title: 'Revenue', layout, table },
        query: { breakouts: [], measures: measure('sum', 'total') },
      },
      {
        ...{ kind: 'query', id: 'chart', title: 'Orders by channel', layout, table, mark: null },
        query: { breakouts: [{ as: 'channel', column: 'channel' }], measures: measure('count') },
      },
      {
        ...{ kind: 'number', id: 'all', title: 'Orders', layout, table },
        query: { breakouts: [], measures: measure('count') },
      },
    ],
    filters: [
      { id: 'f', label: 'Amount', bind: [{ card: 'chart', column: 'total' }], default: null },
      { id: 'g', label: 'Telephone', bind: [{ card: 'all', column: 'phone' }], default: null },
    ],
    template: { slug: 'revenue-overview', version: 1, columns: [{ role: 'amount', column: 'total' }] },
  });

  test('waits, names the parts of the report, and leaves cards that say which column to use instead', async () => {
    const { source, change } = await given(
      `create table orders (id int primary key, total int, phone text, channel text)`,
      ['orders'],
    );
    const all = { syncMode: 'full_refresh', destinationSyncMode: 'overwrite', cursorColumn: null };
    await settle(source, 'orders', all);
    await journey.sync(source);
    const { id: tableId } = (await admin.get(`${source}/tables/orders`)).body.data;
    const content = contentOf({ id: tableId, name: 'orders' });
    const reports = `/organizations/${workspace.id}/reports`;
    const made = await admin.post(reports, 'reports', { name: 'Weekly', content });
    assert.equal(made.status, 201, made.text);
    const { id } = made.body.data;

    await change('alter table orders rename total to totals; alter table orders drop phone');
    const [lost] = await listed(source, true);
    assert.deepEqual([lost!.breaking, lost!.canApprove], [true, true]);
    assert.deepEqual(lost!.impact, [
      {
        ...{ type: 'report', id, name: 'Weekly', columns: ['phone', 'total'] },
        parts: [
          { kind: 'filter', name: 'Telephone' },
          { kind: 'card', name: 'Revenue' },
          { kind: 'filter', name: 'Amount' },
          { kind: 'template', name: '' },
        ],
      },
    ]);
    assert.equal((await decide(source, lost!.id, 'approve')).status, 204);
    assert.equal((await journey.sync(source)).state, 'succeeded');

    const compute = ({ query }: ComputedCard) =>
      admin.post(`${source}/tables/orders/query-results`, 'query_results', { query });
    const [revenue] = content.cards as ComputedCard[];
    // Not 0, which it would be without values.
    const { body } = await compute(revenue!);
    assert.deepEqual(
      [body.errors?.[0].code, body.errors?.[0].meta],
      ['query_column_lost', { column: 'total' }],
    );
    const { columns } = (await admin.get(`${source}/tables/orders`)).body.data.attributes;
    const { nearest } = otherColumnsFor(revenue!.query, 'total', columns);
    assert.equal(nearest, 'totals');
    const mended = withColumnReplaced(content, tableId, { from: 'total', to: nearest });
    const saved = await admin.patch(`${reports}/${id}`, 'reports', { content: mended }, { 'if-match': '1' });
    assert.equal(saved.status, 200, saved.text);
    assert.equal((await compute(mended.cards[0] as ComputedCard)).status, 200);
  });

  test('is named with every card if its table is gone, and not if other columns are lost', async () => {
    const { source, change } = await given(ORDERS.replace('phone text', 'phone text, channel text'), [
      'orders',
    ]);
    await journey.sync(source);
    const { id: tableId } = (await admin.get(`${source}/tables/orders`)).body.data;
    const content = contentOf({ id: tableId, name: 'orders' });
    await admin.post(`/organizations/${workspace.id}/reports`, 'reports', { name: 'Weekly', content });
    await change('alter table orders drop at');
    assert.deepEqual(
      (await listed(source, false)).map(({ state, impact }) => [state, impact]),
      [['applied', []]],
    );
    await change('drop table orders');
    const [{ impact } = { impact: [] }] = await listed(source, true);
    const [{ parts }] = impact as [{ parts: { name: string }[] }];
    assert.deepEqual(parts.map(({ name }) => name).toSorted(), [
      ...['', 'Amount', 'Orders', 'Orders by channel', 'Revenue', 'Telephone'],
    ]);
  });
});

describe('a column that people use for something else', () => {
  const base = `/organizations/${workspace.id}`;

  /** Creates it, and returns its ID and its path. */
  async function made(path: string, type: string, attributes: object) {
    const response = await admin.post(path, type, attributes);
    assert.equal(response.status, 201, response.text);
    const { id, attributes: shown } = response.body.data;
    const own: string = shown.serviceAccountId ?? id;
    return { id: own, path: `${path}/${own}` };
  }

  async function givenOrders() {
    const given1 = await given(ORDERS.replace('phone text', 'phone text, channel text'), ['orders']);
    const all = { syncMode: 'full_refresh', destinationSyncMode: 'overwrite', cursorColumn: null };
    await settle(given1.source, 'orders', all);
    await journey.sync(given1.source);
    const { id: tableId } = (await admin.get(`${given1.source}/tables/orders`)).body.data;
    return { ...given1, tableId: tableId as string };
  }

  const impactOf = async (source: string, isPending = true) => (await listed(source, isPending))[0]!.impact;

  test('is one of a tool’s setup: it waits, and the setup is named', async () => {
    const { source, change, tableId } = await givenOrders();
    const side = { tableId, version: null };
    const pair = (name: string) => ({ left: name, right: name });
    const setups: Record<string, object> = {
      profiler: { tableId, checks: [{ kind: 'not_null', column: 'total' }] },
      'duplicate-finder': {
        ...{ tableId, columns: ['total'], ignoreSpaces: true, ignoreCase: true, ignoreAccents: true },
        similar: { least: 0.9, within: 'phone' },
      },
      'json-flattener': {
        ...{ tableId, column: 'phone', keep: ['total'], items: null },
        fields: [{ path: ['a'], inItem: false, as: 'a', type: 'text' }],
      },
      compare: { left: side, right: { tableId, version: 1 }, key: [pair('id')], columns: [pair('total')] },
      'join-builder': {
        tableId,
        joins: [{ tableId, kind: 'inner', keys: [{ left: { table: 0, column: 'id' }, right: 'total' }] }],
        columns: [{ table: 1, column: 'phone', as: 'phone' }],
      },
      'pii-scanner': { tableId, notPersonal: ['total'] },
    };
    const ids: Record<string, string> = {};
    // A second version, because one can't be compared with itself.
    await journey.sync(source);
    for (const [tool, config] of Object.entries(setups)) {
      const attributes = { name: tool, config, afterSync: false };
      ids[tool] = (await made(`${base}/tools/${tool}/setups`, 'tool_setups', attributes)).id;
    }
    await change('alter table orders drop total, drop phone');
    const [{ breaking, impact } = { breaking: false, impact: [] }] = await listed(source, true);
    const uses = (tool: string, ...columns: string[]) => ({
      ...{ type: 'tool_setup', id: ids[tool], name: tool },
      columns,
    });
    assert.equal(breaking, true);
    assert.deepEqual(impact, [
      uses('compare', 'total'),
      uses('duplicate-finder', 'phone', 'total'),
      uses('join-builder', 'phone', 'total'),
      uses('json-flattener', 'phone', 'total'),
      uses('profiler', 'total'),
    ]);
    for (const tool of ['compare', 'duplicate-finder', 'join-builder', 'json-flattener', 'profiler'])
      assert.equal((await admin.delete(`${base}/tools/${tool}/setups/${ids[tool]}`)).status, 204);
    assert.deepEqual(await impactOf(source), []);
    await change('drop table orders');
    assert.deepEqual(await impactOf(source), [uses('pii-scanner')]);
  });

  test('is one that a service account names: it waits, and the account is named', async () => {
    const { source, id: sourceConnectionId, change } = await givenOrders();
    const account = (name: string, table: object | null) =>
      made(`${base}/service-accounts`, 'service_accounts', {
        ...{ name, description: '', days: 90 },
        scope: [{ sourceConnectionId, tables: table && [{ tableName: 'orders', ...table }] }],
      });
    const positive = [[{ column: 'total', operator: 'greater', values: ['0'] }]];
    const some = await account('Some columns', { columns: ['id', 'phone'] });
    const rows = await account('Some rows', { columns: null, filter: positive });
    const others = await account('Others', { columns: ['id', 'channel'] });
    await account('Whole connection', null);
    await change('alter table orders drop total, drop phone');
    const [{ breaking } = { breaking: false }] = await listed(source, true);
    assert.equal(breaking, true);
    const uses = ({ id }: { id: string }, name: string, ...columns: string[]) => ({
      ...{ type: 'service_account', id, name },
      columns,
    });
    assert.deepEqual(await impactOf(source), [
      uses(some, 'Some columns', 'phone'),
      uses(rows, 'Some rows', 'total'),
    ]);
    const renamed = { name: 'Renamed', scope: [{ sourceConnectionId, tables: null }] };
    const saved = await admin.patch(some.path, 'service_accounts', renamed, { 'if-match': '"1"' });
    assert.equal(saved.status, 200, saved.text);
    assert.equal((await admin.delete(rows.path)).status, 204);
    assert.deepEqual(await impactOf(source), []);
    await change('drop table orders');
    assert.deepEqual(await impactOf(source), [uses(others, 'Others', 'channel', 'id')]);
  });
});

describe('a decision', () => {
  test('is made once', async () => {
    const { source, change } = await given(ORDERS, ['orders'], { changePolicy: 'approve' });
    await change('alter table orders add channel text');
    const [{ id } = { id: '' }] = await listed(source, true);
    assert.equal((await decide(source, id, 'approve')).status, 204);
    const again = await decide(source, id, 'ignore');
    assert.deepEqual([again.status, again.body.errors[0].code], [409, 'schema_change_decided']);
    const [decided] = await listed(source, false);
    const { name } = (await admin.get('/profile')).body.data.attributes;
    assert.deepEqual([decided!.state, decided!.decidedBy], ['approved', name]);
  });

  test('to ignore new columns leaves them out until someone selects them', async () => {
    const { source, change } = await given(ORDERS, ['orders'], { changePolicy: 'approve' });
    await change('alter table orders add channel text');
    const [{ id } = { id: '' }] = await listed(source, true);
    assert.equal((await decide(source, id, 'ignore')).status, 204);
    const { masks } = await journey.attributesOf(`${source}/catalog/streams/orders/settings`);
    assert.deepEqual(masks, { channel: 'drop' });
  });

  test('about tables selects a new one, leaves out one that is gone, and stops one that cannot stay as it is', async () => {
    const { source, change } = await given(ORDERS, ['orders', 'other'], { changePolicy: 'approve' });
    await change(
      'create table refunds (id int); drop table other; alter table orders alter total type text using total::text',
    );
    const ids = new Map((await listed(source, true)).map(({ id, tableName }) => [tableName, id]));
    await decide(source, ids.get('refunds')!, 'approve');
    await decide(source, ids.get('other')!, 'approve');
    await decide(source, ids.get('orders')!, 'ignore');
    assert.deepEqual(await selected(source), ['refunds']);
    await change('create table other (id int)');
    assert.deepEqual(await selected(source), ['refunds']);
  });

  test('is made about many changes at once, or about none of them', async () => {
    const { source, change } = await given(ORDERS, ['orders', 'other'], { changePolicy: 'approve' });
    await settle(source, 'orders', {
      syncMode: 'incremental',
      destinationSyncMode: 'append',
      cursorColumn: 'at',
    });
    await change(
      'create table refunds (id int); alter table other add more text; alter table orders drop at',
    );
    const pending = await listed(source, true);
    const ids = pending.map(({ id }) => id);
    const blocked = pending.findIndex(({ canApprove }) => !canApprove);
    const refused = await decide(source, ids, 'approve');
    assert.deepEqual(
      refused.body.errors.map(({ code, source: at }: ErrorObject) => [code, at?.pointer]),
      [['schema_change_needs_settings', `/data/attributes/changes/${blocked}`]],
    );
    assert.equal((await listed(source, true)).length, 3);
    const [hindered] = ids.splice(blocked, 1);
    assert.equal((await decide(source, ids, 'approve')).status, 204);
    assert.deepEqual(await selected(source), ['orders', 'other', 'refunds']);
    assert.deepEqual(
      (await listed(source, true)).map(({ id }) => id),
      [hindered],
    );
  });

  test('is also made in the selection', async () => {
    const { source, change } = await given(ORDERS, ['orders'], { changePolicy: 'approve' });
    await change('create table refunds (id int); alter table orders drop phone');
    await journey.select(source, 'refunds');
    assert.deepEqual((await listed(source, false)).map(({ tableName, state }) => [tableName, state]).sort(), [
      ['orders', 'ignored'],
      ['refunds', 'approved'],
    ]);
  });
});

describe('the list of tables', () => {
  const marksOf = async (source: string) =>
    Object.fromEntries(
      (await journey.attributesOf(`${source}/catalog/streams`)).streams.map(
        ({ tableName, change }: { tableName: string; change: string | null }) => [tableName, change],
      ),
    );

  test('marks tables and columns that wait for a decision', async () => {
    const { source, change } = await given(ORDERS, ['orders'], { changePolicy: 'approve' });
    await change('alter table orders add channel text; create table refunds (id int)');
    assert.deepEqual(await marksOf(source), { orders: 'waits', other: null, refunds: 'waits' });
    const { columns } = await journey.attributesOf(`${source}/catalog/streams/orders/columns`);
    const waiting = columns.filter(({ waits }: { waits: boolean }) => waits);
    assert.deepEqual(
      waiting.map(({ name }: { name: string }) => name),
      ['channel'],
    );
  });

  test('marks tables that are new, until someone has decided about them', async () => {
    const { source, change, id } = await given(ORDERS, ['orders']);
    await change('create table refunds (id int); create table returns (id int); create table old (id int)');
    await api.sql(
      `update schema_changes set found_at = now() - interval '15 days'
       where source_connection_id = $1 and table_name = 'old'`,
      [id],
    );
    assert.deepEqual(await marksOf(source), {
      old: null,
      orders: null,
      other: null,
      refunds: 'new',
      returns: 'new',
    });
    await journey.select(source, 'orders', 'refunds', 'returns');
    await journey.select(source, 'orders', 'refunds');
    const { refunds, returns } = await marksOf(source);
    assert.deepEqual([refunds, returns], [null, null]);
  });
});

test('changes are listed page by page, the latest first', async () => {
  const { source, change } = await given(ORDERS, ['orders']);
  for (const name of ['one', 'two', 'three']) await change(`alter table orders add ${name} int`);
  const names: string[] = [];
  for (let query = ''; ;) {
    const { body } = await admin.get(`${source}/schema-changes?filter[pending]=false&page[size]=2${query}`);
    assert.equal(body.meta.total, 3);
    for (const { attributes } of body.data) names.push(attributes.addedColumns.first[0].name as string);
    if (body.links.next === null) break;
    query = `&page[after]=${body.links.next}`;
  }
  assert.deepEqual(names, ['three', 'two', 'one']);
});
