import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { failure } from '@headwater/base/failures/failure';
import {
  FULL_REFRESH_OVERWRITE,
  NOTHING_SET,
  type ConfiguredStream,
  type ReadMessage,
  type Rejection,
  type StreamColumn,
} from '@headwater/protocol/protocol';
import { rejectionReason } from '@headwater/protocol/rejection';
import type { FromSyncProcess, SyncJob } from './messages.ts';
import { Progress } from './progress.ts';
import { StreamLoads } from './stream-loads.ts';

const folder = await mkdtemp(join(tmpdir(), 'headwater-loads-'));
after(() => rm(folder, { recursive: true, force: true }));

const tableName = 'orders';
const columns: StreamColumn[] = ['a', 'b'].map((name) => ({
  name,
  type: 'VARCHAR',
  encoding: 'value',
  kind: 'text',
  sourceType: 'text',
  nullable: true,
}));
const stream: ConfiguredStream = {
  ...FULL_REFRESH_OVERWRITE,
  namespace: null,
  name: tableName,
  tableName,
  suggestedTableName: tableName,
  columns,
  primaryKey: [],
  estimatedRows: null,
  estimatedBytes: null,
  problem: null,
  source: {},
};

type Outcome = Extract<FromSyncProcess, { type: 'staged' | 'incomplete' }>;
let count = 0;

/** Handles a table's messages between its start and end. Returns its outcome and the files left on disk. */
const outcomeOf = (rowsRead: number, ...messages: ReadMessage[]) => outcomeFor(stream, rowsRead, ...messages);

async function outcomeFor(stream: ConfiguredStream, rowsRead: number, ...messages: ReadMessage[]) {
  const own = join(folder, String((count += 1)));
  await mkdir(own);
  const job: SyncJob = {
    runId: 'run_1',
    connector: 'any',
    configuration: {},
    streams: [
      {
        stream,
        stagePath: join(own, 's-1.duckdb'),
        readPath: null,
        wasInterrupted: false,
        columnsBefore: [],
        keptColumns: [],
        expectsSchema: true,
        base: null,
      },
    ],
    uploads: new Map(),
    egress: { loopbackOnly: true, allowedNetworks: [], ownPorts: [] },
    installation: NOTHING_SET,
    temporaryFolder: folder,
    idleTimeoutMs: 1_000,
    maskKey: Buffer.alloc(32),
    readAt: new Date(),
  };
  const sent: FromSyncProcess[] = [];
  const send = (message: FromSyncProcess) => void sent.push(message);
  const loads = await StreamLoads.open(job, send, new Progress(send), { filtersRows: false });
  await loads.take({ type: 'STREAM_STATUS', tableName, status: 'STARTED', columns });
  for (const message of messages) await loads.take(message);
  await loads.take({ type: 'STREAM_STATUS', tableName, status: 'COMPLETE', rowsRead });
  await loads.close(failure('process_lost'));
  const kept = sent.flatMap((message) => (message.type === 'rejected' ? message.rows : []));
  const isOutcome = (message: FromSyncProcess) => message.type === 'staged' || message.type === 'incomplete';
  return { outcome: sent.find(isOutcome) as Outcome, kept: kept.length, files: await readdir(own) };
}

/** Creates a file with `good` rows that load and `refused` rows that the engine rejects. */
async function records(good: number, refused: number): Promise<ReadMessage> {
  const path = join(folder, `${(count += 1)}.csv`);
  await writeFile(path, 'x,y\n'.repeat(good) + 'short\n'.repeat(refused));
  const file = {
    path,
    delimiter: ',',
    newline: '\n',
    skip: 0,
    rows: good + refused,
    temporary: true,
  } as const;
  return { type: 'RECORDS', tableName, file };
}

/** Rows that the connector itself rejected. */
function rejected(number: number): ReadMessage {
  const reason = rejectionReason('fields_differ', { fields: 1, expected: 2 });
  const row: Rejection = { line: 2, column: null, ...reason, raw: 'short' };
  return { type: 'REJECTED', tableName, count: number, rows: Array.from({ length: number }, () => row) };
}

describe('rejected rows are allowed up to 100 or 0.1%, and up to half of the rows read', () => {
  const passes: [title: string, rows: number, messages: () => Promise<ReadMessage[]>][] = [
    ['rejected by the engine', 1_100, async () => [await records(1_000, 100)]],
    ['rejected by the engine, of many rows', 150_150, async () => [await records(150_000, 150)]],
    ['rejected by the connector', 1_100, async () => [rejected(100), await records(1_000, 0)]],
    ['rejected by both', 1_100, async () => [rejected(40), await records(500, 30), await records(500, 30)]],
    ['half of a small file', 180, async () => [await records(90, 90)]],
    ['no rows at all', 0, async () => []],
  ];
  for (const [title, rows, messages] of passes) {
    test(title, async () => {
      const { outcome, files } = await outcomeOf(rows, ...(await messages()));
      assert.equal(outcome.type, 'staged', JSON.stringify(outcome));
      assert.deepEqual(files, ['s-1.duckdb']);
    });
  }

  const fails: typeof passes = [
    ['rejected by the engine', 1_101, async () => [await records(1_000, 101)]],
    ['rejected by the engine, of many rows', 150_151, async () => [await records(150_000, 151)]],
    ['rejected by the connector', 1_101, async () => [rejected(101), await records(1_000, 0)]],
    ['rejected by both', 1_101, async () => [rejected(41), await records(500, 30), await records(500, 30)]],
  ];
  for (const [title, rows, messages] of fails) {
    test(`and nothing is loaded over the limit: ${title}`, async () => {
      const { outcome, kept, files } = await outcomeOf(rows, ...(await messages()));
      assert.ok(outcome.type === 'incomplete', JSON.stringify(outcome));
      const { code, values, field } = outcome.failure;
      assert.deepEqual([code, field], ['rejects_over_limit', null]);
      assert.equal(values.rejected, Number(values.limit) + 1);
      assert.equal(values.reasonCode, 'fields_differ');
      assert.equal(kept, values.rejected, 'rejected rows are kept for display');
      assert.deepEqual(files, []);
    });
  }

  const small: typeof passes = [
    ['all of 90', 90, async () => [await records(0, 90)]],
    ['the only row', 1, async () => [rejected(1)]],
    ['more than half', 181, async () => [await records(90, 91)]],
  ];
  for (const [title, rows, messages] of small) {
    test(`and nothing is loaded if more than half are rejected: ${title}`, async () => {
      const { outcome, files } = await outcomeOf(rows, ...(await messages()));
      assert.ok(outcome.type === 'incomplete', JSON.stringify(outcome));
      assert.equal(outcome.failure.code, 'rejects_over_limit');
      assert.equal(outcome.failure.values.limit, Math.floor(rows / 2));
      assert.deepEqual(files, []);
    });
  }
});

describe('rows that become part of a table in a second step', () => {
  const keyed: ConfiguredStream = {
    ...stream,
    syncMode: 'incremental',
    destinationSyncMode: 'append_dedup',
    primaryKey: ['a'],
    cursorColumn: null,
  };
  const file = async (text: string): Promise<ReadMessage> => {
    const path = join(folder, `${(count += 1)}.csv`);
    await writeFile(path, text);
    const rows = text.split('\n').length - 1;
    const records = { path, delimiter: ',', newline: '\n', skip: 0, rows, temporary: true } as const;
    return { type: 'RECORDS', tableName, file: records };
  };
  const state: ReadMessage = { type: 'STATE', tableName, state: { cursor: 7 } };

  test('are counted: read = loaded + deduplicated + rejected', async () => {
    const { outcome, files, kept } = await outcomeFor(
      keyed,
      5,
      await file('1,x\n1,y\n2,x\n,x\n'),
      state,
      rejected(1),
    );
    assert.ok(outcome.type === 'staged', JSON.stringify(outcome));
    const { file: written, ...version } = outcome.version;
    assert.deepEqual(version, {
      rowsRead: 5,
      rowsLoaded: 2,
      rowsDeduplicated: 1,
      rowsFiltered: 0,
      rowsRejected: 2,
      state: { cursor: 7 },
    });
    assert.equal(written?.rows, 2);
    assert.deepEqual([kept, files], [2, ['s-1.duckdb']]);
  });

  test('write nothing if too many of them have no key', async () => {
    const { outcome, files } = await outcomeFor(keyed, 3, await file(',x\n,y\n1,z\n'), state);
    assert.ok(outcome.type === 'incomplete', JSON.stringify(outcome));
    assert.deepEqual(
      [outcome.failure.code, outcome.failure.values.reasonCode],
      ['rejects_over_limit', 'key_empty'],
    );
    assert.deepEqual(files, []);
  });

  const unusable: [string, Partial<ConfiguredStream>][] = [
    ['key_not_chosen', { primaryKey: [] }],
    ['key_missing', { primaryKey: ['a', 'c'] }],
    ['cursor_missing', { cursorColumn: 'c' }],
    ['mask_on_key', { masks: { a: 'partial' } }],
    ['mask_on_key', { cursorColumn: 'b', masks: { b: 'drop' } }],
  ];
  for (const [code, settings] of unusable)
    test(`are not read if they can’t be recognized: ${code} ${JSON.stringify(settings)}`, async () => {
      const { outcome, files } = await outcomeFor({ ...keyed, ...settings }, 0);
      assert.ok(outcome.type === 'incomplete', JSON.stringify(outcome));
      assert.equal(outcome.failure.code, code);
      assert.deepEqual(files, []);
    });

  test('are filtered here if the source can’t do it', async () => {
    const filtered: ConfiguredStream = {
      ...stream,
      rowFilter: [{ column: 'b', operator: 'not_equals', values: ['x'] }],
      masks: { a: 'null' },
    };
    const { outcome } = await outcomeFor(filtered, 3, await file('1,x\n2,y\n3,\n'));
    assert.ok(outcome.type === 'staged', JSON.stringify(outcome));
    const { rowsLoaded, rowsFiltered, state: none } = outcome.version;
    assert.deepEqual([rowsLoaded, rowsFiltered, none], [2, 1, null]);
  });
});

test('keeps the first 10,000 rejected rows', async () => {
  const { outcome, kept } = await outcomeOf(18_001, rejected(9_000), await records(1, 9_000));
  assert.ok(outcome.type === 'incomplete');
  assert.equal(outcome.failure.values.rejected, 18_000);
  assert.equal(kept, 10_000);
});

test('leaves no file behind if a table’s counts disagree', async () => {
  const { outcome, files } = await outcomeOf(3, await records(2, 0));
  assert.ok(outcome.type === 'incomplete');
  assert.equal(outcome.failure.code, 'counts_disagree');
  assert.deepEqual(files, []);
});
