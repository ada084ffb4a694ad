import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { CheckStep } from '@headwater/shared/contract';
import {
  FULL_REFRESH_OVERWRITE,
  type ConfiguredStream,
  type ReadMessage,
  type StreamState,
} from '@headwater/protocol/protocol';
import { postgres } from './postgres.connector.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { configurationFor, startSourceServer, type SourceServer } from './testing/source-server.ts';
import { startStandby, type Standby } from './testing/standby-server.ts';

const ROWS = 60_000;
const BY_KEY = { syncMode: 'incremental', destinationSyncMode: 'append_dedup', cursorColumn: 'n' } as const;

let primary: SourceServer;
let standby: Standby;
let folder: string;
let configuration: Record<string, unknown>;

before(async () => {
  primary = await startSourceServer('autovacuum=off');
  folder = await mkdtemp(join(tmpdir(), 'headwater-'));
  await primary.run(`
    create table numbers (n int primary key, word text);
    insert into numbers select n, repeat('x', 500) from generate_series(1, ${ROWS}) n;
    create table spare (m int);
    create table others (m int primary key); insert into others values (1);
    grant select on numbers, others to reader; analyze`);
  // A conflict ends a read at once, as it would after max_standby_streaming_delay.
  standby = await startStandby(primary, 'max_standby_streaming_delay=0', 'hot_standby_feedback=off');
  configuration = configurationFor(standby.port);
});
after(async () => {
  await (standby as Standby | undefined)?.stop();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

async function streamsOf(...chosen: (Partial<ConfiguredStream> & { name: string })[]) {
  const found = await postgres.discover(configuration, contextFor(folder));
  return chosen.map((each): ConfiguredStream => {
    const stream = found.find(({ name }) => name === each.name)!;
    return { ...FULL_REFRESH_OVERWRITE, ...stream, tableName: stream.name, ...each };
  });
}

interface ReadSoFar {
  rows: Record<string, number>;
  /** Rows up to the latest state. */
  kept: Record<string, number>;
  states: Map<string, StreamState>;
  ended: Record<string, string>;
  logged: ReadMessage[];
}

/** Reads, and calls `during` when so many rows of a table have arrived, or when it's complete. */
async function read(
  streams: ConfiguredStream[],
  states: Map<string, StreamState> = new Map(),
  during?: { at: string; work(): Promise<void> },
): Promise<ReadSoFar> {
  const found: ReadSoFar = { rows: {}, kept: {}, states: new Map(), ended: {}, logged: [] };
  for await (const message of postgres.read(configuration, streams, states, contextFor(folder))) {
    if (message.type === 'LOG') found.logged.push(message);
    else if (message.type === 'STATE' || message.type === 'CHECKPOINT') {
      found.states.set(message.tableName, message.state);
      found.kept[message.tableName] = found.rows[message.tableName]!;
    } else if (message.type === 'RECORDS' && 'batch' in message)
      found.rows[message.tableName] = (found.rows[message.tableName] ?? 0) + message.batch.rows;
    else if (message.type === 'STREAM_STATUS')
      found.ended[message.tableName] =
        message.status === 'INCOMPLETE' ? message.failure.code : message.status;
    const name = message.type === 'STREAM_STATUS' ? message.status : message.type;
    if (during?.at !== name) continue;
    await during.work();
    during = undefined;
  }
  return found;
}

/** Removes a row that snapshots of the standby may still need, and its VACUUM makes the standby do the same. */
async function removeOldRow(): Promise<void> {
  await primary.run('insert into spare values (1)');
  await primary.run('delete from spare');
  await primary.run('vacuum spare');
}

describe('A standby as a source', () => {
  it('is called one by a check, which finds its tables', async () => {
    await standby.catchUp();
    const steps: CheckStep[] = [];
    for await (const step of postgres.check(configuration, contextFor(folder))) steps.push(step);
    const version = steps.findLast(({ name }) => name === 'version')!;
    const { values } = version.findings.find(({ code }) => code === 'server_replica')!;
    assert.ok(values.seconds === 'unknown' || (Number(values.seconds) >= 0 && Number(values.seconds) < 600));
    assert.equal(steps.at(-1)!.state, 'passed');
  });

  it('is read as a whole, by a cursor, and by the transactions that wrote rows', async () => {
    const streams = await streamsOf(
      { name: 'numbers' },
      { name: 'numbers', tableName: 'by_key', ...BY_KEY },
      { name: 'numbers', tableName: 'by_versions', ...BY_KEY, cursorColumn: 'xmin' },
    );
    const first = await read(streams);
    assert.deepEqual(first.rows, { numbers: ROWS, by_key: ROWS, by_versions: ROWS });
    assert.ok(first.logged.some((each) => each.type === 'LOG' && each.code === 'source_replica'));
    await primary.run(
      `insert into numbers values (${ROWS + 5000}, 'new'); update numbers set word = 'changed' where n = 1`,
    );
    await standby.catchUp();
    const next = await read(streams.slice(1), first.states);
    assert.deepEqual(Object.values(next.ended), ['COMPLETE', 'COMPLETE']);
    assert.deepEqual(next.rows, { by_key: 1_002, by_versions: 2 });
    await primary.run(`delete from numbers where n > ${ROWS}`);
  });

  it('that has to remove rows during a read says so, and the read goes on where it stopped', async () => {
    const [stream] = await streamsOf({ name: 'numbers', ...BY_KEY });
    const cut = await read([stream!], undefined, {
      at: 'CHECKPOINT',
      async work() {
        await removeOldRow();
        await standby.catchUpOrWait();
      },
    });
    // Whoever is slow to read what is sent gets no reason from versions before 17.
    assert.match(cut.ended.numbers!, /^replica_(conflict|lost)$/);
    assert.ok(cut.kept.numbers! < ROWS);
    await standby.catchUp();
    const rest = await read([stream!], cut.states);
    assert.deepEqual(rest.ended, { numbers: 'COMPLETE' });
    assert.equal(cut.kept.numbers! + rest.rows.numbers!, ROWS);
  });

  it('that has to remove rows between two tables says so of the second one', async () => {
    const streams = await streamsOf({ name: 'numbers' }, { name: 'others' });
    const cut = await read(streams, undefined, {
      at: 'COMPLETE',
      work: () => removeOldRow().then(() => standby.catchUp()),
    });
    assert.deepEqual(cut.ended, { numbers: 'COMPLETE', others: 'replica_conflict' });
  });
});
