import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SearchHit } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type TestWorkspace } from '../../../../test-support/test-api.ts';
import { scheduleWith } from '../../syncs/schedules/testing/schedules.ts';

const api = await TestApi.open();
after(api.close);
let workspace: TestWorkspace;

before(async () => {
  workspace = await api.workspace('Finding');
  const journey = new SourceJourney(workspace);
  const files = {
    'orders.csv': 'order_id,total\n1,2\n',
    'reorders.csv': 'id,first_order\n1,2\n',
    'a_b.csv': 'x\n1\n',
  };
  const source = await journey.connectFiles(files);
  await journey.runIn(await journey.begin(source), 'succeeded');
  const base = `/organizations/${workspace.id}`;
  await workspace.admin.post(`${base}/reports`, 'reports', { name: 'Weekly orders' });
  await workspace.admin.post(`${base}/saved-queries`, 'saved_queries', {
    ...{ name: '100% of orders', description: '', sql: 'select 1', parameters: {} },
  });
});

async function find(text: string, { id, admin } = workspace): Promise<SearchHit[]> {
  const query = new URLSearchParams({ 'filter[text]': text });
  const { status, body, text: raw } = await admin.get(`/organizations/${id}/search?${query}`);
  assert.equal(status, 200, raw);
  return body.data.attributes.hits;
}
const namesOf = (hits: readonly SearchHit[]) => hits.map(({ kind, name }) => `${kind} ${name}`);

describe('a search', () => {
  test('finds each kind by its name, names that begin with the text first', async () => {
    const hits = await find('Order');
    assert.deepEqual(namesOf(hits), [
      'table orders',
      'table reorders',
      'column order_id',
      'column first_order',
      'report Weekly orders',
      'saved_query 100% of orders',
    ]);
    const [table, , column] = hits;
    assert.equal(table!.rows, 1);
    assert.equal(column!.tableName, 'orders');
    assert.equal(column!.sourceConnectionId, table!.sourceConnectionId);
  });

  test('says what comes next and what was last: runs of connections, changes of reports and queries', async () => {
    const before = new Date(Date.now() - 60_000).toISOString();
    const [report] = await find('weekly');
    assert.ok(report!.changedAt! > before);
    const [query] = await find('100%');
    assert.ok(query!.changedAt! > before);
    const [table] = await find('orders');
    assert.equal(table!.changedAt, null);
    const source = table!.sourceConnectionId!;
    assert.equal(table!.nextRunAt, null);
    const { admin, id } = workspace;
    const at = `/organizations/${id}/source-connections/${source}`;
    const choices = scheduleWith({ kind: 'interval', interval: { minutes: 60, startingAt: '00:00' } });
    const saved = await admin.patch(`${at}/schedule`, 'schedules', choices, { 'if-match': '0' });
    const planned = saved.body.data.attributes.nextRunAt;
    assert.notEqual(planned, null, saved.text);
    assert.equal((await find('orders'))[0]!.nextRunAt, planned);
    const [connection] = await find(table!.sourceConnectionName!);
    assert.deepEqual([connection!.nextRunAt, connection!.isPaused], [planned, false]);
    assert.equal((await admin.post(`${at}/pauses`, 'pauses')).status, 200);
    const [held] = await find(table!.sourceConnectionName!);
    assert.deepEqual([held!.nextRunAt, held!.isPaused], [null, true]);
  });

  test('needs every word, also in the place of what it finds', async () => {
    assert.deepEqual(namesOf(await find('total orders')), ['column total']);
    assert.deepEqual(namesOf(await find('orders weekly')), ['report Weekly orders']);
    assert.deepEqual(await find('orders nowhere'), []);
  });

  test('takes every character as it is', async () => {
    assert.deepEqual(namesOf(await find('100%')), ['saved_query 100% of orders']);
    assert.deepEqual(namesOf(await find('a_b')), ['table a_b']);
    for (const odd of ['%', '_x', '\\', "'", '(', '[', ' ', '']) await find(odd);
    assert.deepEqual(await find(''), []);
  });

  test('stays within the workspace', async () => {
    assert.deepEqual(await find('orders', await api.workspace('Elsewhere')), []);
  });
});
