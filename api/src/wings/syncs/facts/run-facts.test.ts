import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isComputed } from '@headwater/shared/contract';
import { contentOf, dataOperations, matchRoles } from '@headwater/shared/report-templates';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';
import { newId } from '../../../platform/database/ids.ts';
import { FailureError } from '@headwater/base/failures/failure';

const api = await TestApi.open({ withRunFacts: true });
after(api.close);

/** A workspace with a connection of one file. */
async function shop() {
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles({ 'stores.csv': 'id\n1\n2\n' });
  const create = (client: Client = workspace.admin) => client.post(`${journey.base}/run-facts`, 'run_facts');
  return { workspace, journey, source, create };
}
type Shop = Awaited<ReturnType<typeof shop>>;

/** The path of the table's connection, once there is one. */
async function made({ journey, create }: Shop): Promise<string> {
  const { status, body, text } = await create();
  assert.equal(status, 200, text);
  return `${journey.base}/source-connections/${body.data.attributes.sourceConnectionId}`;
}

/** Returns the rows as objects, once nothing is left to be added. */
async function factsIn({ journey, workspace }: Shop, product: string) {
  await settled(
    async () => {
      await api.sql(
        `update run_facts set next_at = now() where workspace_id = $1 and next_at < now() + interval '1 minute'`,
        [workspace.id],
      );
      api.services.runFactsClock.wake();
      return api.sql(`select from run_fact_changes where workspace_id = $1`, [workspace.id]);
    },
    (changes) => changes.length === 0,
  );
  const { columns, rows } = await journey.attributesOf(`${product}/tables/sync_runs/rows`);
  return rows.map((row: (string | null)[]) =>
    Object.fromEntries(row.map((value, at) => [columns[at].name, value])),
  ) as Record<string, string | null>[];
}

const versionOf = async ({ journey }: Shop, product: string): Promise<number> =>
  (await journey.attributesOf(`${product}/tables/sync_runs`)).version;

describe('the table of runs', () => {
  let one: Shop;
  before(async () => {
    one = await shop();
  });

  test('has what each run says of itself, and grows with the next one', async () => {
    const { journey, source, workspace } = one;
    const first = await journey.sync(source);
    const product = await made(one);
    const table = await journey.attributesOf(`${product}/tables/sync_runs`);
    assert.deepEqual(
      [table.selection, table.rows, table.can.delete, table.can.restore, table.primaryKey],
      ['built_in', 1, false, false, ['run_id']],
    );
    const [fact] = await factsIn(one, product);
    const seconds = (Date.parse(first.endedAt) - Date.parse(first.startedAt)) / 1_000;
    assert.ok(Math.abs(Number(fact!['duration_seconds']) - seconds) < 0.01);
    assert.deepEqual(
      [fact!['connection'], fact!['run_number'], fact!['outcome'], fact!['trigger'], fact!['failure']],
      ['A source', '1', 'succeeded', 'manual', null],
    );
    assert.deepEqual(
      [fact!['tables'], fact!['tables_complete'], fact!['rows_loaded'], fact!['rows_rejected']],
      ['1', '1', '2', '0'],
    );
    const { bytes } = await journey.attributesOf(`${source}/tables/stores`);
    assert.equal(fact!['bytes_written'], String(bytes));
    await journey.sync(source);
    const facts = await factsIn(one, product);
    assert.deepEqual(
      facts.map((each) => each['run_number']),
      ['1', '2'],
    );
    // Whoever asks for it again gets the same one.
    assert.equal(await made(one), product);
    const all = await api.sql(`select from tables where workspace_id = $1 and table_name = 'sync_runs'`, [
      workspace.id,
    ]);
    assert.equal(all.length, 1);
  });

  test('is a table to everybody, and its connection is nobody’s', async () => {
    const { journey, workspace } = one;
    const product = await made(one);
    const reader = await workspace.member('reader');
    assert.equal((await reader.get(`${product}/tables/sync_runs/rows`)).status, 200);
    assert.equal((await reader.get(product)).status, 404);
    assert.equal((await reader.get(`${journey.base}/source-connections`)).body.data.length, 1);
    const run = { sql: 'select outcome from "Headwater".sync_runs', limit: 10, parameters: {} };
    const { body } = await reader.post(`${journey.base}/sql-runs`, 'sql_runs', run);
    assert.deepEqual(body.data.attributes.rows, [['succeeded'], ['succeeded']]);
    assert.equal((await workspace.admin.delete(`${product}/tables/sync_runs`)).status, 404);
    assert.equal((await workspace.admin.delete(product)).status, 404);
    const restored = await workspace.admin.post(
      `${product}/tables/sync_runs/restorations`,
      'restorations',
      { version: 1 },
      { 'if-match': '1' },
    );
    assert.equal(restored.status, 409, restored.text);
  });

  test('shows a service account nothing without its scope', async () => {
    const product = await made(one);
    const rows = `${product}/tables/sync_runs/rows`;
    const scopeOf = (path: string) => [{ sourceConnectionId: path.split('/').at(-1)!, tables: null }];
    const other = await api.serviceAccount(one.workspace, { scope: scopeOf(one.source) });
    assert.equal((await other.get(rows)).status, 404);
    const own = await api.serviceAccount(one.workspace, { scope: scopeOf(product) });
    assert.equal((await own.get(rows)).status, 200);
  });

  test('stays as it is while it cannot be made, says so, and catches up', async () => {
    const { journey, source, workspace } = one;
    const product = await made(one);
    const { tableWriter } = api.services;
    const write = tableWriter.write.bind(tableWriter);
    tableWriter.write = () => Promise.reject(new FailureError('disk_full'));
    await journey.sync(source);
    await api.sql(`update run_facts set next_at = now() where workspace_id = $1`, [workspace.id]);
    api.services.runFactsClock.wake();
    const table = await settled(
      () => journey.attributesOf(`${product}/tables/sync_runs`),
      ({ stale }) => stale,
    );
    assert.equal(table.rows, 2);
    tableWriter.write = write;
    await api.sql(`update run_facts set next_at = now() where workspace_id = $1`, [workspace.id]);
    assert.equal((await factsIn(one, product)).length, 3);
    assert.equal((await journey.attributesOf(`${product}/tables/sync_runs`)).stale, false);
  });

  test('has no run that has not ended, and none of a deleted connection', async () => {
    const { source, workspace } = one;
    const product = await made(one);
    const outcomes = async () => (await factsIn(one, product)).map((fact) => fact['outcome']);
    const ended = ['succeeded', 'succeeded', 'succeeded'];
    const active = newId('run');
    await api.sql(
      `insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, retry_at)
       values ($1, $2, $3, 900, 'incomplete', 'schedule', now() + interval '1 day')`,
      [workspace.id, active, source.split('/').at(-1)!],
    );
    await api.sql(`insert into run_fact_changes (workspace_id) values ($1)`, [workspace.id]);
    assert.deepEqual(await outcomes(), ended);
    const canceled = await workspace.admin.post(
      `${source}/sync-runs/${active}/cancellations`,
      'sync_run_cancellations',
    );
    assert.equal(canceled.status, 202, canceled.text);
    assert.deepEqual(await outcomes(), [...ended, 'canceled']);
    const version = await versionOf(one, product);
    assert.equal((await workspace.admin.delete(source)).status, 204);
    assert.deepEqual(await outcomes(), []);
    assert.equal(await versionOf(one, product), version + 1);
  });
});

const ZONE = 'Europe/Berlin';
const RUNS = 5_300;

interface StoredRun {
  connection: string;
  state: string;
  started: Date | null;
  ended: Date | null;
  failure: { code: string; values?: { causeCode?: string } } | null;
  streams: { state: string; loaded: number; rejected: number; bytes: number | null }[];
}

/** Adds runs in all states, of which many end at the same moment. */
async function addRuns({ workspace }: Shop): Promise<void> {
  const { id } = workspace;
  await api.sql(
    `insert into all_source_connections (workspace_id, id, name, connector, configuration, address, setup)
     select $1, 'src_' || lpad(n::text, 26, '0'), 'Source, "' || n || '"', 'csv', '{}', '', 'connected'
     from generate_series(1, 4) n`,
    [id],
  );
  await api.sql(
    `insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, attempt, created_at,
       started_at, ended_at, failure)
     select $1, 'run_' || lpad(n::text, 26, '0'), 'src_' || lpad((1 + n % 4)::text, 26, '0'), n, state, 'schedule', 1,
       ended - interval '1 hour', case when n % 17 > 0 then ended - make_interval(secs => n % 900 + 0.25) end, ended,
       case when state = 'failed' then jsonb_build_object('code',
           case when n % 2 = 0 then 'retries_exhausted' else 'connection_refused' end,
           'message', 'password hunter2', 'values', jsonb_build_object('cause', 'hunter2', 'causeCode',
             case when n % 2 = 0 then 'connection_timed_out' else '' end))
         when state = 'partially_succeeded' then '{"code": "load_failed", "values": {"reason": "hunter2"}}' end
     from (
       select n, (array['succeeded', 'succeeded', 'failed', 'partially_succeeded', 'canceled'])[1 + n * 7 % 5] as state,
         timestamptz '2026-03-20 21:30:00Z' + make_interval(hours => n / 25) as ended
       from generate_series(1, ${RUNS}) n
     ) runs`,
    [id],
  );
  await api.sql(
    `insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, retry_at, started_at)
     select $1, 'run_' || lpad('9999' || n, 26, '0'), 'src_' || lpad(n::text, 26, '0'), 9999, 'incomplete', 'manual',
       now() + interval '1 day', now() from generate_series(1, 4) n`,
    [id],
  );
  await api.sql(
    `insert into sync_run_streams (workspace_id, run_id, table_name, state, phase, rows_read, rows_loaded,
       rows_rejected, bytes_written)
     select $1, id, 't' || part, case when state = 'succeeded' or (number + part) % 3 > 0 then 'complete'
       else 'incomplete' end, 'done', number + part, number * part, number % 5, case when number > 40 then number * 100 end
     from sync_runs, generate_series(1, 2) part where workspace_id = $1 and number % 11 > 0`,
    [id],
  );
}

/** What the template's cards have to show, computed of the stored runs without the engine. */
function expected(all: readonly StoredRun[]): Record<string, unknown[][]> {
  const runs = all.filter(({ ended }) => ended !== null);
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE });
  const day = ({ ended }: StoredRun) => format.format(ended!);
  const complete = ({ streams }: StoredRun) => streams.filter(({ state }) => state === 'complete');
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const loaded = (some: StoredRun[]) => total(some.flatMap(complete).map((each) => each.loaded));
  const rejected = (some: StoredRun[]) => total(some.flatMap(complete).map((each) => each.rejected));
  const bytes = (some: StoredRun[]) => {
    const known = some.flatMap(({ streams }) => streams.flatMap((each) => each.bytes ?? []));
    return known.length === 0 ? null : total(known);
  };
  const share = (some: StoredRun[]) => some.filter(({ state }) => state === 'succeeded').length / some.length;
  const isFailing = ({ state }: StoredRun) => state === 'failed' || state === 'partially_succeeded';
  const duration = (some: StoredRun[]) => {
    const known = some.filter(({ started }) => started !== null);
    return (
      total(known.map(({ started, ended }) => (ended!.getTime() - started!.getTime()) / 1_000)) / known.length
    );
  };
  const outcomeOf = ({ state }: StoredRun) => state.replace('_', ' ');
  const by = (keyOf: (run: StoredRun) => string, some: readonly StoredRun[] = runs) => [
    ...Map.groupBy(some, keyOf),
  ];
  return {
    runs: [[runs.length]],
    succeeded: [[share(runs)]],
    loaded: [[loaded(runs)]],
    rejected: [[rejected(runs)]],
    outcomes: by((run) => `${day(run)}|${outcomeOf(run)}`).map(([key, some]) => [
      ...key.split('|'),
      some.length,
    ]),
    health: by(day).map(([key, some]) => [key, share(some)]),
    duration: by(day).map(([key, some]) => [key, duration(some)]),
    rowsperday: by(day).map(([key, some]) => [key, loaded(some)]),
    bytesperday: by(day).map(([key, some]) => [key, bytes(some)]),
    connections: by(({ connection }) => connection).map(([key, some]) => [
      ...[key, some.filter(isFailing).length, some.length, share(some)],
    ]),
    failures: by(({ failure }) => failure?.values?.causeCode || failure!.code, runs.filter(isFailing)).map(
      ([key, some]) => [key, some.length],
    ),
  };
}

/** Rounds figures, and orders rows. */
const comparable = (rows: readonly (readonly unknown[])[], texts: number) =>
  rows
    .map((row) =>
      row.map((value, at) => (at < texts || value === null ? value : Number(Number(value).toPrecision(9)))),
    )
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

test('the cards of its template show what the stored runs add up to, each once, and no text of a source', async () => {
  const one = await shop();
  await addRuns(one);
  const product = await made(one);
  const table = await one.journey.attributesOf(`${product}/tables/sync_runs`);
  assert.equal(table.rows, RUNS);
  const found = [...matchRoles(dataOperations, { id: '', ...table })];
  const columns = Object.fromEntries(found.map(([role, { column }]) => [role, column]));
  assert.equal(found.length, dataOperations.roles.length);
  const { cards } = contentOf(
    dataOperations,
    { table: { id: `tbl_${'0'.repeat(26)}`, name: 'sync_runs' }, columns, values: {} },
    { language: 'en', zone: ZONE },
  );
  const stored = await api.sql<StoredRun>(
    `select connection.name as connection, run.state, started_at as started, ended_at as ended, failure,
       (select coalesce(json_agg(json_build_object('state', stream.state, 'loaded', rows_loaded,
         'rejected', rows_rejected, 'bytes', bytes_written)), '[]')
        from sync_run_streams stream where stream.workspace_id = run.workspace_id and stream.run_id = run.id) as streams
     from sync_runs run join all_source_connections connection
       on connection.workspace_id = run.workspace_id and connection.id = run.source_connection_id
     where run.workspace_id = $1`,
    [one.workspace.id],
  );
  const figures = expected(stored);
  assert.equal(cards.length, dataOperations.cards.length);
  for (const card of cards.filter(isComputed)) {
    const { status, body, text } = await one.journey.client.post(
      `${product}/tables/sync_runs/query-results`,
      'query_results',
      { query: card.query },
    );
    assert.equal(status, 200, text);
    const { values, cut } = body.data.attributes;
    assert.equal(cut, null, card.id);
    const rows = (values[0] as unknown[]).map((_, at) => values.map((column: unknown[]) => column[at]));
    const texts = card.query.breakouts.length;
    assert.deepEqual(comparable(rows, texts), comparable(figures[card.id]!, texts), card.id);
  }
  const ids = await one.journey.client.post(`${product}/tables/sync_runs/query-results`, 'query_results', {
    query: { breakouts: [], measures: [{ as: 'runs', agg: 'distinct', column: 'run_id' }] },
  });
  assert.deepEqual(ids.body.data.attributes.values, [[String(RUNS)]]);
  const { body: exported } = await one.journey.client.get(`${product}/tables/sync_runs/rows?page[size]=1000`);
  assert.doesNotMatch(JSON.stringify(exported), /hunter2/);
});
