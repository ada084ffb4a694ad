import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { FailureError } from '@headwater/base/failures/failure';
import type { BatchColumn, RecordsBatch, StreamColumn } from '@headwater/protocol/protocol';
import { column, TestWarehouse } from '../testing/test-warehouse.ts';

const warehouse = await TestWarehouse.open();
after(() => warehouse.close());

const COLUMNS: StreamColumn[] = [
  column('id', 'INTEGER'),
  column('at', 'TIMESTAMP'),
  column('note', 'VARCHAR'),
];

const fixed = (values: Int32Array | BigInt64Array): BatchColumn => ({
  layout: 'fixed',
  width: values.BYTES_PER_ELEMENT as 4 | 8,
  data: new Uint8Array(values.buffer),
  valid: null,
});

function text(values: readonly (string | null)[]): BatchColumn {
  const valid = new Uint8Array(Math.ceil(values.length / 8)).fill(0xff);
  const ends = new Uint32Array(values.length);
  let end = 0;
  for (const [row, value] of values.entries()) {
    if (value === null) valid[row >> 3]! &= ~(1 << (row & 7));
    ends[row] = end += Buffer.byteLength(value ?? '');
  }
  return { layout: 'text', data: Buffer.from(values.join('')), ends, valid };
}

const batch = (...columns: BatchColumn[]): RecordsBatch => ({ rows: 3, columns });

async function load(batches: readonly RecordsBatch[]) {
  const path = warehouse.newVersionPath();
  const stage = await warehouse.engine.begin(path, 'orders', COLUMNS, null);
  try {
    for (const each of batches) await stage.append(each);
    const staged = await stage.finish();
    const rows = await warehouse.rowsOf({
      kind: 'rows',
      file: { path, bytes: staged.bytes },
      columns: staged.columns,
      shown: staged.columns,
      query: null,
      isAlphabetical: false,
      place: { after: null },
      limit: 100,
    });
    return { ...staged, values: rows };
  } catch (error) {
    await stage.discard();
    assert.equal(existsSync(path), false);
    throw error;
  }
}

const LONG = 'a text that doesn’t fit into twelve bytes';

describe('Batches', () => {
  test('are loaded with each value, short and long texts, empty ones, and NULL', async () => {
    const { rows, values } = await load([
      batch(
        fixed(Int32Array.of(1, -2, 3)),
        fixed(BigInt64Array.of(0n, -1n, 2n ** 63n - 1n)),
        text([LONG, null, '']),
      ),
      batch(
        fixed(Int32Array.of(4, 5, 6)),
        fixed(BigInt64Array.of(0n, 0n, 0n)),
        text(['é', LONG, 'exactly 12 b']),
      ),
    ]);
    assert.equal(rows, 6);
    assert.deepEqual(values, [
      ['1', '1970-01-01T00:00:00', LONG],
      ['-2', '1969-12-31T23:59:59.999999', null],
      ['3', 'infinity', ''],
      ['4', '1970-01-01T00:00:00', 'é'],
      ['5', '1970-01-01T00:00:00', LONG],
      ['6', '1970-01-01T00:00:00', 'exactly 12 b'],
    ]);
  });

  test('widen a column that continues as text with a value that its type can’t hold, also if it’s typed again', async () => {
    const ids = fixed(Int32Array.of(1, 2, 3));
    const typed = fixed(BigInt64Array.of(0n, 1n, 2n));
    const notes = text(['', '', '']);
    const { columns, values } = await load([
      batch(ids, typed, notes),
      batch(ids, text(['2024-01-01 00:00:00', '294276-12-31 23:59:59', null]), notes),
      batch(ids, typed, notes),
    ]);
    assert.deepEqual(
      columns.map(({ type }) => type),
      ['INTEGER', 'VARCHAR', 'VARCHAR'],
    );
    const before = ['1970-01-01 00:00:00', '1970-01-01 00:00:00.000001', '1970-01-01 00:00:00.000002'];
    assert.deepEqual(
      values.map((row) => row[1]),
      [...before, '2024-01-01 00:00:00', '294276-12-31 23:59:59', null, ...before],
    );
  });

  test('whose types keep changing all arrive, although each fills a buffer of its own', async () => {
    const times = [fixed(BigInt64Array.of(0n, 1n, 2n)), text(['2024-01-01 00:00:00', null, null])] as const;
    const batches = Array.from({ length: 150 }, (_, at) =>
      batch(fixed(Int32Array.of(3 * at, 3 * at + 1, 3 * at + 2)), times[at % 2]!, text(['', '', ''])),
    );
    assert.equal((await load(batches)).rows, 450);
  });

  test('with text that isn’t UTF-8 fail, and nothing is left', async () => {
    const broken: BatchColumn = {
      layout: 'text',
      data: Buffer.alloc(60, 0xff),
      ends: Uint32Array.of(20, 40, 60),
      valid: null,
    };
    const times = fixed(BigInt64Array.of(0n, 0n, 0n));
    await assert.rejects(
      load([batch(fixed(Int32Array.of(1, 2, 3)), times, broken)]),
      (error: FailureError) => error.failure.code === 'load_failed',
    );
  });
});
