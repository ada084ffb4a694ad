import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { UsageAttributes } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open({ environment: { QUOTA_CONNECTIONS: '7' } });
after(api.close);

test('what a workspace uses is counted, against its limits', async () => {
  const { id, admin } = await api.workspace('Usage');
  const usage = async (): Promise<UsageAttributes> => {
    const { status, body, text } = await admin.get(`/organizations/${id}/usage`);
    assert.equal(status, 200, text);
    return body.data.attributes;
  };
  const limited = ({ limited: all }: UsageAttributes, noun: string) => all.find((each) => each.noun === noun);
  const empty = await usage();
  assert.deepEqual([empty.tables, empty.columns, empty.rows], [0, 0, 0]);
  assert.deepEqual(limited(empty, 'connections'), { noun: 'connections', used: 0, limit: 7 });
  const journey = new SourceJourney({ id, admin });
  const source = await journey.connectFiles({ 'n.csv': 'a,b\n1,2\n3,4\n' });
  await journey.runIn(await journey.begin(source), 'succeeded');
  const used = await usage();
  assert.deepEqual([used.tables, used.columns, used.rows], [1, 2, 2]);
  assert.equal(limited(used, 'connections')!.used, 1);
  assert.equal(limited(used, 'uploads')!.used, 1);
  assert.equal(used.storage.uploads, Buffer.byteLength('a,b\n1,2\n3,4\n'));
  const [{ bytes }] = (await api.sql<{ bytes: number }>(
    `select bytes from table_versions where workspace_id = $1`,
    [id],
  )) as [{ bytes: number }];
  assert.ok(used.storage.versions > 0);
  assert.ok(used.storage.versions >= Number(bytes));
});
