import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataOf, type Dict } from '../template/values.ts';
import { RecordBatches } from './records.ts';
import { Sample } from './schema.ts';

test('moments of records have any form of offset, and reach the engine as it reads them', () => {
  const texts = [
    '2026-01-01T10:00:00Z',
    '2026-01-01T10:00Z',
    '2026-01-01T10:00+01',
    '2026-01-01 10:00:00 +0000',
  ];
  const records = texts.map((at) => dataOf({ at }) as Dict);
  const sample = new Sample();
  for (const record of records) sample.add(record);
  const shape = sample.shape([]);
  assert.equal(shape.columns[0]!.type, 'TIMESTAMP WITH TIME ZONE');
  const batches = new RecordBatches(shape);
  for (const record of records) assert.equal(batches.add(record), null);
  const [column] = batches.take().columns;
  assert.ok(column?.layout === 'text');
  const ends = [0, ...column.ends.subarray(0, texts.length)];
  assert.deepEqual(
    texts.map((_, at) => Buffer.from(column.data.subarray(ends[at], ends[at + 1])).toString()),
    [
      '2026-01-01T10:00:00Z',
      '2026-01-01 10:00:00+00:00',
      '2026-01-01 10:00:00+01:00',
      '2026-01-01 10:00:00+00:00',
    ],
  );
});
