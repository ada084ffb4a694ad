import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { writeFilter, writeNames, writeSort, type Query } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const journey = new SourceJourney(await api.workspace());
const { client } = journey;

/** What every object of JavaScript has. */
const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'propertyIsEnumerable'];
const ROWS = ['1', '2'].map((id) => [id, ...NAMES.map((name) => `${name} ${id}`)]);
const CSV = [['id', ...NAMES], ...ROWS].map((cells) => `${cells.join()}\n`).join('');

async function loaded(source: string, tableName: string): Promise<string> {
  const run = await journey.sync(source);
  assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
  return `${source}/tables/${tableName}`;
}
const rowsOf = async (table: string) => (await journey.attributesOf(`${table}/rows`)).rows;

/** Changes some settings of a stream, and returns all. */
async function change(settings: string, wanted: object) {
  const {
    suggestion: _,
    supportedSyncModes: _modes,
    cursorColumns: _columns,
    version,
    ...before
  } = await journey.attributesOf(settings);
  const headers = { 'if-match': String(version) };
  const { status, text, body } = await client.patch(
    settings,
    'stream_settings',
    { ...before, ...wanted },
    headers,
  );
  assert.equal(status, 200, text);
  return body.data.attributes;
}

describe('every value arrives in columns and tables named like methods', () => {
  test('of CSV', async () => {
    const table = await loaded(await journey.connectFiles({ 'constructor.csv': CSV }), 'constructor');
    assert.deepEqual(await rowsOf(table), ROWS);
  });

  test('of JSON, and of lines of JSON', async () => {
    const objects = ROWS.map(([id, ...cells]) => {
      const members = [`"id":${id}`, ...NAMES.map((name, at) => `"${name}":"${cells[at]}"`)];
      return `{${members.join()}}`;
    });
    const source = await journey.connectFiles({
      'valueOf.json': `[${objects.join()}]`,
      'toString.jsonl': objects.join('\n'),
    });
    assert.deepEqual(await rowsOf(await loaded(source, 'valueof')), ROWS);
    assert.deepEqual(await rowsOf(`${source}/tables/tostring`), ROWS);
  });

  test('of SQLite', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
    const path = join(folder, 'x.sqlite');
    const database = new DatabaseSync(path);
    database.exec(
      `create table "constructor" (id integer primary key, ${NAMES.map((name) => `"${name}" text`).join()})`,
    );
    const insert = database.prepare(
      `insert into "constructor" values (${['id', ...NAMES].map(() => '?').join()})`,
    );
    for (const row of ROWS) insert.run(...row);
    database.close();
    const source = await journey.connectFiles({ 'x.sqlite': await readFile(path) });
    await rm(folder, { recursive: true });
    assert.deepEqual(await rowsOf(await loaded(source, 'constructor')), ROWS);
  });

  test('of PostgreSQL, also as its key and its type', async () => {
    await server.run(`
      create type "toString" as enum ('a');
      create table "constructor" (id bigint, ${NAMES.map((name) => `"${name}" text`).join()}, kind "toString", primary key ("constructor", "__proto__"));
      insert into "constructor" values ${ROWS.map((row) => `(${row.map((cell) => `'${cell}'`).join()}, 'a')`).join()};
      grant select on "constructor" to reader`);
    const source = await journey.connect('postgres', configurationFor(server.port));
    await journey.select(source, 'constructor');
    const settings = `${source}/catalog/streams/constructor/settings`;
    const { suggestion } = await journey.attributesOf(settings);
    assert.deepEqual(suggestion.primaryKey, ['constructor', '__proto__']);
    await change(settings, {
      syncMode: 'incremental',
      destinationSyncMode: 'append_dedup',
      cursorColumn: 'id',
    });
    const table = await loaded(source, 'constructor');
    assert.deepEqual(
      await rowsOf(table),
      ROWS.map((row) => [...row, 'a']),
    );
    await loaded(source, 'constructor');
    assert.equal((await rowsOf(table)).length, 2);
  });
});

describe('a table with columns named like methods', () => {
  let source: string;
  let table: string;
  before(async () => {
    source = await journey.connectFiles({ 'hasOwnProperty.csv': CSV });
    table = await loaded(source, 'hasownproperty');
  });
  const ask = async (query: Partial<Query>) => {
    const response = await client.post(`${table}/query-results`, 'query_results', {
      query: { breakouts: [], measures: [{ as: 'constructor', agg: 'count' }], ...query },
    });
    assert.equal(response.status, 200, response.text);
    return response.body.data.attributes.values;
  };

  for (const column of NAMES) {
    test(`is grouped, filtered, and sorted by ${column}`, async () => {
      const [groups, counts] = await ask({
        breakouts: [{ as: column === 'constructor' ? 'toString' : column, column }],
      });
      assert.deepEqual(
        [groups.toSorted(), counts],
        [
          [`${column} 1`, `${column} 2`],
          ['1', '1'],
        ],
      );
      const filter = writeFilter([[{ column, operator: 'equals', values: [`${column} 2`] }]]);
      const query = new URLSearchParams({ filter, sort: writeSort([{ column, descending: true }]) });
      assert.deepEqual((await journey.attributesOf(`${table}/rows?${query}`)).rows, [ROWS[1]]);
      const { values } = await journey.attributesOf(
        `${table}/column-values?${new URLSearchParams({ column })}`,
      );
      assert.deepEqual(
        values.map(({ value }: { value: string }) => value),
        [`${column} 1`, `${column} 2`],
      );
    });
  }

  test('leaves as CSV and JSON Lines, and comes back from Excel and Parquet', async () => {
    const chosen = `columns=${encodeURIComponent(writeNames(['id', ...NAMES]))}`;
    assert.equal((await client.get(`${table}/rows.csv?${chosen}`)).text.replaceAll('\r', ''), CSV);
    const [line] = (await client.get(`${table}/rows.jsonl`)).text.split('\n');
    assert.deepEqual(Object.entries(JSON.parse(line!)), [
      ['id', 1],
      ...NAMES.map((name, at) => [name, ROWS[0]![at + 1]]),
    ]);
    for (const format of ['xlsx', 'parquet']) {
      const { bytes: file } = await client.get(`${table}/rows.${format}`);
      const again = await loaded(await journey.connectFiles({ [`again.${format}`]: file }), 'again');
      assert.deepEqual(await rowsOf(again), ROWS, format);
    }
  });

  test('is read by SQL with parameters of such names', async () => {
    const { body, text } = await client.post(`${journey.base}/sql-runs`, 'sql_runs', {
      sql: `select "__proto__", $constructor as "toString", $valueOf as none from hasownproperty where "constructor" = $__proto__`,
      limit: 10,
      parameters: JSON.parse('{"constructor": "x", "__proto__": "constructor 2", "valueOf": null}'),
    });
    assert.deepEqual(body.data?.attributes.rows, [['__proto__ 2', 'x', null]], text);
  });

  test('has masks on them, and only on those', async () => {
    const settings = `${source}/catalog/streams/hasownproperty/settings`;
    const masks: unknown = JSON.parse('{"constructor": "null", "__proto__": "drop"}');
    const { masks: kept } = await change(settings, { masks });
    assert.deepEqual(Object.entries(kept).toSorted(), Object.entries(masks as object).toSorted());
    const { version: synced } = await journey.attributesOf(await loaded(source, 'hasownproperty'));
    assert.equal(synced, 2);
    const { columns, rows } = await journey.attributesOf(`${table}/rows`);
    const names = columns.map(({ name }: { name: string }) => name);
    const cells = rows[0].map((cell: string | null, at: number) => [names[at], cell]);
    assert.deepEqual(new Map(cells).get('constructor'), null);
    assert.equal(new Map(cells).get('toString'), 'toString 1');
  });
});
