import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, mock } from 'node:test';
import {
  FULL_REFRESH_OVERWRITE,
  type ConfiguredStream,
  type ReadSettings,
  type StreamState,
} from '@headwater/protocol/protocol';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { sampleShop } from './sample-shop.connector.ts';

const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
after(() => rm(folder, { recursive: true, force: true }));
const context = contextFor(folder);

const START = Date.parse('2026-03-01');
const DAY = 86_400_000;
const CONFIGURATION = { startDate: '2026-03-01', ordersPerDay: 20 };

interface Outcome {
  lines: string[];
  state: StreamState | undefined;
  failure: string | undefined;
}

/** Reads a table as of a moment. */
async function readAt(
  now: number,
  table: string,
  settings: Partial<ReadSettings> = {},
  { state, configuration = {} }: { state?: StreamState | undefined; configuration?: object } = {},
): Promise<Outcome> {
  mock.timers.enable({ apis: ['Date'], now });
  try {
    const given = { ...CONFIGURATION, ...configuration };
    const streams = await sampleShop.discover(given, context);
    const stream: ConfiguredStream = {
      ...streams.find(({ name }) => name === table)!,
      ...FULL_REFRESH_OVERWRITE,
      ...settings,
      tableName: table,
    };
    const outcome: Outcome = { lines: [], state: undefined, failure: undefined };
    const states = new Map(state ? [[table, state]] : []);
    for await (const message of sampleShop.read(given, [stream], states, context)) {
      if (message.type === 'RECORDS' && 'file' in message) {
        outcome.lines.push(...(await readFile(message.file.path, 'utf8')).trimEnd().split('\n'));
        await rm(message.file.path);
      }
      if (message.type === 'STATE') outcome.state = message.state;
      if (message.type === 'STREAM_STATUS' && message.status === 'INCOMPLETE')
        outcome.failure = message.failure.code;
    }
    return outcome;
  } finally {
    mock.timers.reset();
  }
}

const INCREMENTAL: Partial<ReadSettings> = {
  syncMode: 'incremental',
  destinationSyncMode: 'append_dedup',
  cursorColumn: 'updated_at',
};

describe('an incremental read of the sample shop', () => {
  for (const table of ['customers', 'products', 'stores', 'payments', 'refunds']) {
    it(`together with the one before it gives all rows of ${table} as they are now`, async () => {
      const first = await readAt(START, table, INCREMENTAL);
      const next = await readAt(START + 40 * DAY, table, INCREMENTAL, { state: first.state });
      assert.equal(next.failure, undefined);
      const all = await readAt(START + 40 * DAY, table);
      assert.ok(next.lines.length < all.lines.length);
      const keyOf = (line: string) => line.split(',')[0]!;
      const merged = new Map([...first.lines, ...next.lines].map((line) => [keyOf(line), line]));
      assert.deepEqual([...merged.values()].toSorted(), all.lines.toSorted());
    });
  }

  it('reads little if little has changed, and nothing is lost at the cursor', async () => {
    const first = await readAt(START, 'orders', INCREMENTAL);
    assert.equal(typeof first.state!.value, 'string');
    const again = await readAt(START, 'orders', INCREMENTAL, { state: first.state });
    assert.ok(again.lines.length > 0 && again.lines.length < 50, String(again.lines.length));
    assert.deepEqual(again.state, first.state);
  });

  it('fails if the source went back in time', async () => {
    const { state } = await readAt(START, 'orders', INCREMENTAL);
    const earlier = await readAt(START - 30 * DAY, 'orders', INCREMENTAL, { state });
    assert.deepEqual([earlier.failure, earlier.state], ['cursor_went_back', undefined]);
  });

  it('begins at the chosen value, and follows the rule for NULLs', async () => {
    const from = await readAt(START, 'orders', { ...INCREMENTAL, startFrom: '2026-02-27' });
    const all = await readAt(START, 'orders');
    assert.ok(from.lines.length > 0 && from.lines.length < all.lines.length / 4);
    const byShipping = { ...INCREMENTAL, cursorColumn: 'shipped_at' };
    const skipped = await readAt(START, 'orders', { ...byShipping, nullCursor: 'skip' });
    const loaded = await readAt(START, 'orders', { ...byShipping, nullCursor: 'load' });
    assert.equal(loaded.lines.length, all.lines.length);
    assert.ok(skipped.lines.length < loaded.lines.length);
    const failed = await readAt(START, 'orders', { ...byShipping, nullCursor: 'fail' });
    assert.equal(failed.failure, 'cursor_null');
  });

  it('fails for a cursor without an order', async () => {
    const { failure } = await readAt(START, 'orders', {
      ...INCREMENTAL,
      cursorColumn: 'status',
      startFrom: 'paid',
    });
    assert.equal(failure, 'cursor_unusable');
  });
});

describe('a read of the sample shop', () => {
  it('gives the same rows however many come at a time', async () => {
    const whole = await readAt(START, 'order_lines');
    const parts = await readAt(START, 'order_lines', {}, { configuration: { rowsPerSecond: 100_000 } });
    assert.deepEqual(parts.lines, whole.lines);
  });

  it('gives the rows before an injected failure', async () => {
    const configuration = { failTable: 'order_lines', failAfterRows: 777 };
    const { lines, failure } = await readAt(START, 'order_lines', {}, { configuration });
    assert.deepEqual([lines.length, failure], [777, 'sample_outage']);
  });

  it('leaves out what a mask drops', async () => {
    const { lines } = await readAt(START, 'stores', { masks: { latitude: 'drop', longitude: 'drop' } });
    assert.equal(lines[0]!.split(',').length, 8);
  });
});
