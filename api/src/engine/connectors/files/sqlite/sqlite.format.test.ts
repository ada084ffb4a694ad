import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { FileLab } from '../testing/file-lab.ts';

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

  it('can have a view that fails, which costs only itself', async () => {
    const file = await databaseOf(
      'create table a (x); insert into a values (1); create view b as select * from gone',
    );
    const [a, b] = await lab.all('half.db', file);
    assert.deepEqual([a!.rows, b!.failure?.code], [[['1']], 'source_error']);
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
