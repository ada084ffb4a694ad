import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const journey = new SourceJourney(await api.workspace());
const { client } = journey;
let table: string;

before(async () => {
  const source = await journey.connectFiles({
    'shifts.csv': 'n,at\n1,08:00:00\n2,08:00:00\n3,09:30:15\n4,23:59:59.5\n5,\n',
  });
  await journey.sync(source);
  table = `${source}/tables/shifts`;
});

test('times of day are compared with, and are between, others', async () => {
  const found = async (...conditions: string[]) => {
    const filter = conditions.map((one) => `at:${one}`).join(';');
    const { body, text } = await client.get(
      `${table}/rows?columns=n&sort=n&filter=${encodeURIComponent(filter)}`,
    );
    assert.ok(body.data, `${filter}: ${text}`);
    return body.data.attributes.rows.flat().join('');
  };
  const time = (text: string) => encodeURIComponent(text);
  assert.equal(await found(`equals:${time('08:00')}`), '12');
  assert.equal(await found(`not_equals:${time('08:00:00')}`), '345');
  assert.equal(await found(`less:${time('09:30:15')}`), '12');
  assert.equal(await found(`greater:${time('09:30:15')}`), '4');
  assert.equal(await found(`greater_or_equal:${time('08:30')}`, `less_or_equal:${time('09:30:15')}`), '3');
  assert.equal(await found(`one_of:${time('08:00:00')},${time('23:59:59.5')}`), '124');
  assert.equal(await found(`contains:${time('08:')}`), '12');
  for (const value of ['25:00', '8', 'noon']) {
    const { body } = await client.get(`${table}/rows?filter=${encodeURIComponent(`at:less:${time(value)}`)}`);
    assert.equal(body.errors[0].code, 'query_condition_unfit', value);
  }
});

test('times of day are groups in their order, and are offered as values', async () => {
  const query = { breakouts: [{ as: 'at', column: 'at' }], measures: [{ as: 'n', agg: 'count' }] };
  const { body, text } = await client.post(`${table}/query-results`, 'query_results', { query });
  assert.ok(body.data, text);
  assert.deepEqual(body.data.attributes.values, [
    ['08:00:00', '09:30:15', '23:59:59.5', null],
    ['2', '1', '1', '1'],
  ]);
  const values = await client.get(`${table}/column-values?column=at`);
  assert.equal(values.status, 200, values.text);
  assert.deepEqual(values.body.data.attributes.values[0], { value: '08:00:00', rows: 2 });
});
