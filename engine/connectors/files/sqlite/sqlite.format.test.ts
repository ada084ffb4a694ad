import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { toFailure } from '@headwater/base/failures/failure';
import { FileLab } from '../testing/file-lab.ts';
import { COMPUTED_LIMITS, ComputedTables, computedRows } from './sqlite.computed.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

async function databaseOf(sql: string): Promise<Buffer> {
  const path = join(lab.folder, 'made.sqlite');
  await rm(path, { force: true });
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return readFile(path);
}

describe('An SQLite file', () => {
  it('has a table for each table and view, with its key, and types by what is stored', async () => {
    const file = await databaseOf(`
      create table people (id integer primary key, name text, born date, at datetime, score numeric, paid boolean,
        raw blob, mixed, big integer, empty real);
      insert into people values
        (1, 'Zoë', '1990-02-28', '2024-01-01 10:00:00', 1.5, 1, x'00ff', 1, 9223372036854775807, null),
        (2, '', null, '2024-01-02 10:00:00', 2, 0, null, 'one', -1, null);
      create table lines (n int, part text, primary key (part, n)) without rowid;
      insert into lines values (1, 'a'), (2, 'b');
      create view names as select name from people;
      create table vacant (a int, b text);`);
    const tables = await lab.all('shop.db', file);
    assert.deepEqual(
      tables.map(({ table, primaryKey, rows }) => [table, primaryKey, rows.length]),
      [
        ['lines', ['part', 'n'], 2],
        ['names', [], 2],
        ['people', ['id'], 2],
        ['vacant', [], 0],
      ],
    );
    const people = tables[2]!;
    assert.deepEqual(people.types, [
      'BIGINT',
      'VARCHAR',
      'DATE',
      'TIMESTAMP',
      'DOUBLE',
      'BOOLEAN',
      'BLOB',
      'VARCHAR',
      'BIGINT',
      'DOUBLE',
    ]);
    assert.deepEqual(people.rows, [
      [
        '1',
        'Zoë',
        '1990-02-28',
        '2024-01-01 10:00:00',
        '1.5',
        'true',
        '\\x00\\xFF',
        '1',
        '9223372036854775807',
        null,
      ],
      ['2', '', null, '2024-01-02 10:00:00', '2.0', 'false', null, 'one', '-1', null],
    ]);
  });

  it('has moments with any form of offset', async () => {
    const file = await databaseOf(`
      create table moments (at text);
      insert into moments values ('2026-01-01T10:00Z'), ('2026-01-01T10:00+01'), ('2026-01-01 10:00:00 +0130');`);
    const [moments] = await lab.all('moments.db', file);
    assert.deepEqual(moments!.types, ['TIMESTAMP WITH TIME ZONE']);
    assert.deepEqual(moments!.rows.flat(), [
      '2026-01-01 10:00:00+00',
      '2026-01-01 09:00:00+00',
      '2026-01-01 08:30:00+00',
    ]);
  });

  it('can have a view that fails, which costs only itself', async () => {
    const file = await databaseOf(
      'create table a (x); insert into a values (1); create view b as select * from gone',
    );
    const [a, b] = await lab.all('half.db', file);
    assert.deepEqual([a!.rows, b!.failure?.code], [[['1']], 'file_table_unreadable']);
    // It's in the file, so that a run with it isn't tried again.
    assert.equal(b!.failure!.retryable, false);
    assert.match(b!.failure!.message, /^b in half\.db can’t be read: no such table: main\.gone$/);
  });

  it('has what its views, virtual tables, and generated columns compute, whatever its size', async () => {
    const file = await databaseOf(`
      create table a (n int, name text, twice int generated always as (n * 2));
      insert into a (n, name) with recursive s(i) as (select 1 union all select i + 1 from s where i < 5000) select i, 'x' || i from s;
      create view v as select n, name, x'00ff' raw, n % 2 = 0 even, null empty from a order by n;
      create virtual table words using fts5(text); insert into words values ('one'), ('two');
      create virtual table boxes using rtree(id, low, high); insert into boxes values (1, 2, 3);`);
    const tables = await lab.all('computed.db', file);
    assert.deepEqual(
      tables.map(({ table, types, rows }) => [table, types, rows.length]),
      [
        ['a', ['BIGINT', 'VARCHAR', 'BIGINT'], 5000],
        ['boxes', ['BIGINT', 'DOUBLE', 'DOUBLE'], 1],
        ['v', ['BIGINT', 'VARCHAR', 'BLOB', 'BIGINT', 'VARCHAR'], 5000],
        ['words', ['VARCHAR'], 2],
      ],
    );
    assert.deepEqual(tables[0]!.rows.at(-1), ['5000', 'x5000', '10000']);
    assert.deepEqual(tables[2]!.rows[4095], ['4096', 'x4096', '\\x00\\xFF', '1', null]);
    assert.deepEqual(tables[3]!.rows, [['one'], ['two']]);
  });

  it('can have collations that only an application knows', async () => {
    const file = await databaseOf(`
      create table a (n int primary key, name text collate nocase, c text collate nocase unique);
      create index names on a (name);
      insert into a values (2, 'Ä', 'x'), (1, 'b', 'y');
      create table k (c text collate nocase primary key, n int) without rowid;
      insert into k values ('z', 0), ('B', 7);
      create view sorted as select name from a order by name;`);
    // Its name has as many letters.
    const theirs = Buffer.from(file.toString('latin1').replaceAll('nocase', 'german'), 'latin1');
    const [a, ...others] = await lab.all('app.db', theirs);
    assert.deepEqual(a!.rows, [
      ['2', 'Ä', 'x'],
      ['1', 'b', 'y'],
    ]);
    // What is stored in that order can't be found without it.
    const refused = others.map(({ table, failure }) => [table, failure?.code, failure?.retryable]);
    assert.deepEqual(refused, [
      ['k', 'file_table_unreadable', false],
      ['sorted', 'file_table_unreadable', false],
    ]);
  });

  it('can have views without an end, or that need all memory, which costs only themselves', async (t) => {
    const path = join(lab.folder, 'hostile.sqlite');
    const file = await databaseOf(`
      create table a (x); insert into a values (1);
      create view endless as with recursive s(i) as (select 1 union all select i + 1 from s) select count(*) n from s;
      create view filling as with recursive s(i) as (select 1 union all select i + 1 from s where i < 10)
        select group_concat(hex(zeroblob(10000000))) from s;
      create view sorted as with recursive s(i) as (select 1 union all select i + 1 from s)
        select hex(zeroblob(1000000)) || i x from s order by x;
      create view large as select hex(zeroblob(400000000)) x;`);
    await writeFile(path, file);
    const limits = {
      ...COMPUTED_LIMITS,
      lookSeconds: 3,
      mostEndless: 1,
      readSeconds: 3,
      residentBytes: 300 * 1024 ** 2,
    };
    const known = { path, fileName: 'hostile.db', bytes: file.length, sha256: '', packing: 'none' as const };
    const { signal } = new AbortController();
    const computed = new ComputedTables(known, signal, limits);
    t.after(() => computed.close());
    const failed = async (work: () => Promise<unknown>) => {
      const failure = await work().then(() => null, toFailure);
      return [failure?.code, failure?.retryable];
    };
    const look = (table: string) => failed(() => computed.look(table, () => undefined));
    assert.deepEqual(await look('filling'), ['file_table_unreadable', false]);
    assert.deepEqual(await look('large'), ['file_table_unreadable', false]);
    assert.deepEqual(await look('sorted'), ['memory_limit_reached', false]);
    assert.deepEqual(await look('endless'), ['work_without_progress', false]);
    // What was discovered may have become endless since.
    const read = { table: 'endless', names: ['n'], types: ['BIGINT'], isStored: false };
    const rows = () => computedRows(known, read, signal, limits).next();
    assert.deepEqual(await failed(rows), ['work_without_progress', false]);
    // The others of the file don't get that time again.
    assert.deepEqual(await look('large'), ['work_without_progress', false]);
  });

  it('that is damaged, or has no tables, is refused', async () => {
    const file = await databaseOf(
      `create table a (x); insert into a select hex(randomblob(500)) from generate_series(1, 500)`.replace(
        'generate_series(1, 500)',
        '(with recursive n(i) as (select 1 union all select i + 1 from n where i < 500) select i from n)',
      ),
    );
    file.fill(0xff, 8192, 60_000);
    assert.equal(await lab.failureOf('damaged.db', file), 'file_damaged');
    assert.equal(
      await lab.failureOf('empty.db', await databaseOf('create table a (x); drop table a')),
      'file_no_tables',
    );
  });
});
