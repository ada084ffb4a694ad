import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import type { FailureError } from '@headwater/base/failures/failure';
import {
  FULL_REFRESH_OVERWRITE,
  type ConfiguredStream,
  type ConnectorContext,
  type ReadMessage,
} from '@headwater/protocol/protocol';
import { postgres } from './postgres.connector.ts';
import { startFreezingProxy } from './testing/freezing-proxy.ts';
import { readIntoWarehouse } from './testing/read-into-warehouse.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { configurationFor, PASSWORD, startSourceServer, type SourceServer } from './testing/source-server.ts';

let source: SourceServer;
let folder: string;
let streams: ConfiguredStream[];

before(async () => {
  source = await startSourceServer();
  await source.run(`
    create table orders (id int primary key, note text);
    insert into orders values (1, 'first'), (2, null), (3, '');
    create table customers (id int primary key);
    insert into customers values (1);
    create table dropped (id int);
    create table renamed (id int, gone int);
    create table revoked (id int);
    create table retyped (id int, code int);
    insert into retyped values (1, 7);
    create table single (note text);
    insert into single values (''), (null), ('\\.'), (E'\\n'), (null);
    create table empty (id int, note text);
    create table hollow (id int);
    create materialized view stale as select * from hollow with no data;
    create view failing as select 1 / (i - 5000) as q, repeat('x', 1000) as x from generate_series(1, 10000) i;
    create view too_large as
      select i as id, repeat('x', case when i = 2 then 22 * 1024 * 1024 else 3 end) as x from generate_series(1, 3) i;
    create view silent as select i from generate_series(1, 2) i, pg_sleep(30);
    create view huge as select i as id, repeat('x', 1000000) as x from generate_series(1, 300) i;
    create view large as
      select i as id, case when i % 7 > 0 then repeat(E'1,"2"\\r\\n' || i || E',""\\n', 200) end as note, '' as nothing
      from generate_series(1, 26000) i;
    create view lists as
      select i as id, array[repeat(i::text || '-', 100000), 'é', null] as texts from generate_series(1, 150) i;
    create extension postgres_fdw;
    create server dead foreign data wrapper postgres_fdw options (host '127.0.0.1', port '1');
    create user mapping for public server dead options (user 'nobody', password 'none');
    create foreign table remote (id int) server dead;
    create view over_remote as select * from remote;
    create server same foreign data wrapper postgres_fdw options (host '127.0.0.1', port '${source.port}', dbname 'postgres');
    create user mapping for reader server same options (user 'reader', password '${PASSWORD}');
    create foreign table remote_huge (id int, x text) server same options (table_name 'huge');
    grant select on all tables in schema public to reader`);
  const discovered = await postgres.discover(configurationFor(source.port), contextFor(tmpdir()));
  streams = discovered.map((stream) => ({
    ...FULL_REFRESH_OVERWRITE,
    ...stream,
    tableName: stream.suggestedTableName,
  }));
  await source.run(`
    drop table dropped;
    alter table renamed rename column gone to here;
    revoke select on revoked from reader;
    alter table retyped alter code type text using 'A-007'`);
});
after(() => source.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const catalogOf = (...names: string[]) =>
  names.map((name) => streams.find(({ tableName }) => tableName === name)!);
const read = (names: string[], context: Partial<ConnectorContext> = {}) =>
  postgres.read(configurationFor(source.port), catalogOf(...names), new Map(), contextFor(folder, context));
const load = (...names: string[]) =>
  readIntoWarehouse(configurationFor(source.port), catalogOf(...names), contextFor(folder));

describe('Reading from PostgreSQL', () => {
  it('reads each table completely and distinguishes NULL from an empty string', async () => {
    const { messages, rows } = await load('orders', 'single', 'empty');
    assert.deepEqual(outcomes(messages), { orders: 3, single: 5, empty: 0 });
    assert.deepEqual(await rows('orders', 'select * from t order by id'), [
      [1, 'first'],
      [2, null],
      [3, ''],
    ]);
    assert.deepEqual(await rows('single', 'select * from t order by note nulls last'), [
      [''],
      ['\n'],
      ['\\.'],
      [null],
      [null],
    ]);
    assert.deepEqual(await rows('empty', 'select * from t'), []);
  });

  it('reads a large table in many batches, whatever its text contains', async () => {
    const { messages, rows } = await load('large');
    const batches = messages.filter(({ type }) => type === 'RECORDS');
    assert.ok(batches.length >= 10, `${batches.length} batches`);
    assert.deepEqual(outcomes(messages), { large: 26_000 });
    const sum = `md5(string_agg(id || coalesce(md5(note), 'null') || coalesce(nothing, 'null'), '' order by id))`;
    const [there] = await source.rows<{ sum: string }>(`select ${sum} as sum from large`);
    assert.deepEqual(await rows('large', `select ${sum} from t`), [[there!.sum]]);
  });

  it('reads lists of long texts', async () => {
    const { messages, rows } = await load('lists');
    assert.deepEqual(outcomes(messages), { lists: 150 });
    const sum = `md5(string_agg(id || texts[1] || texts[2], '' order by id))`;
    const [there] = await source.rows<{ sum: string }>(`select ${sum} as sum from lists`);
    assert.deepEqual(await rows('lists', `select ${sum} from t`), [[there!.sum]]);
  });

  it('reads all tables from one snapshot', async () => {
    const rowsRead: Record<string, number> = {};
    for await (const message of read(['orders', 'customers'])) {
      if (message.type !== 'STREAM_STATUS' || message.status !== 'COMPLETE') continue;
      rowsRead[message.tableName] = message.rowsRead;
      if (message.tableName === 'orders') await source.run('insert into customers values (2)');
    }
    assert.deepEqual(rowsRead, { orders: 3, customers: 1 });
  });

  it('uses a column’s current type', async () => {
    const { columns, rows } = await load('retyped');
    assert.deepEqual(
      columns.retyped!.map(({ type }) => type),
      ['INTEGER', 'VARCHAR'],
    );
    assert.deepEqual(await rows('retyped', 'select * from t'), [[1, 'A-007']]);
  });

  it('reports what is wrong with each table and continues with the next', async () => {
    const broken = ['dropped', 'renamed', 'revoked', 'stale', 'failing'];
    const messages = await collect(read([...broken, 'orders']));
    assert.deepEqual(outcomes(messages), {
      dropped: 'table_missing',
      renamed: 0,
      revoked: 'permission_denied',
      stale: 'source_error',
      failing: 'source_error',
      orders: 3,
    });
    const renamed = messages.find(
      ({ tableName, type }) => tableName === 'renamed' && type === 'STREAM_STATUS',
    ) as { columns: { name: string }[] };
    assert.deepEqual(
      renamed.columns.map(({ name }) => name),
      ['id'],
    );
  });

  it('rejects a row that is too large and reads all others', async () => {
    const { messages, rows } = await load('too_large');
    assert.deepEqual(outcomes(messages), { too_large: 3 });
    const rejected = messages.flatMap((message) => (message.type === 'REJECTED' ? message.rows : []));
    assert.deepEqual(
      rejected.map(({ line, reason, raw }) => [line, reason, raw.slice(0, 5)]),
      [[2, 'the row is larger than 20 MiB', '2,xxx']],
    );
    assert.deepEqual(await rows('too_large', 'select * from t order by id'), [
      [1, 'xxx'],
      [3, 'xxx'],
    ]);
  });

  it('distinguishes a foreign table’s lost server from a lost source, and continues', async () => {
    const messages: ReadMessage[] = [];
    for await (const message of read(['remote', 'over_remote', 'remote_huge', 'orders'])) {
      messages.push(message);
      if (message.type !== 'RECORDS' || message.tableName !== 'remote_huge') continue;
      await source.run(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'postgres_fdw'`,
      );
    }
    const unreachable = 'foreign_server_unreachable';
    assert.deepEqual(outcomes(messages), {
      remote: unreachable,
      over_remote: unreachable,
      remote_huge: unreachable,
      orders: 3,
    });
  });

  describe('handles a source that goes silent', () => {
    const phases: [
      when: string,
      type: string,
      status: string | undefined,
      outcome: Record<string, unknown>,
    ][] = [
      ['at the beginning of a table', 'STREAM_STATUS', 'COMPLETE', { orders: 3, customers: 'source_silent' }],
      [
        'at the end of a table',
        'RECORDS',
        undefined,
        { orders: 'source_silent', customers: 'source_disconnected' },
      ],
    ];
    for (const [when, type, status, outcome] of phases) {
      it(when, async () => {
        const proxy = await startFreezingProxy(source.port);
        const configuration = configurationFor(proxy.port);
        const context = contextFor(folder, { idleTimeout: 300 });
        const messages: ReadMessage[] = [];
        for await (const message of postgres.read(
          configuration,
          catalogOf('orders', 'customers'),
          new Map(),
          context,
        )) {
          messages.push(message);
          if (message.type === type && (message as { status?: string }).status === status) proxy.freeze();
        }
        await proxy.stop();
        assert.deepEqual(outcomes(messages), outcome);
      });
    }

    it('after everything has been read', async () => {
      const proxy = await startFreezingProxy(source.port);
      const messages: ReadMessage[] = [];
      const configuration = configurationFor(proxy.port);
      for await (const message of postgres.read(
        configuration,
        catalogOf('orders'),
        new Map(),
        contextFor(folder),
      )) {
        messages.push(message);
        if (message.type === 'STREAM_STATUS' && message.status === 'COMPLETE') proxy.freeze();
      }
      await proxy.stop();
      assert.deepEqual(outcomes(messages), { orders: 3 });
    });
  });

  it('gives up on a source that is silent during a statement', async () => {
    const messages = await collect(read(['silent', 'orders'], { idleTimeout: 300 }));
    assert.deepEqual(outcomes(messages), { silent: 'source_silent', orders: 'source_disconnected' });
  });

  it('also ends on the server when it is canceled', async () => {
    const cancel = new AbortController();
    const reading = collect(read(['silent'], { signal: cancel.signal }), () =>
      setTimeout(() => cancel.abort(), 50),
    );
    await assert.rejects(reading, { name: 'AbortError' });
    await waitFor(async () => (await sessionsOfReader()) === 0);
  });

  it('leaves no files behind if the consumer stops early', async () => {
    for await (const message of read(['huge'])) {
      if (message.type !== 'RECORDS') continue;
      break;
    }
    await waitFor(async () => (await sessionsOfReader()) === 0 && (await readdir(folder)).length === 0);
  });

  it('reports a lost connection for the current table and all after it', async () => {
    const messages: ReadMessage[] = [];
    for await (const message of read(['orders', 'huge', 'customers', 'single'])) {
      messages.push(message);
      if (message.type !== 'RECORDS' || message.tableName !== 'huge') continue;
      await source.run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'reader'`);
    }
    const cut = 'source_disconnected';
    assert.deepEqual(outcomes(messages), { orders: 3, huge: cut, customers: cut, single: cut });
    assert.ok(messages.every((message) => !('failure' in message) || message.failure?.retryable !== false));
  });

  it('fails as a whole if its tables now have more columns than a catalog may have', async () => {
    const catalog = catalogOf('orders');
    const many = Array.from({ length: 1_500 }, (_, at) => `c${at} int`).join();
    await source.run(`
      create schema wide;
      create table wide.t (${many});
      do $$ begin for n in 1..66 loop execute format('create table wide.t%s (like wide.t)', n); end loop; end $$;
      grant usage on schema wide to reader;
      grant select on all tables in schema wide to reader`);
    const wide = Array.from({ length: 67 }, (_, n) => ({
      ...catalog[0]!,
      source: { schema: 'wide', table: n === 0 ? 't' : `t${n}`, columns: ['c0'] },
    }));
    const reading = postgres.read(configurationFor(source.port), wide, new Map(), contextFor(folder));
    await assert.rejects(
      collect(reading),
      (error: FailureError) => error.failure.code === 'catalog_too_large',
    );
    await source.run('drop schema wide cascade');
  });

  it('fails as a whole if sign-in fails', async () => {
    const reading = postgres.read(
      configurationFor(source.port, { password: 'wrong' }),
      catalogOf('orders'),
      new Map(),
      contextFor(folder),
    );
    await assert.rejects(
      collect(reading),
      (error: FailureError) => error.failure.code === 'password_refused',
    );
  });

  it('survives a crash of the server', async () => {
    const messages: ReadMessage[] = [];
    for await (const message of read(['huge', 'orders'])) {
      const isFirst = message.type === 'RECORDS' && !messages.some(({ type }) => type === 'RECORDS');
      messages.push(message);
      if (isFirst) process.kill(source.pid, 'SIGQUIT');
    }
    assert.deepEqual(outcomes(messages), { huge: 'source_disconnected', orders: 'source_disconnected' });
    await assert.rejects(collect(read(['orders'])), (error: FailureError) => error.failure.retryable);
  });
});

/** Returns the number of rows read from each table, or its failure's code. */
function outcomes(messages: readonly ReadMessage[]): Record<string, number | string> {
  const found: Record<string, number | string> = {};
  for (const message of messages) {
    if (message.type !== 'STREAM_STATUS' || message.status === 'STARTED') continue;
    assert.ok(!(message.tableName in found), `${message.tableName} has two ends`);
    if (message.status === 'COMPLETE') found[message.tableName] = message.rowsRead;
    if (message.status === 'INCOMPLETE') found[message.tableName] = message.failure.code;
  }
  return found;
}

async function collect(
  reading: AsyncIterable<ReadMessage>,
  onStart = () => undefined as unknown,
): Promise<ReadMessage[]> {
  const messages: ReadMessage[] = [];
  for await (const message of reading) {
    messages.push(message);
    if (message.type === 'STREAM_STATUS' && message.status === 'STARTED') onStart();
  }
  return messages;
}

async function sessionsOfReader(): Promise<number> {
  return (await source.rows(`select from pg_stat_activity where usename = 'reader'`)).length;
}

const waitFor = (condition: () => Promise<boolean>) => settled(condition, (holds) => holds);
