import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ServiceAccountUsageAttributes } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';

const api = await TestApi.open();
after(api.close);

test('what a service account requests is added up by the days of the workspace', async () => {
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles({ 'orders.csv': 'id\n1\n2\n' });
  await journey.sync(source);
  const client = await api.serviceAccount(workspace);
  const accounts = `/organizations/${workspace.id}/service-accounts`;
  const [{ id }] = (await workspace.admin.get(accounts)).body.data;
  const usage = async (): Promise<ServiceAccountUsageAttributes> =>
    (await workspace.admin.get(`${accounts}/${id}/usage`)).body.data.attributes;
  const stored = () => api.services.tokens.storeUsage();

  const { days, timeZone } = await usage();
  assert.equal(timeZone, 'UTC');
  assert.equal(days.length, 30);
  assert.ok(days.every(({ requests, refused, bytes }) => requests + refused + bytes === 0));

  for (let count = 0; count < 3; count += 1)
    assert.equal((await client.get(`${source}/tables/orders/rows`)).status, 200);
  assert.equal((await client.get(source)).status, 403);
  const today = await settled(
    async () => (await stored(), (await usage()).days.at(-1)!),
    ({ requests }) => requests === 4,
  );
  assert.equal(today.refused, 1);
  await stored();
  assert.deepEqual((await usage()).days.at(-1), today);

  // The same hour is of another day elsewhere.
  await api.sql('delete from service_account_usage where workspace_id = $1', [workspace.id]);
  await api.sql(
    `insert into service_account_usage
     values ($1, $2, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '1 hour', 4, 1, 10)`,
    [workspace.id, id],
  );
  assert.equal((await usage()).days.at(-2)!.requests, 4);
  const path = `/organizations/${workspace.id}`;
  await workspace.admin.patch(path, 'organizations', { timeZone: 'Pacific/Kiritimati' });
  const shifted = await usage();
  assert.equal(shifted.timeZone, 'Pacific/Kiritimati');
  assert.equal(
    shifted.days.reduce((sum, { requests }) => sum + requests, 0),
    4,
  );
  assert.notEqual(shifted.days.at(-3)!.requests, 4);

  await api.sql(
    `update service_account_usage set hour = now() - interval '40 days' where workspace_id = $1`,
    [workspace.id],
  );
  await installationTransaction(api.database, (db) => api.services.hooks.within('nightly', db));
  assert.deepEqual(
    await api.sql('select from service_account_usage where workspace_id = $1', [workspace.id]),
    [],
  );
});
