import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { dice, type Dice } from '@headwater/base/testing/dice';
import {
  FULL_REFRESH_OVERWRITE,
  type ConfiguredStream,
  type ReadMessage,
  type StreamState,
} from '@headwater/protocol/protocol';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { rowsOf } from '@headwater/manifests/testing/read-all';
import { mysql } from './mysql.connector.ts';
import {
  hasMariaDb,
  mariaDbConfiguration,
  NO_MARIADB,
  startMariaDb,
  type MariaDbServer,
} from './testing/mariadb-server.ts';

const skip = (await hasMariaDb()) ? false : NO_MARIADB;
const ROWS = 12_000;

type Row = Record<string, string | null>;

describe('A first load from MariaDB that is cut again and again', { skip }, () => {
  let server: MariaDbServer;
  before(async () => {
    server = await startMariaDb();
  });
  after(() => server.stop());

  async function streamOf(
    table: string,
    destinationSyncMode: 'append' | 'append_dedup' = 'append_dedup',
  ): Promise<ConfiguredStream> {
    const found = await mysql.discover(mariaDbConfiguration(server.port), contextFor(tmpdir()));
    return {
      ...FULL_REFRESH_OVERWRITE,
      ...found.find(({ name }) => name === table)!,
      tableName: table,
      syncMode: 'incremental',
      destinationSyncMode,
      cursorColumn: 'at',
      overlap: 0,
    };
  }

  interface Attempt {
    /** The rows up to the last checkpoint, or all, if the read was completed. */
    rows: Row[];
    checkpoint: StreamState | null;
    state: StreamState | null;
    started: ReadMessage | undefined;
  }

  /** Reads, and loses the source after so many batches. What came after the last checkpoint is lost with it. */
  async function attempt(
    stream: ConfiguredStream,
    from: StreamState | null,
    cutAfter = Infinity,
  ): Promise<Attempt> {
    const made: Attempt = { rows: [], checkpoint: null, state: null, started: undefined };
    const states = new Map(from ? [[stream.tableName, from]] : []);
    const reading = mysql.read(mariaDbConfiguration(server.port), [stream], states, contextFor(tmpdir()));
    const pending: Row[] = [];
    let batches = 0;
    for await (const message of reading as AsyncIterable<ReadMessage>) {
      if (message.type === 'STREAM_STATUS' && message.status === 'STARTED') made.started = message;
      if (message.type === 'CHECKPOINT') {
        made.rows.push(...pending.splice(0));
        made.checkpoint = message.state;
      }
      if (message.type === 'RECORDS' && 'batch' in message) {
        pending.push(...rowsOf(message.batch, stream));
        if ((batches += 1) >= cutAfter) return made;
      }
      if (message.type === 'STATE') made.state = message.state;
      if (message.type === 'STREAM_STATUS' && message.status === 'INCOMPLETE')
        assert.fail(JSON.stringify(message.failure));
    }
    made.rows.push(...pending);
    return made;
  }

  /** Rows come, change with their moment, and are deleted, while nobody reads. */
  const change = (table: string, roll: Dice, hour: number) =>
    server.run(`
      insert into ${table} select ${1_000_000 + hour * 1_000} + seq, 'é', '2021-01-01' + interval ${hour} hour, 'new' from seq_1_to_50;
      update ${table} set at = '2021-01-01' + interval ${hour} hour, note = 'changed' where id % 97 = ${roll(97)}`);

  const keys: [title: string, table: string, key: string][] = [
    [
      'by its number',
      'by_number',
      'id bigint unsigned not null, part varchar(20) not null, primary key (id)',
    ],
    [
      'by a text and a number',
      'by_text',
      'id bigint not null, part varchar(20) not null, primary key (part, id)',
    ],
  ];
  for (const [seed, [title, table, key]] of keys.entries())
    it(`loses and doubles nothing, in the order of its key: ${title}`, async () => {
      const roll = dice(seed + 1);
      await server.run(`
        create table ${table} (${key.replace(', primary', ', at datetime(6), note text, primary')}) engine = innodb;
        insert into ${table} select seq, concat('It''s \\\\', char(97 + seq % 20), if(seq % 3 = 0, 'É', '')),
          '2020-01-01' + interval seq minute, concat('row ', seq) from seq_1_to_${ROWS}`);
      const stream = await streamOf(table);
      const seen = new Map<string, Row>();
      const keyOf = ({ id, part }: Row) => `${part} ${id}`;
      let [from, hour, state]: [StreamState | null, number, StreamState | null] = [null, 0, null];
      for (let left = 3; !state; left -= 1) {
        const made = await attempt(stream, from, left > 0 ? 2 + roll(2) : Infinity);
        assert.ok(made.started?.type === 'STREAM_STATUS' && made.started.status === 'STARTED');
        assert.equal(made.started.checkpoints, from ? 'continue' : 'begin');
        for (const row of made.rows) {
          assert.ok(!seen.has(keyOf(row)), `${keyOf(row)} came twice`);
          seen.set(keyOf(row), row);
        }
        ({ state } = made);
        if (left > 0) {
          assert.ok(made.checkpoint, 'it was cut after a checkpoint');
          from = made.checkpoint;
          await change(table, roll, (hour += 1));
        }
      }
      assert.ok(!('inside' in state));
      for (const row of (await attempt(stream, state)).rows) seen.set(keyOf(row), row);
      const there = await server.rows(`select id, part, cast(at as char) as at, note from shop.${table}`);
      const text = ({ id, part, note, at }: Row) => [id, part, note, at?.slice(0, 19)].join('|');
      assert.deepEqual([...seen.values()].map(text).sort(), there.map(text).sort());
    });

  it('begins again if the table is another one, and goes on without its own order if it has none', async () => {
    const fill = `insert into again select seq, '2020-01-01' + interval seq minute from seq_1_to_${ROWS}`;
    await server.run(
      `create table again (id int primary key, at datetime) engine = innodb; ${fill}; create table heap (at datetime, n int) engine = myisam; insert into heap select '2020-01-01', seq from seq_1_to_${ROWS}`,
    );
    const stream = await streamOf('again');
    const { checkpoint } = await attempt(stream, null, 3);
    await server.run(`alter table again add column more int`);
    const next = await attempt(await streamOf('again'), checkpoint);
    assert.ok(next.started?.type === 'STREAM_STATUS' && next.started.status === 'STARTED');
    assert.equal(next.started.checkpoints, 'begin');
    assert.equal(next.rows.length, ROWS);
    const heap = await attempt(await streamOf('heap', 'append'), null);
    assert.ok(heap.started?.type === 'STREAM_STATUS' && heap.started.status === 'STARTED');
    assert.deepEqual([heap.started.checkpoints, heap.rows.length], [undefined, ROWS]);
  });
});
