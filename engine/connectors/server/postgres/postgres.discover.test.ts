import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, it } from 'node:test';
import type { FailureError } from '@headwater/base/failures/failure';
import type { DiscoveredStream } from '@headwater/protocol/protocol';
import { postgres } from './postgres.connector.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { configurationFor, startSourceServer, type SourceServer } from './testing/source-server.ts';

let source: SourceServer;
let streams: DiscoveredStream[];

const discover = (change = {}) =>
  postgres.discover(configurationFor(source.port, change), contextFor(tmpdir()));
const streamNamed = (name: string) => streams.find(({ suggestedTableName }) => suggestedTableName === name)!;

before(async () => {
  source = await startSourceServer();
  await source.run('create database empty');
  await source.run(`
    create table orders (line int, "order" bigint not null, note text, primary key ("order", line));
    insert into orders select i, i, 'note' from generate_series(1, 1000) i;
    create table never_analyzed (id int);
    create schema sales;
    create table sales.orders (id int);
    create table parted (id int, day date) partition by range (day);
    create table parted_2024 partition of parted for values from ('2024-01-01') to ('2025-01-01');
    create table parted_2025 partition of parted for values from ('2025-01-01') to ('2026-01-01') partition by list (id);
    create table parted_2025_1 partition of parted_2025 for values in (1);
    insert into parted select 1, '2024-05-01'::date + i from generate_series(0, 400) i;
    create view open_orders as select * from orders;
    create materialized view counted as select count(*) as n from orders;
    create table "we""ird 'name" ("a""b" int, "Id" int, id int, "id_2" int, "ID" int);
    create table half (id int, secret text);
    comment on column half.secret is 'Not for everybody.';
    comment on table orders is E'One row per order.\\r\\nPaid or not.';
    comment on column orders.note is 'What the customer said.';
    comment on table parted is 'By year.';
    comment on table parted_2024 is 'A year.';
    comment on view open_orders is 'Orders to pay.';
    comment on column open_orders.line is 'Its place.';
    comment on materialized view counted is 'How many.';
    create extension postgres_fdw;
    create server elsewhere foreign data wrapper postgres_fdw;
    create foreign table far (id int) server elsewhere;
    comment on foreign table far is 'On another server.';
    comment on column far.id is 'Its number there.';
    create table nothing ();
    create table hidden (id int);
    create schema closed;
    create table closed.inside (id int);
    analyze orders, parted, counted;
    grant usage on schema sales to reader;
    grant select on all tables in schema public, sales, closed to reader;
    revoke select on hidden, half from reader;
    grant select (id) on half to reader`);
  streams = await discover();
});
after(() => source.stop());

describe('The tables of a PostgreSQL database', () => {
  it('are those that the user may read, named without the schema if it’s the default one', () => {
    assert.deepEqual(
      streams.map(({ suggestedTableName }) => suggestedTableName),
      [
        'counted',
        'far',
        'half',
        'never_analyzed',
        'nothing',
        'open_orders',
        'orders',
        'parted',
        `we"ird 'name`,
        'sales.orders',
      ],
    );
    assert.deepEqual(
      [streamNamed('sales.orders').namespace, streamNamed('sales.orders').name],
      ['sales', 'orders'],
    );
  });

  it('have their columns, types, and the primary key in key order', () => {
    const { columns, primaryKey } = streamNamed('orders');
    assert.deepEqual(primaryKey, ['order', 'line']);
    assert.deepEqual(
      columns.map(({ name, kind, type, sourceType, nullable }) => [name, kind, type, sourceType, nullable]),
      [
        ['line', 'number', 'INTEGER', 'integer', false],
        ['order', 'number', 'BIGINT', 'bigint', false],
        ['note', 'text', 'VARCHAR', 'text', true],
      ],
    );
  });

  it('have an estimate if the server has one', () => {
    const { estimatedRows, estimatedBytes } = streamNamed('orders');
    assert.equal(estimatedRows, 1000);
    assert.ok(estimatedBytes! >= 8192);
    assert.deepEqual(
      [streamNamed('never_analyzed').estimatedRows, streamNamed('never_analyzed').estimatedBytes],
      [null, null],
    );
    assert.equal(streamNamed('open_orders').estimatedRows, null);
    assert.equal(streamNamed('parted').estimatedRows, 401);
  });

  it('have only the columns that the user may read', () => {
    assert.deepEqual(
      streamNamed('half').columns.map(({ name }) => name),
      ['id'],
    );
  });

  it('get distinct column names if the warehouse would treat them as the same', () => {
    const { columns, source: note } = streamNamed(`we"ird 'name`);
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['a"b', 'Id', 'id_3', 'id_2', 'ID_4'],
    );
    assert.deepEqual(note.columns, ['a"b', 'Id', 'id', 'id_2', 'ID']);
  });

  it('have what their database says about them, and of columns only what the user may read', () => {
    const commentsOf = (name: string) => streamNamed(name).comments;
    assert.deepEqual(commentsOf('orders'), {
      table: 'One row per order.\nPaid or not.',
      columns: { note: 'What the customer said.' },
    });
    assert.deepEqual(commentsOf('parted'), { table: 'By year.' });
    assert.deepEqual(commentsOf('open_orders'), { table: 'Orders to pay.', columns: { line: 'Its place.' } });
    assert.deepEqual(commentsOf('counted'), { table: 'How many.' });
    assert.deepEqual(commentsOf('far'), {
      table: 'On another server.',
      columns: { id: 'Its number there.' },
    });
    assert.deepEqual([commentsOf('half'), commentsOf('sales.orders')], [{}, {}]);
  });

  it('report a problem if there is nothing to read', () => {
    assert.equal(streamNamed('nothing').problem?.code, 'source_error');
    assert.equal(streamNamed('orders').problem, null);
  });

  it('are reported as missing if there are none', async () => {
    await assert.rejects(
      discover({ database: 'empty' }),
      (error: FailureError) => error.failure.code === 'no_tables',
    );
  });

  it('aren’t listed for a user who can’t sign in', async () => {
    await assert.rejects(
      discover({ password: 'wrong' }),
      (error: FailureError) => error.failure.code === 'password_refused',
    );
  });
});
