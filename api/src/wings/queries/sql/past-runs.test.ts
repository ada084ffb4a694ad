import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';

const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client, base } = journey;

let reader: Client;
before(async () => {
  await journey.sync(await journey.connectFiles({ 'items.csv': 'id,label,price\n1,one,2\n2,two,3\n' }));
  reader = await workspace.member('reader');
});

const run = (who: Client, sql: string, parameters: object = {}) =>
  who.post(`${base}/sql-runs`, 'sql_runs', { sql, limit: 10, parameters });
const past = async (who: Client, query = '') => (await who.get(`${base}/past-sql-runs${query}`)).body;
interface Run {
  attributes: Record<string, unknown> & { sql: string; error: { code: string } | null };
}
const textsOf = ({ data }: { data: Run[] }) => data.map(({ attributes: { sql } }) => sql);

describe('the history of someone’s queries', () => {
  test('has what they ran and how it went, newest first, for nobody but them', async () => {
    await run(reader, 'select $a from items', { a: 'x' });
    await run(reader, 'select nope from items');
    await run(client, 'select 1');
    const { data, meta } = await past(reader);
    assert.deepEqual(textsOf({ data }), ['select nope from items', 'select $a from items']);
    const [failed, succeeded] = data.map(({ attributes }: Run) => attributes);
    assert.deepEqual([failed.outcome, failed.error.code, failed.rows], ['failed', 'sql_failed', null]);
    assert.deepEqual(
      [succeeded.outcome, succeeded.error, succeeded.rows, succeeded.parameters],
      ['succeeded', null, 2, { a: 'x' }],
    );
    assert.equal(meta.total, 2);
    assert.deepEqual(textsOf(await past(client)), ['select 1']);
  });

  test('is read page by page, and cleared', async () => {
    const other = await workspace.member('reader');
    for (const sql of ['select 1', 'select 2', 'select 3']) await run(other, sql);
    const first = await past(other, '?page[size]=2');
    assert.deepEqual(textsOf(first), ['select 3', 'select 2']);
    const rest = await past(other, `?page[size]=2&page[after]=${first.links.next}`);
    assert.deepEqual([textsOf(rest), rest.links.next], [['select 1'], null]);
    const odd = Buffer.from('["yesterday","sql_1"]').toString('base64url');
    assert.equal((await other.get(`${base}/past-sql-runs?page[after]=${odd}`)).status, 422);
    assert.equal((await other.delete(`${base}/past-sql-runs`)).status, 204);
    assert.deepEqual(textsOf(await past(other)), []);
    assert.notDeepEqual(textsOf(await past(client)), []);
  });

  test('has 500 runs at most, none older than 90 days', async () => {
    const other = await workspace.member('reader');
    await api.sql(
      `insert into sql_runs (workspace_id, id, user_id, sql, parameters, outcome, milliseconds, started_at)
       select $1, $2 || number, $2, 'select ' || number, '{}', 'canceled', 1,
         now() - case when number = 1 then '91 days' else '1 hour' end::interval - number * interval '1 second'
       from generate_series(1, 501) as numbers (number)`,
      [workspace.id, other.userId],
    );
    await run(other, 'select 0');
    assert.equal((await past(other)).meta.total, 500);
    await api.sql(
      `update sql_runs set started_at = now() - interval '91 days' where user_id = $1 and sql in ('select 7', 'select 8')`,
      [other.userId],
    );
    await installationTransaction(api.database, (db) => api.services.hooks.within('nightly', db));
    assert.equal((await past(other)).meta.total, 498);
  });
});

describe('the plan of a query', () => {
  const stepsOf = async (sql: string, parameters: object = {}) => {
    const { status, text, body } = await client.post(`${base}/sql-plans`, 'sql_plans', { sql, parameters });
    assert.equal(status, 200, text);
    return body.data.attributes.steps as Record<string, unknown>[];
  };

  test('says what is read, and what happens to it, in its order', async () => {
    const [read, ...others] = await stepsOf(
      'select label, count(*) from items where price > $least group by label order by 2 desc limit 3',
      { least: '2' },
    );
    assert.deepEqual(
      [read!.kind, read!.table, read!.columns, read!.conditions],
      ['read', 'items', { read: 2, of: 3 }, ['price>2']],
    );
    const kinds = others.map(({ kind }) => kind);
    assert.deepEqual([kinds[0], kinds.at(-1)], ['group', 'top']);
    assert.equal(others.at(-1)!.top, 3);
    const joined = await stepsOf('select a.label from items a join items b on a.id = b.price');
    assert.deepEqual(
      joined.map(({ kind, conditions }) => [kind, kind === 'join' && conditions]),
      [
        ['read', false],
        ['read', false],
        ['join', ['id = price']],
      ],
    );
  });

  test('is refused like the query itself', async () => {
    const { status, body } = await client.post(`${base}/sql-plans`, 'sql_plans', {
      sql: `from read_text('/etc/passwd')`,
      parameters: {},
    });
    assert.deepEqual([status, body.errors[0].code], [422, 'sql_function_refused']);
  });
});
