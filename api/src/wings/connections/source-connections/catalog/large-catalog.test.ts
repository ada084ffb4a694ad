import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { SELECTION_MAX, type CatalogStream } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { givenConnection } from '../../../../../test-support/source-fixtures.ts';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi, type ApiResponse } from '../../../../../test-support/test-api.ts';
import { MOST_COLUMNS, MOST_STREAMS } from '@headwater/connectors/processes/connector/catalog-limit';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;

const ANSWER_BYTES = 8 * 1024 ** 2;
const namesOf = (streams: readonly CatalogStream[]) => streams.map(({ tableName }) => tableName);

/** Returns every page of a connection's tables, and checks that none exceeds the limit for a response. */
async function pagesOf(source: string): Promise<CatalogStream[][]> {
  const pages: CatalogStream[][] = [];
  for (let after = ''; ;) {
    const page = await small(`${source}/catalog/streams${after}`);
    pages.push(page.body.data.attributes.streams);
    const { next } = page.body.links;
    if (next === null) return pages;
    after = `?page[after]=${encodeURIComponent(next)}`;
  }
}

async function small(path: string): Promise<ApiResponse> {
  const response = await client.get(path);
  assert.equal(response.status, 200, response.text);
  assert.ok(
    Buffer.byteLength(response.text) <= ANSWER_BYTES,
    `${Buffer.byteLength(response.text)} bytes: ${path}`,
  );
  return response;
}

/** Creates a connection with as many tables as are stored at most. `name` and `column` are SQL in `at` and `n`. */
async function connectionOf({
  name = `'table_' || at`,
  column = `'column_' || n`,
  selected = 'false',
  problem = 'null',
}): Promise<string> {
  const id = await givenConnection(api, workspace.id);
  await api.sql(`delete from streams where source_connection_id = $1`, [id]);
  await api.sql(
    `insert into streams (workspace_id, source_connection_id, namespace, name, stream_key, table_name, columns,
       primary_key, problem, source)
     select $1, $2, ${name}, ${name}, jsonb_build_array(${name}, ${name}), ${name} || '.' || ${name}, listed.columns,
       '["id"]', ${problem}, '{}'
     from generate_series(1, ${MOST_STREAMS}) at, lateral (
       select jsonb_agg(jsonb_build_object('name', ${column}, 'kind', 'text', 'type', 'VARCHAR', 'sourceType', 'text',
           'nullable', true, 'encoding', 'value')) as columns
       from generate_series(1, ${MOST_COLUMNS / MOST_STREAMS}) n) listed`,
    [workspace.id, id],
  );
  await api.sql(
    `insert into stream_settings (workspace_id, source_connection_id, stream_key, selected)
     select $1, $2, jsonb_build_array(${name}, ${name}), true from generate_series(1, ${MOST_STREAMS}) at
     where ${selected}`,
    [workspace.id, id],
  );
  await api.sql('analyze streams, stream_settings'); // as a discovery does after it has stored many tables
  return `${journey.base}/source-connections/${id}`;
}

test('a catalog with more tables than are stored at a time is stored completely', async () => {
  const names = Array.from({ length: 1_101 }, (_, at) => `wide_${String(at).padStart(4, '0')}`);
  const statements = names.map(
    (name) => `create table ${name} (id integer); grant select on ${name} to reader;`,
  );
  await server.run(statements.join('\n'));
  const source = await journey.connect('postgres', configurationFor(server.port));
  assert.equal((await journey.attributesOf(`${source}/catalog`)).tables, names.length);
  assert.ok((await api.sql(`select from pg_stats where tablename = 'streams'`)).length > 0, 'analyzed');
  const pages = await pagesOf(source);
  assert.deepEqual(pages.map(namesOf), [names]);
  assert.deepEqual(pages[0]![0], {
    namespace: 'public',
    name: names[0],
    tableName: names[0],
    comment: null,
    columnCount: 1,
    primaryKey: [],
    estimatedRows: null,
    estimatedBytes: null,
    selected: false,
    syncMode: 'full_refresh',
    destinationSyncMode: 'overwrite',
    cursorColumn: null,
    droppedColumns: 0,
    suggestedCursor: null,
    change: null,
    isLoaded: false,
    problem: null,
    findings: [],
  });
});

describe('for the largest catalog,', () => {
  test('the list is a single response', async () => {
    const source = await connectionOf({});
    const [streams, ...more] = await pagesOf(source);
    assert.equal(streams!.length, MOST_STREAMS);
    assert.equal(more.length, 0);
    assert.equal((await journey.attributesOf(`${source}/catalog`)).tables, MOST_STREAMS);
  });

  test('the list is paged if names are long, with each table once and no page too large', async () => {
    const failure = {
      origin: 'source',
      type: 'config_error',
      code: 'source_error',
      message: 'no '.repeat(90),
    };
    const rest = { fix: null, internalMessage: null, field: null, retryable: false, values: {} };
    const source = await connectionOf({
      name: `rpad(at::text, 63, 'x')`,
      column: `rpad(n::text, 63, chr(1))`, // each character takes six in JSON
      problem: `'${JSON.stringify({ ...failure, ...rest })}'`,
    });
    const pages = await pagesOf(source);
    assert.ok(pages.length > 1);
    assert.equal(new Set(pages.flatMap(namesOf)).size, MOST_STREAMS);
    const wanted = encodeURIComponent('\u0001');
    const { attributes } = (await small(`${source}/catalog/column-matches?filter[name]=${wanted}`)).body.data;
    assert.equal(attributes.cut, true);
  });

  test('a search in its columns takes characters literally and ignores case', async () => {
    const source = await connectionOf({ column: `'Grün_%' || (case n when 1 then at else n end)` });
    const find = async (text: string) => {
      const path = `${source}/catalog/column-matches?filter[name]=${encodeURIComponent(text)}`;
      return (await small(path)).body.data.attributes;
    };
    const all = await find('GRÜN_%');
    assert.deepEqual(all.matches.length, MOST_STREAMS);
    assert.deepEqual(
      all.matches.find(({ tableName }: { tableName: string }) => tableName === 'table_77.table_77'),
      { tableName: 'table_77.table_77', total: 10, first: ['Grün_%77', 'Grün_%2', 'Grün_%3'] },
    );
    assert.equal(all.cut, false);
    assert.deepEqual(
      (await find('%9999')).matches.map(({ tableName }: { tableName: string }) => tableName),
      ['table_9999.table_9999'],
    );
    for (const nothing of ['Gr%n', 'Gr_n', 'varchar']) assert.deepEqual((await find(nothing)).matches, []);
  });
});

describe('a selection', () => {
  const patch = async (source: string, change: object, version?: number) => {
    const current = (await journey.attributesOf(source)).version;
    return client.patch(`${source}/selection`, 'selections', change, {
      'if-match': String(version ?? current),
    });
  };
  const selectedOf = async (source: string) =>
    (await pagesOf(source)).flat().flatMap(({ tableName, selected }) => (selected ? [tableName] : []));

  test('adds and removes tables, and leaves all others as they are', async () => {
    const source = await journey.connectFiles({ 'a.csv': 'n\n1\n', 'b.csv': 'n\n1\n', 'c.csv': 'n\n1\n' });
    const removed = await patch(source, { remove: ['a', 'b'] });
    assert.equal(removed.status, 200, removed.text);
    assert.deepEqual(await selectedOf(source), ['c']);
    const { version } = removed.body.data.attributes;
    assert.equal((await patch(source, { add: ['b'], remove: ['c'] }, version)).status, 200);
    assert.deepEqual(await selectedOf(source), ['b']);
    assert.equal((await patch(source, { add: ['a'] }, version)).status, 412);
    const unknown = await patch(source, { add: ['a'], remove: ['b', 'x'] });
    assert.equal(unknown.status, 422);
    const [{ code, source: place }] = unknown.body.errors;
    assert.deepEqual([code, place.pointer], ['stream_unknown', '/data/attributes/remove/1']);
    assert.deepEqual(await selectedOf(source), ['b']);
  });

  test('takes the settings of all tables that it may have', async () => {
    const source = await connectionOf({});
    const { version } = await journey.attributesOf(`${source}/catalog`);
    const { body } = await small(`${source}/catalog/streams`);
    const tables = namesOf(body.data.attributes.streams).slice(0, SELECTION_MAX);
    const change = { add: tables, settings: [{ tables, change: { rowCap: 5 } }] };
    const saved = await client.patch(`${source}/selection`, 'selections', change, {
      'if-match': String(version),
    });
    assert.equal(saved.status, 200, saved.text);
    const settings = `${source}/catalog/streams/${encodeURIComponent(tables.at(-1)!)}/settings`;
    assert.equal((await journey.attributesOf(settings)).rowCap, 5);
  });

  test('has a limit, however it is built up', async () => {
    const source = await connectionOf({});
    const names = Array.from({ length: SELECTION_MAX + 1 }, (_, at) => `table_${at + 1}.table_${at + 1}`);
    const saved = await patch(source, { add: names.slice(0, SELECTION_MAX) });
    assert.equal(saved.status, 200, saved.text);
    assert.ok(Buffer.byteLength(saved.text) < 10_000);
    const refused = await patch(source, { add: names.slice(SELECTION_MAX) });
    assert.equal(refused.status, 422);
    assert.equal(refused.body.errors[0].code, 'too_many_selected');
    assert.equal((await patch(source, { add: names.slice(SELECTION_MAX), remove: [names[0]] })).status, 200);
  });
});

test('lists, columns, and matches of another workspace are not found', async () => {
  const source = await connectionOf({});
  const stranger = new SourceJourney(await api.workspace());
  const theirs = source.replace(journey.base, stranger.base);
  for (const path of ['streams', 'streams/table_1.table_1/columns', 'column-matches?filter[name]=a'])
    assert.equal((await stranger.client.get(`${theirs}/catalog/${path}`)).status, 404, path);
  assert.equal((await client.get(`${source}/catalog/streams/nothing/columns`)).status, 404);
  await settled(
    () => client.get(`${source}/catalog/streams/table_1.table_1/columns`),
    ({ status }) => status === 200,
  );
});
