import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { FULL_REFRESH_OVERWRITE, type ReadMessage } from '@headwater/protocol/protocol';
import { columnsStatement, relationsStatement } from './postgres.catalog-statements.ts';
import { postgres } from './postgres.connector.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { configurationFor, startSourceServer, type SourceServer } from './testing/source-server.ts';

let source: SourceServer;
let folder: string;

before(async () => {
  source = await startSourceServer();
});
after(() => source.stop());

const SCHEMA = `
  drop schema public cascade;
  create schema public;
  create table first (id int);
  insert into first values (1);
  create table last (id int);
  insert into last values (1);
  create table orders (id int, price numeric(10, 2));
  insert into orders values (1, 1.25), (2, 2.50);
  create table base (id int, price numeric(10, 2));
  insert into base values (1, 1.25), (2, 2.50);
  create view v as select * from base;
  create view deep as select * from v where id > 0;
  create materialized view stored as select * from base;
  create function rows_of_base() returns table (id int) language plpgsql
    as 'begin return query select base.id from base; end';
  create view by_function as select * from rows_of_base();
  create table whole (id int, part int) partition by list (part);
  create table part_1 partition of whole for values in (1);
  create table part_2 partition of whole for values in (2) partition by list (id);
  create table part_2_3 partition of part_2 for values in (3);
  insert into whole values (1, 1), (3, 2);
  create view pruned as select * from whole where part = 1;
  grant usage on schema public to reader;
  grant select on all tables in schema public to reader;
  alter default privileges in schema public grant select on tables to reader`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-'));
  await source.run(SCHEMA);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Reads these tables. When a table starts or ends, `act` runs to completion before the next message. */
async function read(
  tables: string[],
  act: (table: string, status: string) => Promise<void>,
): Promise<Record<string, number | string>> {
  const found = await postgres.discover(configurationFor(source.port), contextFor(folder));
  const catalog = tables.map((name) => ({
    ...FULL_REFRESH_OVERWRITE,
    ...found.find((each) => each.name === name)!,
    tableName: name,
  }));
  const outcomes: Record<string, number | string> = {};
  const reading: AsyncIterable<ReadMessage> = postgres.read(
    configurationFor(source.port),
    catalog,
    new Map(),
    contextFor(folder),
  );
  for await (const message of reading) {
    if (message.type !== 'STREAM_STATUS') continue;
    const { tableName, status } = message;
    if (status === 'COMPLETE') outcomes[tableName] = message.rowsRead;
    if (status === 'INCOMPLETE') {
      assert.equal(message.failure.retryable, true, message.failure.message);
      assert.doesNotMatch(message.failure.message, /\{\w+\}/);
      outcomes[tableName] = message.failure.code;
    }
    await act(tableName, status);
  }
  return outcomes;
}

/**
 * Returns a table's outcome if the statements run while an earlier table is read. A later table must not be affected.
 */
async function readDuring(table: string, statements: string): Promise<number | string> {
  const { [table]: outcome, ...others } = await read(['first', table, 'last'], async (name, status) => {
    if (name === 'first' && status === 'STARTED') await source.run(statements);
  });
  assert.deepEqual(others, { first: 1, last: 1 });
  return outcome!;
}

describe('A table that changes at the source while an earlier one is read', () => {
  const OTHER = 'create table other (id int, price numeric(12, 4)); insert into other values (7, 1.2345)';
  const rewritten: [how: string, table: string, statements: string][] = [
    ['truncated and filled', 'orders', 'truncate orders; insert into orders values (7, 7)'],
    ['rewritten for a new type', 'orders', 'alter table orders alter price type numeric(12, 4)'],
    [
      'dropped and created again',
      'orders',
      `drop table orders; ${OTHER}; alter table other rename to orders`,
    ],
    [
      'swapped by renaming',
      'orders',
      `alter table orders rename to old; ${OTHER}; alter table other rename to orders`,
    ],
    [
      'swapped with an older table',
      'orders',
      `alter table orders rename to old; alter table base rename to orders`,
    ],
    ['dropped', 'orders', 'drop table orders'],
    ['deprived of a column', 'orders', 'alter table orders drop price'],
    [
      'given another column of the same name',
      'orders',
      'alter table orders drop price, add price numeric(12, 4) default 1.2345',
    ],
    ['truncated under a view', 'v', 'truncate base; insert into base values (7, 7)'],
    ['truncated under a view of a view', 'deep', 'truncate base; insert into base values (7, 7)'],
    ['truncated under a function', 'by_function', 'truncate base; insert into base values (7, 7)'],
    [
      'created again as a view with another scale',
      'v',
      'drop view v cascade; create view v as select id, 1.2345::numeric(12, 4) as price from base',
    ],
    [
      'changed into a view of another table',
      'v',
      `create table other as table base; create or replace view v as table other`,
    ],
    ['truncated in one partition', 'whole', 'truncate part_1; insert into whole values (1, 1)'],
    ['truncated in a partition’s partition', 'whole', 'truncate part_2_3; insert into whole values (3, 2)'],
    ['separated from a partition', 'whole', 'alter table part_2 detach partition part_2_3'],
    ['refreshed as a materialized view', 'stored', 'refresh materialized view stored'],
  ];
  for (const [how, table, statements] of rewritten) {
    it(`has to be read again if it was ${how}`, async () => {
      assert.equal(await readDuring(table, statements), 'table_rewritten');
    });
  }

  it('counts as readable if it was dropped before it was listed, so that reading finds out', async () => {
    const session = await source.open();
    await session.query('begin isolation level repeatable read; select 1');
    await source.run('drop table orders');
    const { rows } = await session.query(relationsStatement(true), [['public'], ['orders']]);
    const columns = await session.query(columnsStatement, [[rows[0].oid]]);
    await session.end();
    assert.deepEqual(
      [...rows, ...columns.rows].map(({ readable }) => readable),
      [true, true, true],
    );
  });

  const harmless: [how: string, table: string, statements: string, rows: number][] = [
    ['rows were added', 'orders', 'insert into orders values (3, 3)', 2],
    ['rows were changed', 'orders', 'update orders set price = 9', 2],
    ['rows were deleted', 'orders', 'delete from orders', 2],
    ['it was analyzed', 'orders', 'analyze orders', 2],
    ['it was vacuumed', 'orders', 'vacuum orders', 2],
    ['a column was added', 'orders', 'alter table orders add note text default 1', 2],
    ['an index was added', 'orders', 'create index on orders (id)', 2],
    ['an index was rebuilt', 'orders', 'create index i on orders (id); reindex index i', 2],
    [
      'a type was changed without rewriting',
      'orders',
      'alter table orders alter price type numeric(12, 2)',
      2,
    ],
    ['a view was replaced by an equal one', 'v', 'create or replace view v as select id, price from base', 2],
    ['rows were added under a view', 'deep', 'insert into base values (3, 3)', 2],
    ['rows were added to a partition', 'whole', 'insert into whole values (1, 1)', 2],
    ['a partition was truncated that a view leaves out', 'pruned', 'truncate part_2', 1],
    ['rows were added under a function', 'by_function', 'insert into base values (3, 3)', 2],
    ['rows were added under a materialized view', 'stored', 'insert into base values (3, 3)', 2],
  ];
  for (const [what, table, statements, rows] of harmless) {
    it(`is read as it was before ${what}`, async () => {
      assert.equal(await readDuring(table, statements), rows);
    });
  }
});

describe('Locks at the source', () => {
  it('are waited for a few seconds, then the table is left for another attempt', async () => {
    let release = async () => undefined as void;
    const outcomes = await read(['first', 'orders', 'last'], async (name, status) => {
      if (name !== 'first' || status !== 'STARTED') return;
      release = await source.hold('lock table orders in access exclusive mode');
    });
    await release();
    assert.deepEqual(outcomes, { first: 1, orders: 'table_locked', last: 1 });
  });

  it('are released as soon as a table has been read or has failed', async () => {
    const outcomes = await read(['first', 'orders', 'last'], async (name, status) => {
      if (name === 'first' && status === 'STARTED') await source.run('truncate orders');
      if (name !== 'last' || status !== 'STARTED') return;
      await source.run(`set lock_timeout = '1s'; truncate first; drop table orders`);
    });
    assert.deepEqual(outcomes, { first: 1, orders: 'table_rewritten', last: 1 });
  });
});
