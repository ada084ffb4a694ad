import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { FilterCondition } from '@headwater/shared/contract';
import {
  FULL_REFRESH_OVERWRITE,
  type ConfiguredStream,
  type ReadSettings,
  type StreamState,
} from '@headwater/protocol/protocol';
import { postgres } from './postgres.connector.ts';
import { readIntoWarehouse } from './testing/read-into-warehouse.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { configurationFor, startSourceServer, type SourceServer } from './testing/source-server.ts';

let source: SourceServer;
before(async () => {
  source = await startSourceServer();
  await source.run('alter default privileges grant select on tables to reader');
});
after(() => source.stop());

const INCREMENTAL = { syncMode: 'incremental', destinationSyncMode: 'append' } as const;

interface Read {
  /** The rows, sorted, as lists of their values. */
  rows: unknown[][];
  state: StreamState | undefined;
  isKeyUnique: boolean | undefined;
  /** The code of the failure, if the read failed. */
  failure: string | undefined;
}

/** Reads a table with these settings, from a state on if there is one. */
async function read(
  table: string,
  settings: Partial<ReadSettings> & { primaryKey?: string[] },
  state?: StreamState,
  stream?: ConfiguredStream,
): Promise<Read> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
  try {
    const configured = { ...(stream ?? (await discovered(table))), ...settings };
    const states = new Map(state ? [[table, state]] : []);
    const { messages, columns, rows } = await readIntoWarehouse(
      configurationFor(source.port),
      [configured],
      contextFor(folder),
      states,
    );
    const read: Read = { rows: [], state: undefined, isKeyUnique: undefined, failure: undefined };
    for (const message of messages) {
      if (message.type === 'STATE') read.state = message.state;
      if (message.type !== 'STREAM_STATUS') continue;
      if (message.status === 'STARTED') read.isKeyUnique = message.isKeyUnique;
      if (message.status === 'INCOMPLETE') read.failure = message.failure.code;
    }
    if (columns[table]) read.rows = await rows(table, 'select * from t order by all');
    return read;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function discovered(table: string): Promise<ConfiguredStream> {
  const found = await postgres.discover(configurationFor(source.port), contextFor(tmpdir()));
  const stream = found.find(({ name }) => name === table)!;
  return { ...FULL_REFRESH_OVERWRITE, ...stream, tableName: table };
}

const ids = ({ rows }: Read) => rows.map(([id]) => Number(id));

describe('an incremental read continues where the last one ended, less the overlap', () => {
  const kinds: [type: string, at: (step: number) => string, overlap: number | null, again: number[]][] = [
    // The last value is 10. Without an overlap, only rows with the same value are read again.
    ['int', (step) => String(step), 0, [10]],
    ['bigint', (step) => String(step), 3, [7, 8, 9, 10]],
    ['smallint', (step) => String(step), null, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['date', (step) => `2026-03-${String(step).padStart(2, '0')}`, null, [9, 10]],
    ['timestamp', (step) => `2026-03-01 10:${String(step).padStart(2, '0')}:00`, 120, [8, 9, 10]],
    ['timestamptz', (step) => `2026-03-01 10:${String(step).padStart(2, '0')}:00.123456+02`, 60, [9, 10]],
    [
      'timestamptz',
      (step) => `2026-03-01 10:${String(step).padStart(2, '0')}:00+02`,
      null,
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    ],
  ];
  for (const [number, [type, at, overlap, again]] of kinds.entries())
    test(`${type}, overlap ${overlap ?? 'by default'}`, async () => {
      const table = `steps_${number}`;
      await source.run(`
        create table ${table} (id int primary key, at ${type});
        insert into ${table} select * from (values ${Array.from({ length: 10 }, (_, i) => `(${i + 1}, '${at(i + 1)}'::${type})`)}) v`);
      const settings = { ...INCREMENTAL, cursorColumn: 'at', overlap };
      const first = await read(table, settings);
      assert.deepEqual(ids(first), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      assert.equal(first.isKeyUnique, true);
      await source.run(`insert into ${table} values (11, '${at(11)}'), (12, '${at(10)}')`);
      const second = await read(table, settings, first.state);
      assert.deepEqual(ids(second), [...again, 11, 12], 'a tie that came late is read');
      const third = await read(table, { ...settings, overlap: 0 }, second.state);
      assert.deepEqual(ids(third), [11]);
    });
});

test('rows without a cursor value are loaded each time, skipped, or fail the read', async () => {
  await source.run(
    `create table gaps (id int primary key, at int); insert into gaps values (1, 5), (2, null)`,
  );
  const settings = { ...INCREMENTAL, cursorColumn: 'at', overlap: 0 };
  const loaded = await read('gaps', settings);
  assert.deepEqual(ids(loaded), [1, 2]);
  assert.deepEqual(ids(await read('gaps', { ...settings, nullCursor: 'skip' })), [1]);
  assert.equal((await read('gaps', { ...settings, nullCursor: 'fail' })).failure, 'cursor_null');
  await source.run('insert into gaps values (3, null), (4, 6)');
  assert.deepEqual(ids(await read('gaps', settings, loaded.state)), [1, 2, 3, 4]);
  assert.deepEqual(ids(await read('gaps', { ...settings, nullCursor: 'skip' }, loaded.state)), [1, 4]);
  const filtered: FilterCondition[] = [{ column: 'id', operator: 'less', values: ['2'] }];
  const allowed = await read('gaps', { ...settings, nullCursor: 'fail', rowFilter: filtered });
  assert.deepEqual([allowed.failure, ids(allowed)], [undefined, [1]], 'only rows that are wanted count');
});

test('an empty table has a state from which everything is read', async () => {
  await source.run('create table fills (id int primary key, at timestamptz)');
  const settings = { ...INCREMENTAL, cursorColumn: 'at' };
  const first = await read('fills', settings);
  assert.deepEqual(first.rows, []);
  await source.run(`insert into fills values (1, '2001-01-01Z'), (2, null)`);
  assert.deepEqual(ids(await read('fills', settings, first.state)), [1, 2]);
});

test('a value in the future or at infinity hides no later rows', async () => {
  await source.run(`
    create table ahead (id int primary key, at timestamptz);
    insert into ahead values (1, '2999-01-01Z'), (2, 'infinity'), (3, '2020-01-01Z'), (4, '-infinity')`);
  const settings = { ...INCREMENTAL, cursorColumn: 'at', overlap: 60 };
  const first = await read('ahead', settings);
  await source.run('insert into ahead values (5, now())');
  assert.deepEqual(ids(await read('ahead', settings, first.state)), [1, 2, 5]);
});

for (const zone of ['Asia/Tokyo', 'America/Los_Angeles'])
  test(`a value in the future hides no later rows of a source whose clock is that of ${zone}`, async () => {
    const name = `of_${zone.split('/')[1]!.toLowerCase()}`;
    await source.run(`
      alter role reader set timezone = '${zone}'; set timezone = '${zone}';
      create table ${name} (id int primary key, at timestamp default now()::timestamp);
      create table ${name}_days (id int primary key, at date default now()::date);
      insert into ${name} values (1, now()), (2, now() + interval '4 hours');
      insert into ${name}_days values (1, now()), (2, now()::date + 1)`);
    try {
      for (const table of [name, `${name}_days`]) {
        const settings = { ...INCREMENTAL, cursorColumn: 'at', overlap: 0 };
        const first = await read(table, settings);
        assert.deepEqual(ids(first), [1, 2]);
        await source.run(`set timezone = '${zone}'; insert into ${table} values (3)`);
        const second = await read(table, settings, first.state);
        assert.ok(ids(second).includes(3), JSON.stringify([table, first.state, second]));
        await source.run(`set timezone = 'UTC'; insert into ${table} values (4)`);
        const third = await read(table, settings, second.state);
        assert.ok(ids(third).includes(4), JSON.stringify([table, second.state, third]));
      }
    } finally {
      await source.run('alter role reader reset timezone');
    }
  });

describe('a read that would miss rows fails', () => {
  test('if the latest value went back by more than the overlap, or is gone', async () => {
    await source.run(
      `create table restored (id int primary key, at int); insert into restored values (1, 50), (2, 100)`,
    );
    const settings = { ...INCREMENTAL, cursorColumn: 'at', overlap: 10 };
    const { state } = await read('restored', settings);
    await source.run('update restored set at = 90 where id = 2');
    assert.deepEqual(
      ids(await read('restored', settings, state)),
      [2],
      'within the overlap, nothing is missed',
    );
    await source.run('update restored set at = 89 where id = 2');
    assert.equal((await read('restored', settings, state)).failure, 'cursor_went_back');
    await source.run('truncate restored');
    assert.equal((await read('restored', settings, state)).failure, 'cursor_went_back');
  });

  test('if the cursor or a column of the key is gone, or the cursor has another type', async () => {
    await source.run(
      'create table loses (id int, at int, code int, primary key (id, code)); insert into loses values (1, 1, 7)',
    );
    const stream = await discovered('loses');
    const settings = { ...INCREMENTAL, cursorColumn: 'at' };
    const { state } = await read('loses', settings);
    await source.run(`alter table loses alter at type timestamptz using to_timestamp(at)`);
    assert.equal((await read('loses', settings, state, stream)).failure, 'cursor_unusable');
    await source.run(`alter table loses alter at type text`);
    assert.equal((await read('loses', settings, undefined, stream)).failure, 'cursor_unusable');
    await source.run('alter table loses drop at');
    assert.equal((await read('loses', settings, state, stream)).failure, 'cursor_missing');
    await source.run('alter table loses drop code');
    const deduplicated = { ...settings, destinationSyncMode: 'append_dedup' } as const;
    assert.equal((await read('loses', deduplicated, state, stream)).failure, 'key_missing');
    assert.equal(
      (await read('loses', { ...deduplicated, primaryKey: [] }, state, stream)).failure,
      'key_not_chosen',
    );
  });
});

test('a start value, a cap, and columns that are left out', async () => {
  await source.run(`
    create table chosen (id int primary key, at date, secret text);
    insert into chosen select i, date '2026-01-01' + i, 'secret' from generate_series(1, 20) i`);
  const settings = { ...INCREMENTAL, cursorColumn: 'at', overlap: 0, masks: { secret: 'drop' } } as const;
  const started = await read('chosen', { ...settings, startFrom: '2026-01-19' });
  assert.deepEqual(started.rows, [
    [18, '2026-01-19'],
    [19, '2026-01-20'],
    [20, '2026-01-21'],
  ]);
  const capped = await read('chosen', { ...settings, rowCap: 2 });
  assert.deepEqual(ids(capped), [19, 20], 'the latest rows');
  await source.run(`insert into chosen select i, date '2026-01-01' + i, '' from generate_series(21, 25) i`);
  assert.deepEqual(
    ids(await read('chosen', { ...settings, rowCap: 2 }, capped.state)),
    [20, 21, 22, 23, 24, 25],
  );
  const whole = await read('chosen', { rowCap: 3, masks: settings.masks });
  assert.equal(whole.rows.length, 3);
  assert.equal((await read('chosen', { ...settings, startFrom: '2026-02-31' })).failure, 'cursor_unusable');
});

describe('a row filter', () => {
  before(() =>
    source.run(String.raw`
      create type size as enum ('small', 'large');
      create table goods (id int primary key, name text, price numeric, at timestamptz, size size, sold boolean, code uuid, doc json, host inet);
      insert into goods values
        (1, 'plain', 1.5, '2026-01-01Z', 'small', true, '00000000-0000-0000-0000-000000000001', '{}', '10.0.0.1'),
        (2, 'it''s', 2, '2026-01-02Z', 'large', false, null, null, '10.0.0.1/8'),
        (3, E'back\\slash', 10, null, null, null, null, null, '::1'),
        (4, null, null, '2026-01-04Z', 'small', true, null, null, null)`),
  );
  const cases: [FilterCondition['column'], FilterCondition['operator'], string[], number[]][] = [
    ['name', 'equals', ["it's"], [2]],
    ['name', 'equals', ['back\\slash'], [3]],
    ['name', 'equals', ["' or true --"], []],
    ['name', 'not_equals', ['plain'], [2, 3, 4]],
    ['name', 'one_of', ['plain', "it's"], [1, 2]],
    ['name', 'is_null', [], [4]],
    ['name', 'is_not_null', [], [1, 2, 3]],
    ['price', 'less', ['2'], [1]],
    ['price', 'less_or_equal', ['2.00'], [1, 2]],
    ['price', 'greater', ['2'], [3]],
    ['id', 'greater_or_equal', ['3'], [3, 4]],
    ['at', 'greater', ['2026-01-01'], [2, 4]],
    ['at', 'equals', ['2026-01-02T00:00:00Z'], [2]],
    ['size', 'equals', ['small'], [1, 4]],
    ['size', 'equals', ['huge'], []],
    ['sold', 'equals', ['true'], [1, 4]],
    ['code', 'equals', ['00000000-0000-0000-0000-000000000001'], [1]],
    ['doc', 'is_not_null', [], [1]],
    ['host', 'equals', ['10.0.0.1'], [1]],
    ['host', 'one_of', ['10.0.0.1/8', '::1'], [2, 3]],
  ];
  for (const [column, operator, values, expected] of cases)
    test(`${column} ${operator} ${values.join(', ')}`, async () => {
      assert.deepEqual(ids(await read('goods', { rowFilter: [{ column, operator, values }] })), expected);
    });

  test('has several conditions that all hold', async () => {
    const rowFilter: FilterCondition[] = [
      { column: 'id', operator: 'greater', values: ['1'] },
      { column: 'name', operator: 'is_not_null', values: [] },
    ];
    assert.deepEqual(ids(await read('goods', { rowFilter })), [2, 3]);
  });

  const unusable: [string, FilterCondition['operator'], string[]][] = [
    ['nothing', 'is_null', []],
    ['id', 'equals', ['1; drop table goods']],
    ['id', 'equals', ['99999999999']],
    ['id', 'equals', []],
    ['id', 'is_null', ['1']],
    ['id', 'one_of', []],
    ['name', 'less', ['a']],
    ['name', 'equals', ['\0']],
    ['at', 'less', ['2026-02-30']],
    ['at', 'less', ['tomorrow']],
    ['sold', 'equals', ['1']],
    ['code', 'equals', ['x']],
    ['doc', 'equals', ['{}']],
    ['price', 'less', ['NaN']],
  ];
  for (const [column, operator, values] of unusable)
    test(`that doesn’t fit fails the read: ${column} ${operator} ${JSON.stringify(values)}`, async () => {
      const { failure } = await read('goods', { rowFilter: [{ column, operator, values }] });
      assert.equal(failure, 'filter_unusable');
    });
});

test('a key isn’t unique if people chose it, or if other tables inherit from the table', async () => {
  await source.run(`
    create table parent (id int primary key, at int);
    insert into parent values (1, 1);
    create table keyless (id int, at int);
    insert into keyless values (1, 1)`);
  const settings = {
    ...INCREMENTAL,
    destinationSyncMode: 'append_dedup',
    cursorColumn: 'at',
    primaryKey: ['id'],
  } as const;
  const unique = async (table: string, key = ['id']) =>
    (await read(table, { ...settings, primaryKey: key })).isKeyUnique;
  assert.equal(await unique('parent'), true);
  assert.equal(await unique('parent', ['id', 'at']), true);
  assert.equal(await unique('parent', ['at']), false);
  assert.equal(await unique('keyless'), false);
  await source.run('create table child () inherits (parent); insert into child values (2, 1)');
  assert.equal(await unique('parent'), false);
  await source.run('insert into child values (1, 2)');
  const { failure, rows } = await read('parent', { ...settings, primaryKey: ['id'] });
  assert.deepEqual([failure, rows], ['key_repeats', []]);
  assert.equal(
    (await read('parent', { ...settings, primaryKey: ['id'], destinationSyncMode: 'overwrite' })).rows.length,
    3,
  );
});
