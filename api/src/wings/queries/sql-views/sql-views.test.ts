import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { settled } from '@headwater/base/testing/settled';
import { checkStoredBytes } from '../../../../test-support/stored-bytes.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open({ withViews: true });
after(api.close);
afterEach(() => checkStoredBytes(api));

/** A workspace with a table of orders. */
async function shop() {
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles({
    'orders.csv': 'id,status,total\n1,paid,10\n2,open,20\n3,paid,30\n',
  });
  await journey.sync(source);
  const { client, base } = journey;
  const views = `${base}/sql-views`;
  const create = (name: string, sql: string) => client.post(views, 'sql_views', { name, sql });
  /** Waits until nothing is to be done for a view. */
  const refreshed = async (id: string) => {
    const { body } = await settled(
      () => client.get(`${views}/${id}`),
      ({ body: { data } }) => ['current', 'failed'].includes(data.attributes.state),
    );
    return body.data.attributes;
  };
  const made = async (name: string, sql: string): Promise<string> => {
    const { status, body, text } = await create(name, sql);
    assert.equal(status, 201, text);
    assert.equal((await refreshed(body.data.id)).state, 'current');
    return body.data.id;
  };
  const tableOf = async (id: string) => {
    const { sourceConnectionId, name } = (await client.get(`${views}/${id}`)).body.data.attributes;
    return `${base}/source-connections/${sourceConnectionId}/tables/${encodeURIComponent(name)}`;
  };
  const rowsOf = async (id: string) => {
    const response = await client.get(`${await tableOf(id)}/rows`);
    assert.equal(response.status, 200, response.text);
    return response.body.data.attributes.rows;
  };
  const edit = async (id: string, change: object) => {
    const { version } = await journey.attributesOf(`${views}/${id}`);
    return client.patch(`${views}/${id}`, 'sql_views', change, { 'if-match': String(version) });
  };
  const mask = async (masks: object) => {
    const path = `${source}/catalog/streams/orders/settings`;
    const {
      version,
      suggestion: _,
      supportedSyncModes: __,
      cursorColumns: ___,
      ...settings
    } = await journey.attributesOf(path);
    const change = { ...settings, masks };
    const saved = await client.patch(path, 'stream_settings', change, { 'if-match': String(version) });
    assert.equal(saved.status, 200, saved.text);
  };
  return {
    workspace,
    journey,
    client,
    base,
    source,
    views,
    create,
    refreshed,
    made,
    tableOf,
    rowsOf,
    edit,
    mask,
  };
}

const PAID = `select id, total from orders where status = 'paid' order by id`;
const codeOf = ({ body }: { body: { errors: { code: string }[] } }) => body.errors[0]!.code;

describe('a view', () => {
  test('is a table to everybody, and follows its tables', async () => {
    const { client, base, journey, source, made, refreshed, tableOf, rowsOf } = await shop();
    const id = await made('Paid orders', PAID);
    assert.deepEqual(await rowsOf(id), [
      ['1', '10'],
      ['3', '30'],
    ]);
    const table = (await client.get(await tableOf(id))).body.data.attributes;
    assert.deepEqual([table.selection, table.version, table.can.restore], ['view', 1, false]);
    const { freshAsOf } = await journey.attributesOf(`${source}/tables/orders`);
    assert.equal(table.freshAsOf, freshAsOf);
    assert.equal((await client.get(`${base}/source-connections`)).body.data.length, 1);
    const run = { sql: 'select sum(total) from "Views"."Paid orders"', limit: 1, parameters: {} };
    const summed = await client.post(`${base}/sql-runs`, 'sql_runs', run);
    assert.deepEqual(summed.body.data.attributes.rows, [['40']]);
    await journey.sync(source);
    await settled(
      () => client.get(`${base}/sql-views/${id}/refreshes`),
      ({ body }) => body.meta.total === 2,
    );
    assert.equal((await refreshed(id)).state, 'current');
    assert.equal((await client.get(await tableOf(id))).body.data.attributes.version, 2);
  });

  test('can be made of views, but not of itself, also through others', async () => {
    const { made, rowsOf, edit, client, views, tableOf } = await shop();
    const paid = await made('Paid', PAID);
    const sum = await made('Sum', 'select sum(total) as total from "Paid"');
    assert.deepEqual(await rowsOf(sum), [['40']]);
    assert.equal(codeOf(await edit(paid, { sql: 'select * from "Sum"' })), 'sql_view_circular');
    assert.equal(codeOf(await edit(paid, { sql: 'select * from "Paid"' })), 'sql_view_circular');
    const query = { name: 'Most', description: '', sql: 'select max(total) from "Sum"', parameters: {} };
    const saved = await client.post(views.replace('sql-views', 'saved-queries'), 'saved_queries', query);
    assert.equal(saved.status, 201, saved.text);
    const lineage = (await client.get(`${await tableOf(paid)}/lineage`)).body.data.attributes;
    assert.deepEqual(lineage.documents, [
      { type: 'saved_query', id: saved.body.data.id, name: 'Most', tables: [sum], columns: [] },
    ]);
    assert.deepEqual(lineage.counts, { report: 0, saved_query: 1, service_account: 0 });
    // Of more than are listed, all are counted.
    await api.sql(
      `insert into dependencies
         (workspace_id, source_connection_id, table_name, column_name, dependent_type, dependent_id, dependent_name)
       select workspace_id, source_connection_id, table_name, '', 'service_account', 'sva_' || i, 'Account ' || i
       from dependencies, generate_series(1, 101) as i where dependent_id = $1`,
      [saved.body.data.id],
    );
    const many = (await client.get(`${await tableOf(paid)}/lineage`)).body.data.attributes;
    assert.equal(many.documents.length, 100);
    assert.deepEqual(many.counts, { report: 0, saved_query: 1, service_account: 101 });
    const nameOf = (one: string) =>
      lineage.tables.find((table: { id: string }) => table.id === one).tableName;
    assert.deepEqual(
      lineage.uses
        .map(({ from, to }: { from: string; to: string }) => `${nameOf(from)} → ${nameOf(to)}`)
        .sort(),
      ['Paid → Sum', 'orders → Paid'],
    );
  });

  test('is edited, renamed without breaking others, and deleted with its files', async () => {
    const { made, edit, refreshed, rowsOf, client, views, workspace, tableOf } = await shop();
    const paid = await made('Paid', PAID);
    const sum = await made('Sum', 'select sum(total) as total from "Views"."Paid"');
    assert.equal((await edit(paid, { name: 'Settled', sql: `${PAID} limit 1` })).status, 200);
    assert.equal((await refreshed(paid)).state, 'current');
    assert.deepEqual(await rowsOf(paid), [['1', '10']]);
    await settled(
      () => rowsOf(sum),
      (rows) => rows[0]![0] === '10',
    );
    const table = await tableOf(paid);
    assert.equal((await client.delete(`${views}/${paid}`)).status, 204);
    assert.equal((await client.get(table)).status, 404);
    const files = await readdir(join(api.dataDirectory, 'ws', workspace.id), { recursive: true });
    assert.deepEqual(
      files.filter((file) => file.includes(`${paid}/`)),
      [],
    );
    const { state, failure } = await refreshed(sum);
    assert.deepEqual([state, failure.code], ['failed', 'sql_table_unknown']);
    assert.deepEqual(await rowsOf(sum), [['10']]);
    await made('Paid', PAID);
    await settled(
      () => rowsOf(sum),
      (rows) => rows[0]![0] === '40',
    );
  });

  test('is refused with the place of what is wrong', async () => {
    const { create, made, workspace } = await shop();
    await made('Paid', PAID);
    assert.equal(codeOf(await create('PAID', PAID)), 'sql_view_name_taken');
    assert.equal(codeOf(await create('Other', 'select $day')), 'sql_view_parameter');
    const unknown = await create('Other', 'select nothing from orders');
    assert.deepEqual([codeOf(unknown), unknown.body.errors[0].meta.position], ['sql_failed', 7]);
    assert.equal(codeOf(await create('Other', 'select * from nothing')), 'sql_table_unknown');
    const reader = await workspace.member('reader');
    const made403 = await reader.post(`/organizations/${workspace.id}/sql-views`, 'sql_views', {
      ...{ name: 'Mine', sql: PAID },
    });
    assert.equal(made403.status, 403);
  });

  test('keeps what it shows if its query fails, and says why', async () => {
    const { made, edit, refreshed, rowsOf, client, views, tableOf } = await shop();
    const id = await made('Paid', PAID);
    // Only the values show that it fails.
    assert.equal((await edit(id, { sql: 'select cast(status as integer) as n from orders' })).status, 200);
    const { state, failure } = await refreshed(id);
    assert.deepEqual([state, failure.code], ['failed', 'sql_failed']);
    assert.equal((await rowsOf(id)).length, 2);
    assert.equal((await client.get(await tableOf(id))).body.data.attributes.stale, true);
    const { body } = await client.get(`${views}/${id}/refreshes`);
    assert.deepEqual(
      body.data.map(({ attributes }: { attributes: { state: string } }) => attributes.state),
      ['failed', 'succeeded'],
    );
  });

  test('says briefly why its query fails, whatever the engine says', async () => {
    const { made, edit, refreshed, client, views } = await shop();
    const id = await made('Paid', PAID);
    assert.equal((await edit(id, { sql: `select error(repeat(status, 500_000)) from orders` })).status, 200);
    assert.equal((await refreshed(id)).failure.code, 'sql_failed');
    for (const path of [views, `${views}/${id}/refreshes`])
      assert.ok((await client.get(path)).text.length < 20_000, path);
  });

  test('never shows what its tables mask by now', async () => {
    const { made, refreshed, rowsOf, client, journey, source, tableOf, mask, base, edit } = await shop();
    const id = await made('Totals', 'select cast(total as integer) as n from orders');
    const over = await made('Over', 'select * from "Totals"');
    await mask({ total: 'hash' });
    // The table itself shows them until its next sync.
    assert.equal((await rowsOf(id)).length, 3);
    await journey.sync(source);
    const { state, maskedSince } = await refreshed(id);
    assert.deepEqual([state, maskedSince], ['failed', ['orders.total']]);
    for (const view of [id, over])
      assert.equal((await client.get(`${await tableOf(view)}/rows`)).status, 410);
    const run = { sql: 'select * from "Over"', limit: 1, parameters: {} };
    assert.equal((await client.post(`${base}/sql-runs`, 'sql_runs', run)).status, 410);
    assert.equal((await edit(id, { sql: 'select total as n from orders' })).status, 200);
    await refreshed(id);
    const rowsOfOver = `${await tableOf(over)}/rows`;
    await settled(
      () => client.get(rowsOfOver),
      ({ status }) => status === 200,
    );
  });
});

describe('the view of a saved query', () => {
  /** A saved query in a workspace with orders, and what can be done with it. */
  async function query(sql: string, parameters: Record<string, string> = {}) {
    const place = await shop();
    const { client, base, refreshed } = place;
    const saved = await client.post(`${base}/saved-queries`, 'saved_queries', {
      ...{ name: 'Per status', description: '', sql, parameters },
    });
    assert.equal(saved.status, 201, saved.text);
    const one = `${base}/saved-queries/${saved.body.data.id}`;
    const show = () => client.post(`${one}/view`, 'sql_views', {});
    const save = async (change: object) => {
      const { version } = (await client.get(one)).body.data.attributes;
      const { status, text } = await client.patch(one, 'saved_queries', change, { 'if-match': `${version}` });
      assert.equal(status, 200, text);
    };
    const shown = async (): Promise<string> => {
      const { status, body, text } = await show();
      assert.equal(status, 200, text);
      assert.equal((await refreshed(body.data.id)).state, 'current');
      return body.data.id;
    };
    return { ...place, one, show, shown, save };
  }

  test('follows what is saved, also values, and stays when the query is deleted', async () => {
    const { client, one, views, shown, save, rowsOf, refreshed } = await query(
      'select id from orders where total > $least order by id',
      { least: '15' },
    );
    const id = await shown();
    assert.deepEqual(await rowsOf(id), [['2'], ['3']]);
    assert.equal(await shown(), id);
    await save({ parameters: { least: '25' } });
    const later = await refreshed(id);
    assert.deepEqual([later.state, later.parameters], ['current', { least: '25' }]);
    assert.deepEqual(await rowsOf(id), [['3']]);
    await save({ name: 'Renamed', sql: 'select status, sum(total) as total from orders group by status' });
    const followed = await refreshed(id);
    assert.deepEqual(
      [followed.state, followed.name, followed.savedQuery.name],
      ['current', 'Per status', 'Renamed'],
    );
    assert.equal((await rowsOf(id)).length, 2);
    assert.equal((await client.delete(one)).status, 204);
    const alone = (await client.get(`${views}/${id}`)).body.data.attributes;
    assert.deepEqual([alone.state, alone.savedQuery], ['current', null]);
  });

  test('says what is wrong with a query that is saved although it fails, and keeps its rows', async () => {
    const { shown, save, rowsOf, refreshed } = await query('select id from orders');
    const id = await shown();
    await save({ sql: 'select nothing from orders' });
    const { state, failure } = await refreshed(id);
    assert.deepEqual([state, failure.code], ['failed', 'sql_failed']);
    assert.equal((await rowsOf(id)).length, 3);
    await save({ sql: `select * from "Per status"` });
    assert.equal((await refreshed(id)).failure.code, 'sql_view_circular');
    await save({ sql: 'select id from orders limit 1' });
    assert.equal((await refreshed(id)).state, 'current');
    assert.equal((await rowsOf(id)).length, 1);
  });

  test('has no query of its own, is not made of what fails, and has a name that is free', async () => {
    const { made, show, shown, edit, save, client, views, refreshed } = await query(
      'select nothing from orders',
    );
    assert.equal(codeOf(await show()), 'sql_failed');
    await made('per status', PAID);
    await save({ sql: PAID });
    const id = await shown();
    assert.equal((await client.get(`${views}/${id}`)).body.data.attributes.name, 'Per status 2');
    const refused = await edit(id, { sql: 'select 1' });
    assert.deepEqual([refused.status, codeOf(refused)], [409, 'sql_view_follows_query']);
    assert.equal((await edit(id, { name: 'Other name' })).status, 200);
    // The view is there, and says what is wrong with its query.
    await save({ parameters: {}, sql: 'select $missing as x' });
    const there = await show();
    assert.deepEqual([there.status, there.body.data.id], [200, id]);
    assert.equal((await refreshed(id)).failure.code, 'sql_view_parameter');
  });

  test('needs a value for each parameter', async () => {
    const { show } = await query('select $missing as x');
    assert.equal(codeOf(await show()), 'sql_view_parameter');
  });
});
