import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  hostileStatements,
  mutations,
} from '@headwater/warehouse/processes/sandbox/testing/hostile-statements';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const CANARY = 'canary-7be1';
/** Each has a process of its own. `npm run torture -- sql` runs all statements, and thousands of mutations. */
const EVERY = Number(process.env.HOSTILE_EVERY ?? 250);
const MUTATIONS = Number(process.env.HOSTILE_MUTATIONS ?? 4);
const SEED = Number(process.env.SQL_SEED ?? 20_261_127);

const api = await TestApi.open({ environment: { RATE_LIMIT_FACTOR: '1000' } });
after(api.close);
const ours = await api.workspace();
const neighbor = await api.workspace();

let canaries: string[];
before(async () => {
  const journey = new SourceJourney(ours);
  const files = { 'orders.csv': 'id,total\n1,2.50\n2,\n', 'customers.csv': 'id\n1\n' };
  await journey.sync(await journey.connectFiles(files));
  const others = new SourceJourney(neighbor);
  await others.sync(await others.connectFiles({ 'secrets.csv': `secret\n${CANARY}\n` }));
  const text = join(api.dataDirectory, 'canary.csv');
  await writeFile(text, `secret\n${CANARY}\n`);
  const versions = readdirSync(api.dataDirectory, { recursive: true, encoding: 'utf8' });
  const version = versions.find((name) => name.includes(neighbor.id) && name.endsWith('.duckdb'));
  canaries = [text, join(api.dataDirectory, version!)];
});

/** Of two at a time, which is what a person may run. */
async function eachOf(statements: Iterable<string>, attempt: (sql: string) => Promise<void>): Promise<void> {
  const waiting = statements[Symbol.iterator]();
  const work = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await attempt(next.value);
  };
  await Promise.all([work(), work()]);
}

const run = (workspace: typeof ours, sql: string) =>
  workspace.admin.post(`/organizations/${workspace.id}/sql-runs`, 'sql_runs', {
    sql,
    limit: 1_000,
    parameters: {},
  });

function* attacks(): Generator<string> {
  for (const [at, canary] of canaries.entries()) {
    yield* hostileStatements(canary).filter((_, index) => index % EVERY === at % EVERY);
    let left = MUTATIONS / canaries.length;
    for (const sql of mutations(canary, SEED + at)) {
      if (left-- <= 0) break;
      yield sql;
    }
  }
}

test('hostile statements see no file and no neighbor, leave nothing, and disturb nobody', async () => {
  let count = 0;
  await eachOf(attacks(), async (sql) => {
    const { status, text } = await run(ours, sql);
    assert.ok(status < 500, `${status} for ${sql} (seed ${SEED}): ${text}`);
    assert.ok(!text.includes(CANARY), `${sql}: ${text}`);
    // Paths, and the names that files have in the engine, are only told to those who name them.
    for (const [hidden] of text.matchAll(/headwater-test-\w+|\bh[0-9a-f]{32}/g))
      assert.ok(sql.includes(hidden), `${sql}: ${text}`);
    if ((count += 1) % 10 > 0) return;
    const quiet = await run(neighbor, 'from secrets');
    assert.deepEqual(quiet.body.data.attributes.rows, [[CANARY]]);
  });
  assert.ok(count >= 10);
  for (const left of ['/tmp/out.csv', '/tmp/out.parquet', '/tmp/out', '/tmp/other.duckdb'])
    assert.equal(existsSync(left), false, left);
  const { body } = await run(ours, 'select (select count(*) from orders), (select count(*) from customers)');
  assert.deepEqual(body.data.attributes.rows, [['2', '1']]);
});
