import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ConfiguredStream, ReadMessage, StreamState } from '@headwater/protocol/protocol';
import { FULL_REFRESH_OVERWRITE } from '@headwater/protocol/protocol';
import { readIntoWarehouse } from '../postgres/testing/read-into-warehouse.ts';
import { listen } from '../postgres/testing/other-servers.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { rowsOf } from '@headwater/manifests/testing/read-all';
import { mysql } from './mysql.connector.ts';
import {
  hasMariaDb,
  mariaDbConfiguration,
  NO_MARIADB,
  OTHER_MYSQL,
  startMariaDb,
  type MariaDbServer,
} from './testing/mariadb-server.ts';

/** How a read has failed. */
function failureIn(messages: readonly ReadMessage[]): string | undefined {
  const failed = messages.find(
    (message) => message.type === 'STREAM_STATUS' && message.status === 'INCOMPLETE',
  );
  return failed?.type === 'STREAM_STATUS' && failed.status === 'INCOMPLETE' ? failed.failure.code : undefined;
}

type Cell = [type: string, value: string, warehouse: string, text: string | null];
const ONLY_MARIADB: Cell[] = [
  ['uuid', "'0189aa4c-1d5e-7c3a-8f00-0123456789ab'", 'UUID', '0189aa4c-1d5e-7c3a-8f00-0123456789ab'],
  ['inet6', "'::1'", 'VARCHAR', '::1'],
];

const skip = (await hasMariaDb()) ? false : NO_MARIADB;

describe('What is read from MariaDB', { skip }, () => {
  let server: MariaDbServer;
  let folder: string;
  before(async () => {
    server = await startMariaDb();
  });
  after(() => server.stop());

  async function configured(table: string, more: Partial<ConfiguredStream> = {}): Promise<ConfiguredStream> {
    const found = await mysql.discover(mariaDbConfiguration(server.port), contextFor(tmpdir()));
    const stream = found.find(({ name }) => name === table)!;
    return { ...FULL_REFRESH_OVERWRITE, ...stream, tableName: table, ...more };
  }

  async function load(stream: ConfiguredStream, state?: StreamState) {
    folder = await mkdtemp(join(tmpdir(), 'headwater-'));
    const states = new Map(state ? [[stream.tableName, state]] : []);
    const configuration = mariaDbConfiguration(server.port);
    return readIntoWarehouse(configuration, [stream], contextFor(folder), states, mysql);
  }
  const forget = () => rm(folder, { recursive: true, force: true });

  it('has what its tables and columns say about themselves, and a view says nothing', async () => {
    await server.run(`
      create table described (id int primary key comment 'Its number.', note text) comment 'One row each.';
      create view described_view as select * from described;
      create table silent (id int)`);
    const found = await mysql.discover(mariaDbConfiguration(server.port), contextFor(tmpdir()));
    const commentsOf = (table: string) => found.find(({ name }) => name === table)!.comments;
    assert.deepEqual(commentsOf('described'), { table: 'One row each.', columns: { id: 'Its number.' } });
    assert.equal(commentsOf('described_view')!.table, undefined);
    assert.deepEqual(commentsOf('silent'), {});
  });

  const CELLS: Cell[] = [
    ['tinyint(1)', '-128', 'SMALLINT', '-128'],
    ['tinyint unsigned', '255', 'SMALLINT', '255'],
    ['smallint unsigned', '65535', 'INTEGER', '65535'],
    ['mediumint unsigned', '16777215', 'INTEGER', '16777215'],
    ['int unsigned', '4294967295', 'BIGINT', '4294967295'],
    ['bigint', '-9223372036854775808', 'BIGINT', '-9223372036854775808'],
    ['bigint unsigned', '18446744073709551615', 'DECIMAL(20,0)', '18446744073709551615'],
    [
      'decimal(38,10)',
      '-1234567890123456789012345678.0123456789',
      'DECIMAL(38,10)',
      '-1234567890123456789012345678.0123456789',
    ],
    [
      'decimal(65,30)',
      `'${'9'.repeat(35)}.${'8'.repeat(30)}'`,
      'VARCHAR',
      `${'9'.repeat(35)}.${'8'.repeat(30)}`,
    ],
    ['float', '0.1', 'FLOAT', '0.1'],
    ['float', '16777216', 'FLOAT', '16777216.0'],
    // The smallest floats have fewer digits than others.
    ['float', '1e-40', 'FLOAT', '1e-40'],
    ['float', '1.4e-45', 'FLOAT', '1e-45'],
    ['int(8) zerofill', '42', 'BIGINT', '42'],
    ['bigint(5) zerofill', '0', 'DECIMAL(20,0)', '0'],
    ['decimal(8,2) zerofill', '1.5', 'DECIMAL(8,2)', '1.50'],
    ['float(9,3) zerofill', '1.5', 'FLOAT', '1.5'],
    ['double(12,3) zerofill', '0.25', 'DOUBLE', '0.25'],
    ['double', '0.1e0 + 0.2e0', 'DOUBLE', '0.30000000000000004'],
    ['bit(1)', "b'1'", 'DECIMAL(20,0)', '1'],
    [
      'bit(64)',
      "b'1111111111111111111111111111111111111111111111111111111111111111'",
      'DECIMAL(20,0)',
      '18446744073709551615',
    ],
    ['year', '2155', 'SMALLINT', '2155'],
    ['date', "'9999-12-31'", 'DATE', '9999-12-31'],
    ['date', "'0000-00-00'", 'VARCHAR', '0000-00-00'],
    ['datetime(6)', "'2024-02-29 23:59:59.999999'", 'TIMESTAMP', '2024-02-29 23:59:59.999999'],
    ['datetime', "'2024-02-00 00:00:00'", 'VARCHAR', '2024-02-00 00:00:00'],
    [
      'timestamp(3) null',
      "'2038-01-01 00:00:00.125'",
      'TIMESTAMP WITH TIME ZONE',
      '2038-01-01 00:00:00.125+00',
    ],
    ['timestamp null', "'0000-00-00 00:00:00'", 'VARCHAR', '0000-00-00 00:00:00'],
    ['time(6)', "'23:59:59.000001'", 'TIME', '23:59:59.000001'],
    ['time', "'-838:59:59'", 'VARCHAR', '-838:59:59'],
    ['char(3)', "'a'", 'VARCHAR', 'a'],
    ["enum('small','größe')", "'größe'", 'VARCHAR', 'größe'],
    ["set('a','b','c')", "'a,c'", 'VARCHAR', 'a,c'],
    ['varchar(20) character set latin1', "'Köln €'", 'VARCHAR', 'Köln €'],
    ['text character set utf8mb4', "'😀 \\'\"\\\\ \\n'", 'VARCHAR', '😀 \'"\\ \n'],
    ['text', "''", 'VARCHAR', ''],
    ['text', 'null', 'VARCHAR', null],
    ['varbinary(4)', "x'00ff27c3'", 'BLOB', '\\x00\\xFF\\x27\\xC3'],
    // MySQL's own type writes numbers anew; MariaDB's is text.
    ['json', '\'{"a": 1.00}\'', 'JSON', OTHER_MYSQL ? '{"a": 1.0}' : '{"a": 1.00}'],
    ...(OTHER_MYSQL ? [] : ONLY_MARIADB),
    ['point', "st_geomfromtext('point(1.5 -2)')", 'VARCHAR', 'POINT(1.5 -2)'],
    [
      'point',
      "st_geomfromtext('point(13.4 52.5)', 4326 /*!80000 , 'axis-order=long-lat' */)",
      'VARCHAR',
      'POINT(13.4 52.5)',
    ],
  ];

  it('is each value as it is there, or as its text if the warehouse has no such value', async () => {
    const columns = CELLS.map(([type], at) => `c${at} ${type}`).join(', ');
    const values = CELLS.map(([, value]) => value).join(', ');
    await server.run(
      `set sql_mode = '', time_zone = '+00:00'; create table cells (${columns}); insert into cells values (${values})`,
    );
    const loaded = await load(await configured('cells'));
    const texts = CELLS.map((_, at) => `cast(c${at} as varchar)`).join(', ');
    const [row] = await loaded.rows('cells', `select ${texts} from t`);
    assert.deepEqual(
      CELLS.map(([type], at) => [type, loaded.columns.cells![at]!.type, row![at]]),
      CELLS.map(([type, , warehouse, text]) => [type, warehouse, text]),
    );
    await forget();
  });

  it('is every row of a large table, in one snapshot, while others write', async () => {
    await server.run('create table many (id int primary key, pad varchar(200)) engine = innodb');
    await server.run("insert into many select seq, repeat('x', 200) from seq_1_to_60000");
    folder = await mkdtemp(join(tmpdir(), 'headwater-'));
    let rows = 0;
    const stream = await configured('many');
    const reading: AsyncIterable<ReadMessage> = mysql.read(
      mariaDbConfiguration(server.port),
      [stream],
      new Map(),
      contextFor(folder),
    );
    for await (const message of reading) {
      if (message.type === 'RECORDS' && 'batch' in message) {
        if (rows === 0) await server.run('delete from many where id > 100');
        rows += message.batch.rows;
      }
      if (message.type === 'STREAM_STATUS' && message.status === 'COMPLETE')
        assert.equal(message.rowsRead, rows);
    }
    assert.equal(rows, 60_000);
    await forget();
  });

  it('continues at the cursor, with rows of the same moment, and not before the overlap', async () => {
    await server.run(
      `create table events (id bigint primary key, at datetime(6), index (at));
       insert into events values (1, '2024-01-01'), (2, '2024-01-02 10:00:00.000001'), (3, '2024-01-02 10:00:00.000001')`,
    );
    const stream = await configured('events', {
      syncMode: 'incremental',
      destinationSyncMode: 'append_dedup',
      cursorColumn: 'at',
      overlap: 0,
    });
    const first = await load(stream);
    await forget();
    const stateOf = (messages: ReadMessage[]) => messages.find(({ type }) => type === 'STATE');
    const message = stateOf(first.messages);
    assert.ok(message?.type === 'STATE');
    assert.deepEqual(message.state, {
      column: 'at',
      kind: 'timestamp',
      value: '2024-01-02 10:00:00.000001',
    });
    await server.run(`insert into events values (4, '2024-01-02 10:00:00.000001'), (5, '2024-01-03')`);
    const next = await load(stream, message.state);
    assert.deepEqual(await next.rows('events', 'select id::int from t order by 1'), [[2], [3], [4], [5]]);
    await forget();
    await server.run(`delete from events where id > 1`);
    const failed = (await load(stream, message.state)).messages.at(-1)!;
    assert.ok(failed.type === 'STREAM_STATUS' && failed.status === 'INCOMPLETE');
    assert.equal(failed.failure.code, 'cursor_went_back');
    await forget();
  });

  it('has rows with a zero date in its cursor, in whole and by what is new', async () => {
    await server.run(
      `set sql_mode = '';
       create table zeros (id bigint primary key, at datetime, day date, index (at));
       insert into zeros values (1, '0000-00-00', '0000-00-00'), (2, '2024-01-02 10:00:00', '2024-01-02')`,
    );
    for (const cursorColumn of ['at', 'day']) {
      const stream = await configured('zeros', {
        syncMode: 'incremental',
        destinationSyncMode: 'append_dedup',
        cursorColumn,
        overlap: 0,
      });
      const first = await load(stream);
      assert.deepEqual(await first.rows('zeros', 'select id::int from t order by 1'), [[1], [2]]);
      await forget();
      const state = first.messages.find(({ type }) => type === 'STATE');
      assert.ok(state?.type === 'STATE');
      await server.run(`insert ignore into zeros values (3, '2024-01-03', '2024-01-03')`);
      const next = await load(stream, state.state);
      assert.deepEqual(await next.rows('zeros', 'select id::int from t order by 1'), [[2], [3]]);
      await forget();
      await server.run('delete from zeros where id = 3');
    }
    await server.run('delete from zeros where id > 1');
    const stream = await configured('zeros', {
      syncMode: 'incremental',
      destinationSyncMode: 'append_dedup',
      cursorColumn: 'at',
    });
    const only = await load(stream);
    assert.deepEqual(await only.rows('zeros', 'select id::int from t'), [[1]]);
    await forget();
  });

  it('comes with what the server ignores of a key, and of no other column', async () => {
    await server.run(
      `create table words (word varchar(20) collate utf8mb4_general_ci primary key, note varchar(20) collate utf8mb4_general_ci);
       insert into words values ('abc', 'x')`,
    );
    const stream = await configured('words', { destinationSyncMode: 'append_dedup' });
    const { messages } = await load(stream);
    const started = messages.find(
      (message) => message.type === 'STREAM_STATUS' && message.status === 'STARTED',
    );
    assert.ok(started?.type === 'STREAM_STATUS' && started.status === 'STARTED');
    assert.deepEqual(
      started.columns.map(({ name, keyIgnores }) => [name, keyIgnores]),
      [
        ['word', ['padding', 'case', 'accents']],
        ['note', undefined],
      ],
    );
    await forget();
  });

  it('is only what a filter lets through, compared as in the warehouse, and no column that is left out', async () => {
    await server.run(
      `create table people (id int, name varchar(20) collate utf8mb4_general_ci, secret text);
       insert into people values (1, 'Ann', 's'), (2, 'ann', 's'), (3, 'Ann ', 's'), (4, null, 's'), (5, 'O''\\\\x', 's')`,
    );
    const idsOf = async (operator: 'equals' | 'not_equals', value: string) => {
      const stream = await configured('people', {
        rowFilter: [{ column: 'name', operator, values: [value] }],
        masks: { secret: 'drop' },
      });
      const loaded = await load(stream);
      assert.deepEqual(
        loaded.columns.people!.map(({ name }) => name),
        ['id', 'name'],
      );
      const rows = await loaded.rows('people', 'select id from t order by 1');
      await forget();
      return rows.flat();
    };
    assert.deepEqual(await idsOf('equals', 'Ann'), [1]);
    assert.deepEqual(await idsOf('equals', "O'\\x"), [5]);
    assert.deepEqual(await idsOf('not_equals', 'Ann'), [2, 3, 4, 5]);
  });

  it('follows a table that has changed since it was discovered', async () => {
    await server.run(
      `create table moving (id int primary key, n int, gone int, word varchar(5));
       insert into moving values (1, 2, 3, 'a');
       create table vanished (id int)`,
    );
    const [moving, vanished] = [await configured('moving'), await configured('vanished')];
    await server.run(
      `alter table moving drop column gone, modify n varchar(20), modify word varchar(500), add column extra int;
       insert into moving values (2, 'twelve', 'longer than before', 7);
       drop table vanished`,
    );
    const loaded = await load(moving);
    const started = loaded.messages.find(
      (message) => message.type === 'STREAM_STATUS' && message.status === 'STARTED',
    );
    assert.ok(started?.type === 'STREAM_STATUS' && started.status === 'STARTED');
    assert.deepEqual(started.newColumns, ['extra']);
    assert.deepEqual(
      loaded.columns.moving!.map(({ name, type }) => [name, type]),
      [
        ['id', 'INTEGER'],
        ['n', 'VARCHAR'],
        ['word', 'VARCHAR'],
      ],
    );
    assert.deepEqual(await loaded.rows('moving', 'select * from t order by id'), [
      [1, '2', 'a'],
      [2, 'twelve', 'longer than before'],
    ]);
    await forget();
    assert.equal(failureIn((await load(vanished)).messages), 'table_missing');
    await forget();
  });

  it('has to be read again if it was altered after the snapshot began', async () => {
    await server.run(
      `create table early (id int) engine = innodb; insert into early select seq from seq_1_to_20000;
       create table late (id int) engine = innodb; insert into late values (1)`,
    );
    const streams = [await configured('early'), await configured('late')];
    const reading = mysql.read(mariaDbConfiguration(server.port), streams, new Map(), contextFor(tmpdir()));
    const failures: (string | undefined)[] = [];
    let isAltered = false;
    for await (const message of reading as AsyncIterable<ReadMessage>) {
      if (message.type === 'RECORDS' && !isAltered) {
        isAltered = true;
        await server.run('alter table late engine = innodb, force');
      }
      if (message.type === 'STREAM_STATUS' && ['COMPLETE', 'INCOMPLETE'].includes(message.status))
        failures.push(message.status === 'INCOMPLETE' ? message.failure.code : undefined);
    }
    assert.deepEqual(failures, [undefined, 'table_rewritten']);
  });

  it('fails, and loads nothing wrong, if the server sends garbage amid the rows', async () => {
    await server.run(
      `create table garbled (id int primary key, pad varchar(200)); insert into garbled select seq, repeat('x', 200) from seq_1_to_20000`,
    );
    const stream = await configured('garbled');
    const kinds: [title: string, garble: (bytes: Buffer) => Buffer][] = [
      ['other bytes', (bytes) => Buffer.alloc(bytes.length, 0xff)],
      ['text', () => Buffer.from('HTTP/1.1 502 Bad Gateway\r\n\r\n')],
      ['a piece left out', (bytes) => bytes.subarray(7)],
    ];
    for (const [title, garble] of kinds) {
      let passed = 0;
      const proxy = await listen((client) => {
        const upstream = connect(server.port, '127.0.0.1');
        upstream.on('error', () => undefined);
        client.on('error', () => undefined);
        client.pipe(upstream);
        upstream.on('data', (bytes) => {
          client.write(passed > 1_000_000 ? garble(bytes) : bytes);
          passed += bytes.length;
        });
        upstream.on('close', () => client.destroy());
        client.on('close', () => upstream.destroy());
      });
      const given = mariaDbConfiguration(proxy.port, { sslmode: 'disable' });
      const reading = mysql.read(given, [stream], new Map(), contextFor(tmpdir(), { idleTimeout: 400 }));
      const messages: ReadMessage[] = [];
      for await (const message of reading) {
        if (message.type === 'RECORDS' && 'batch' in message)
          for (const { id } of rowsOf(message.batch, stream)) assert.match(id!, /^\d+$/, title);
        messages.push(message);
      }
      await proxy.stop();
      const code = failureIn(messages);
      assert.ok(code && ['source_disconnected', 'source_silent'].includes(code), `${title}: ${code}`);
    }
  });

  it('ends on the server too when it is canceled', async () => {
    await server.run('create or replace view slow as select sleep(60) as id from seq_1_to_5');
    const cancel = new AbortController();
    const stream = await configured('slow');
    const reading = mysql.read(mariaDbConfiguration(server.port), [stream], new Map(), {
      ...contextFor(tmpdir()),
      signal: cancel.signal,
    });
    const read = async () => {
      for await (const message of reading)
        if (message.type === 'STREAM_STATUS' && message.status === 'STARTED')
          setImmediate(() => cancel.abort());
    };
    await assert.rejects(read(), { name: 'AbortError' });
    const ours = `select count(*) as n from information_schema.processlist where user = 'reader' and command = 'Query'`;
    let running = '1';
    while (running !== '0') running = (await server.rows(ours))[0]!.n!;
  });
});
