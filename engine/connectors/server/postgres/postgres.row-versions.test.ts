import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import type { FilterCondition } from '@headwater/shared/contract';
import type { Client } from 'pg';
import {
  FULL_REFRESH_OVERWRITE,
  type BatchColumn,
  type ConfiguredStream,
  type ReadSettings,
  type RecordsBatch,
  type StreamState,
} from '@headwater/protocol/protocol';
import { postgres } from './postgres.connector.ts';
import type { VersionState } from './postgres.row-versions.ts';
import { isAfterWrap, isSince } from './postgres.xid.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { configurationFor, startSourceServer, type SourceServer } from './testing/source-server.ts';

let source: SourceServer;
before(async () => {
  // Its transactions are short, but what is written meanwhile is read again.
  source = await startSourceServer('max_prepared_transactions=2', 'autovacuum=off');
  await source.run('alter default privileges grant select on tables to reader');
});
after(() => source.stop());

const MIRROR = {
  syncMode: 'incremental',
  destinationSyncMode: 'append_dedup',
  cursorColumn: 'xmin',
} as const;
const APPEND = { ...MIRROR, destinationSyncMode: 'append' } as const;

async function discovered(table: string, settings: Partial<ReadSettings>): Promise<ConfiguredStream> {
  const found = await postgres.discover(configurationFor(source.port), contextFor(tmpdir()));
  const stream = found.find(({ name }) => name === table)!;
  return { ...FULL_REFRESH_OVERWRITE, ...stream, tableName: table, ...settings };
}

interface Read {
  /** Sorted. */
  rows: string[];
  state: VersionState | undefined;
  isWhole: boolean;
  /** The code of the line of the log that says why all rows are read. */
  reason: string | undefined;
  failure: string | undefined;
}

async function read(stream: ConfiguredStream, state?: StreamState): Promise<Read> {
  const { tableName } = stream;
  const found: Read = {
    ...{ rows: [], state: undefined, isWhole: false, reason: undefined, failure: undefined },
  };
  const states = new Map(state ? [[tableName, state]] : []);
  const context = contextFor(tmpdir());
  for await (const message of postgres.read(configurationFor(source.port), [stream], states, context)) {
    if (message.type === 'RECORDS' && 'batch' in message) found.rows.push(...rowsOf(message.batch));
    if (message.type === 'STATE') found.state = message.state as VersionState;
    if (message.type === 'LOG' && message.tableName === tableName) found.reason = message.code;
    if (message.type !== 'STREAM_STATUS') continue;
    if (message.status === 'STARTED') found.isWhole = message.isWhole ?? false;
    if (message.status === 'INCOMPLETE') found.failure = message.failure.code;
  }
  found.rows.sort();
  return found;
}

/** Returns the rows as text. All columns are integers or text, without NULLs. */
const rowsOf = ({ rows, columns }: RecordsBatch): string[] =>
  Array.from({ length: rows }, (_, row) => columns.map((column) => valueOf(column, row)).join(' '));

function valueOf({ data, ...column }: BatchColumn, row: number): string {
  const bytes = Buffer.from(data.buffer, data.byteOffset);
  if (column.layout === 'fixed') return String(bytes.readInt32LE(row * 4));
  return bytes.toString('utf8', row === 0 ? 0 : column.ends[row - 1], column.ends[row]);
}

/** A table that is read again and again, each time from where the last read ended. */
class Reader {
  readonly #stream: ConfiguredStream;
  state: VersionState | undefined;

  private constructor(stream: ConfiguredStream) {
    this.#stream = stream;
  }

  static async of(table: string, settings: Partial<ReadSettings> = MIRROR): Promise<Reader> {
    return new Reader(await discovered(table, settings));
  }

  async read(): Promise<Read> {
    const found = await read(this.#stream, this.state);
    this.state = found.state ?? this.state;
    return found;
  }

  /** Reads, and returns the rows as text. */
  async rows(): Promise<string[]> {
    const { rows, failure } = await this.read();
    assert.equal(failure, undefined);
    return rows;
  }
}

/** Runs the work with a session of its own. */
async function within(work: (session: Client) => Promise<void>): Promise<void> {
  const session = await source.open();
  await work(session).finally(() => session.end());
}

const table = (name: string, ...rows: string[]) =>
  source.run(`create table ${name} (id int primary key, text text);
    insert into ${name} values ${rows.map((row) => `(${row[0]}, '${row.slice(1)}')`).join(', ')}`);

test('reads what was inserted and updated since, however often', async () => {
  await table('simple', '1a', '2b', '3c');
  const reader = await Reader.of('simple');
  const first = await reader.read();
  assert.deepEqual([first.rows.length, first.isWhole, first.reason], [3, true, undefined]);
  assert.deepEqual(await reader.rows(), []);
  await source.run(`
    insert into simple values (4, 'd');
    update simple set text = 'B' where id = 2;
    delete from simple where id = 1`);
  const second = await reader.read();
  assert.deepEqual([second.rows, second.isWhole], [['2 B', '4 d'], false]);
  assert.deepEqual(await reader.rows(), []);
});

for (const settings of [MIRROR, APPEND])
  describe(`loses nothing in mode ${settings.destinationSyncMode}`, () => {
    const prefix = settings.destinationSyncMode;

    test('of transactions that are open while it reads, and end after later ones', async () => {
      const name = `${prefix}_open`;
      await table(name, '1a', '2b');
      const reader = await Reader.of(name, settings);
      await reader.rows();
      await within(async (open) => {
        await open.query(
          `begin; insert into ${name} values (3, 'late'); update ${name} set text = 'late' where id = 1`,
        );
        await source.run(`insert into ${name} values (4, 'early')`);
        const found = await reader.rows();
        assert.deepEqual(found, settings === MIRROR ? ['4 early'] : [], 'rows come once if they are kept');
        await open.query('commit');
      });
      assert.deepEqual(await reader.rows(), ['1 late', '3 late', '4 early']);
      assert.deepEqual(await reader.rows(), []);
    });

    test('of transactions that began before the first read', async () => {
      const name = `${prefix}_first`;
      await table(name, '1a');
      await within(async (open) => {
        await open.query(`begin; insert into ${name} values (2, 'late')`);
        await source.run(`insert into ${name} values (3, 'early')`);
        const reader = await Reader.of(name, settings);
        assert.deepEqual(await reader.rows(), settings === MIRROR ? ['1 a', '3 early'] : ['1 a']);
        await open.query('commit');
        assert.deepEqual(await reader.rows(), ['2 late', '3 early']);
        assert.deepEqual(await reader.rows(), []);
      });
    });

    test('of subtransactions, and reads nothing that was rolled back', async () => {
      const name = `${prefix}_parts`;
      await table(name, '1a');
      const reader = await Reader.of(name, settings);
      await reader.rows();
      await within(async (open) => {
        await open.query(`
          begin; savepoint one; insert into ${name} values (2, 'kept'); release one;
          savepoint two; insert into ${name} values (3, 'undone'); rollback to two;
          savepoint three; update ${name} set text = 'kept' where id = 1`);
        await source.run(`insert into ${name} values (4, 'early')`);
        await reader.rows();
        await open.query('commit');
        assert.deepEqual(await reader.rows(), ['1 kept', '2 kept', '4 early']);
        await open.query(`begin; insert into ${name} values (5, 'undone'); rollback`);
        assert.deepEqual(await reader.rows(), []);
      });
    });

    test('of transactions that are prepared, and committed by another session', async () => {
      const name = `${prefix}_prepared`;
      await table(name, '1a');
      const reader = await Reader.of(name, settings);
      await source.run(`begin; insert into ${name} values (2, 'late'); prepare transaction '${name}'`);
      assert.deepEqual(await reader.rows(), ['1 a']);
      await source.run(`commit prepared '${name}'`);
      assert.deepEqual(await reader.rows(), ['2 late']);
    });

    test('of rows that were frozen before they were read', async () => {
      const name = `${prefix}_frozen`;
      await table(name, '1a');
      const reader = await Reader.of(name, settings);
      await reader.rows();
      await source.run(`insert into ${name} values (2, 'b'); update ${name} set text = 'A' where id = 1`);
      await source.run(`vacuum (freeze) ${name}`);
      assert.deepEqual(await reader.rows(), ['1 A', '2 b']);
      await source.run(`vacuum (freeze) ${name}`);
      assert.deepEqual(await reader.rows(), [], 'freezing changes nothing');
    });

    test('of partitions that are attached with rows that are older than the last read', async () => {
      const name = `${prefix}_whole`;
      await source.run(`
        create table ${name} (id int primary key, text text) partition by range (id);
        create table ${name}_1 partition of ${name} for values from (0) to (10);
        create table ${name}_2 (id int primary key, text text);
        insert into ${name} values (1, 'a');
        insert into ${name}_2 values (11, 'old')`);
      const reader = await Reader.of(name, settings);
      assert.deepEqual(await reader.rows(), ['1 a']);
      await source.run(`alter table ${name} attach partition ${name}_2 for values from (10) to (20)`);
      assert.deepEqual(await reader.rows(), ['11 old']);
      await source.run(`update ${name} set text = 'moved', id = 12 where id = 1`);
      assert.deepEqual(await reader.rows(), ['12 moved']);
    });

    test('of random transactions', async () => {
      const name = `${prefix}_random`;
      const random = numbers(7);
      await source.run(`create table ${name} (id int primary key, text text)`);
      const reader = await Reader.of(name, settings);
      const mirror = new Map<string, string>();
      const kept: string[] = [];
      const open: Client[] = [];
      const own = await source.open();
      await own.query(`set lock_timeout = '1ms'`);
      let value = 0;
      for (let step = 0; step < 90; step += 1) {
        const kind = random(10);
        if (kind < 2 && open.length < 3) {
          const session = await source.open();
          await session.query(`begin; set local lock_timeout = '1ms'`);
          open.push(session);
        } else if (kind < 4 && open.length > 0) {
          const [session] = open.splice(random(open.length), 1);
          await session!.query(random(4) === 0 ? 'rollback' : 'commit');
          await session!.end();
        } else if (kind < 6) {
          const found = await reader.rows();
          kept.push(...found);
          for (const row of found) mirror.set(row.split(' ')[0]!, row);
        } else {
          // Changes the row in an open transaction or one of its own, in a subtransaction or not.
          const session = open[random(open.length + 1)] ?? null;
          const id = random(12);
          const change = `insert into ${name} values (${id}, '${(value += 1)}')
            on conflict (id) do update set text = excluded.text`;
          if (session) {
            await session.query('savepoint one');
            await session
              .query(change)
              .then(() => session.query(random(3) === 0 ? 'rollback to one' : 'release one'))
              .catch(() => session.query('rollback to one'));
          } else await own.query(change).catch((error: Error) => assert.match(error.message, /lock timeout/));
        }
      }
      for (const session of open) {
        await session.query('commit');
        await session.end();
      }
      await own.end();
      const last = await reader.rows();
      kept.push(...last);
      for (const row of last) mirror.set(row.split(' ')[0]!, row);
      const now = await source.rows<{ row: string }>(`select id || ' ' || text as row from ${name}`);
      assert.ok(now.length > 5);
      assert.deepEqual([...mirror.values()].sort(), now.map(({ row }) => row).sort());
      if (settings === APPEND) assert.equal(new Set(kept).size, kept.length, 'each version comes once');
      assert.deepEqual(await reader.rows(), []);
    });
  });

/** A generator of the same numbers each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

describe('reads all rows, and says why', () => {
  const cases: [reason: string, change: (state: VersionState) => VersionState][] = [
    ['versions_elsewhere', (state) => ({ ...state, system: '7000000000000000000' })],
    ['versions_elsewhere', (state) => ({ ...state, timeline: state.timeline + 1 })],
    ['versions_back', (state) => ({ ...state, xid: String(BigInt(state.xid) + 1_000_000n) })],
    ['versions_wrapped', (state) => ({ ...state, xid: String(BigInt(state.xid) - 3_000_000_000n) })],
  ];
  before(() => table('again', '1a', '2b'));
  for (const [number, [reason, change]] of cases.entries())
    test(`${reason} (${number})`, async () => {
      const mirror = await discovered('again', MIRROR);
      const { state } = await read(mirror);
      const again = await read(mirror, change(state!));
      assert.deepEqual([again.rows.length, again.isWhole, again.reason], [2, true, reason]);
      assert.equal(again.state!.xid, state!.xid);
      const kept = await read({ ...mirror, ...APPEND }, change(state!));
      assert.equal(kept.failure, 'row_versions_lost', 'rows that were kept would come twice');
    });

  test('versions_rewritten, after TRUNCATE and for another table of the same name', async () => {
    await table('rewritten', '1a', '2b');
    const reader = await Reader.of('rewritten');
    await reader.read();
    await source.run(`truncate rewritten; insert into rewritten values (3, 'c')`);
    const emptied = await reader.read();
    assert.deepEqual([emptied.rows, emptied.reason], [['3 c'], 'versions_rewritten']);
    await table('older', '4d');
    await reader.read();
    await source.run('alter table rewritten rename to replaced; alter table older rename to rewritten');
    const replaced = await reader.read();
    assert.deepEqual([replaced.rows, replaced.reason], [['4 d'], 'versions_rewritten']);
    assert.deepEqual(await reader.rows(), []);
  });

  test('versions_columns, because a default is not written into the rows', async () => {
    await table('wider', '1a', '2b');
    const { state } = await read(await discovered('wider', MIRROR));
    await source.run('alter table wider add more int default 7');
    const again = await read(await discovered('wider', MIRROR), state);
    assert.deepEqual([again.rows, again.reason], [['1 a 7', '2 b 7'], 'versions_columns']);
  });
});

test('another table of the same name is added as a whole to rows that are kept', async () => {
  await table('swapped', '1a');
  await table('filled', '2b');
  const reader = await Reader.of('swapped', APPEND);
  await reader.rows();
  await source.run('alter table swapped rename to before; alter table filled rename to swapped');
  assert.deepEqual(await reader.rows(), ['2 b']);
  assert.deepEqual(await reader.rows(), []);
});

describe('transactions are compared where their numbers wrap around', () => {
  before(() => table('wraps', '1a', '2b'));
  const found = async (condition: string) =>
    (await source.rows<{ id: number }>(`select id from wraps where ${condition}`)).length;
  const next = async () =>
    BigInt((await source.rows<{ next: string }>('select txid_current()::text as next'))[0]!.next);

  test('a row is newer than the last numbers of the epoch before', async () => {
    const epoch = 2n ** 32n;
    assert.equal(await found(isSince(epoch * 5n - 200n)), 2);
    assert.equal(await found(isSince(epoch * 5n - 1_900_000_000n)), 2);
    assert.equal(await found(isSince(epoch * 5n)), 2, 'numbers 0 to 2 are never given out');
    assert.equal(await found(isSince(epoch * 5n + 2n)), 2);
    assert.equal(await found(isSince(epoch * 5n + (await next()))), 0);
  });

  test('from 2,000,000,000 transactions on, they can’t be', () => {
    assert.deepEqual(
      [isAfterWrap(5n, 1_999_999_999n), isAfterWrap(5n, 2_000_000_005n), isAfterWrap(7n, 3n)],
      [false, true, false],
    );
  });
});

describe('is offered', () => {
  const offers = async (...names: string[]) => {
    const found = await postgres.discover(configurationFor(source.port), contextFor(tmpdir()));
    return names.map((name) => found.find((stream) => stream.name === name)!.systemCursor ?? null);
  };

  test('for tables and partitioned tables, not for what others store or inherit from', async () => {
    await source.run(`
      create table plain (id int);
      create table ranges (id int) partition by range (id);
      create table ranges_1 partition of ranges for values from (0) to (9);
      create view seen as select * from plain;
      create view unseen as select * from plain;
      revoke select on unseen from reader;
      create materialized view stored as select * from plain;
      create table parent (id int);
      create table child () inherits (parent);
      create extension file_fdw;
      create server files foreign data wrapper file_fdw;
      create foreign table far (id int) server files options (filename '/dev/null');
      create table mixed (id int) partition by range (id);
      create foreign table mixed_1 partition of mixed for values from (0) to (9) server files options (filename '/dev/null')`);
    assert.deepEqual(await offers('plain', 'ranges', 'child'), ['xmin', 'xmin', 'xmin']);
    const none = [null, null, null, null, null];
    assert.deepEqual(await offers('seen', 'stored', 'parent', 'far', 'mixed'), none);
  });

  test('only if the user may see it', async () => {
    await source.run(`
      create table narrow (id int, secret text);
      revoke select on narrow from reader;
      grant select (id) on narrow to reader`);
    assert.deepEqual(await offers('narrow'), [null]);
    await source.run('grant select (xmin) on narrow to reader');
    assert.deepEqual(await offers('narrow'), ['xmin']);
  });

  test('and fails clearly if a view has taken the table’s place', async () => {
    await table('becomes', '1a');
    const reader = await Reader.of('becomes');
    await source.run('alter table becomes rename to was; create view becomes as select * from was');
    assert.equal((await reader.read()).failure, 'row_versions_missing');
  });
});

test('a filter and a cap apply, and the newest rows are within the cap', async () => {
  await table('capped', '1a', '2b');
  await source.run(`insert into capped values (3, 'c'); update capped set text = 'A' where id = 1`);
  const stream = await discovered('capped', { ...MIRROR, rowCap: 2 });
  assert.deepEqual((await read(stream)).rows, ['1 A', '3 c']);
  const rowFilter: FilterCondition[] = [{ column: 'text', operator: 'equals', values: ['b'] }];
  const { rows, state } = await read({ ...stream, rowFilter });
  assert.deepEqual(rows, ['2 b']);
  await source.run(`insert into capped values (4, 'b'), (5, 'x')`);
  assert.deepEqual((await read({ ...stream, rowFilter }, state)).rows, ['4 b']);
});
