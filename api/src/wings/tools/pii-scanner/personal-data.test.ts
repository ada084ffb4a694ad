import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PersonalDataResult } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client, base } = journey;
const CARD = '4111111111111111';
const people = Array.from(
  { length: 50 },
  (_, at) => `${at},someone${at}@finch.example,Lind${at},${at < 5 ? '+49 30 12345678' : 'none'},blue,${CARD}`,
);
const source = await journey.connectFiles({
  'people.csv': `id,contact,last_name,remark,color,reference\n${people.join('\n')}\n`,
});
await journey.sync(source);
const { id: tableId } = (await client.get(`${source}/tables/people`)).body.data;

async function scan(notPersonal: string[] = []): Promise<PersonalDataResult> {
  const runs = `${base}/tools/pii-scanner/runs`;
  const config = { tableId, notPersonal };
  const { body, status, text } = await client.post(runs, 'tool_runs', { config, isSample: false });
  assert.equal(status, 202, text);
  const { body: ended } = await settled(
    () => client.get(`${runs}/${body.data.id}`),
    (one) => one.body.data.attributes.endedAt !== null,
  );
  assert.equal(ended.data.attributes.state, 'done', JSON.stringify(ended.data.attributes.error));
  assert.ok(!JSON.stringify(ended).includes('someone1@'), 'values are masked');
  return ended.data.attributes.result;
}
const found = ({ findings }: PersonalDataResult) =>
  findings.map(({ column, kind, confidence, hits }) => [column, kind, confidence, hits]).sort();

test('personal data is found by values and by names, and values are stored masked', async () => {
  const result = await scan();
  assert.deepEqual(found(result), [
    ['contact', 'email', 'high', 50],
    ['last_name', 'person_name', 'low', null],
    ['reference', 'card', 'high', 50],
    ['remark', 'phone', 'medium', 5],
  ]);
  const stored = await api.sql<{ result: string }>('select result::text from tool_runs');
  assert.ok(stored.every(({ result: text }) => !/someone\d|4111111/.test(text)));
});

test('columns that people have judged, or that are masked, are left out', async () => {
  await api.sql(`update stream_settings set masks = '{"contact": "hash"}' where workspace_id = $1`, [
    workspace.id,
  ]);
  const result = await scan(['reference', 'remark']);
  assert.deepEqual(found(result), [['last_name', 'person_name', 'low', null]]);
  assert.deepEqual(result.masked, ['contact']);
});
