import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import type { FailureError } from '@headwater/base/failures/failure';
import { BATCH_ROWS, type BatchColumn } from '@headwater/protocol/protocol';
import type { RelationColumn } from './postgres.catalog.ts';
import { RowReader, type RowsMessage } from './postgres.rows.ts';
import { SilenceWatch } from '../silence-watch.ts';
import { columnType } from './postgres.types.ts';
import { copyBytes, int32, type Field } from './testing/copy-bytes.ts';

const column = (name: string): RelationColumn => ({
  ...columnType({ name, modifier: -1, dimensions: 0 }),
  name,
  sourceName: name,
  position: 1,
  sourceType: name,
  nullable: true,
});

/** A source that sends these bytes in small chunks. */
function sending(bytes: Buffer) {
  let at = 0;
  return {
    read: async () => bytes.subarray(at, (at += 1000)),
    end: async () => undefined,
  };
}

const watch = (options: Partial<ConstructorParameters<typeof SilenceWatch>[0]> = {}) =>
  new SilenceWatch({ table: 'orders', idleTimeout: 60_000, giveUp: () => undefined, ...options });

async function read(types: string[], rows: Field[][]) {
  const reader = new RowReader(sending(copyBytes(rows)), types.map(column), watch());
  const found: { layouts: string[]; values: (string | null)[][] }[] = [];
  const rejected: unknown[] = [];
  for await (const message of reader.read()) {
    if (message.type === 'REJECTED')
      rejected.push(
        ...message.rows.map(({ line, column, code, raw }) => [line, column, code, raw.slice(0, 8)]),
      );
    if (message.type !== 'RECORDS') continue;
    const { rows: count, columns } = message.batch;
    found.push({
      layouts: columns.map(({ layout }) => layout),
      values: Array.from({ length: count }, (_, row) => columns.map((values) => textAt(values, row))),
    });
  }
  return { found, rejected };
}

/** Returns a value of the batch, before the connector uses its memory again. */
function textAt(values: BatchColumn, row: number): string | null {
  if (values.valid && !(values.valid[row >> 3]! & (1 << (row & 7)))) return null;
  const { data } = values;
  if (values.layout === 'fixed') {
    const view = new DataView(data.buffer, data.byteOffset + row * values.width);
    return String(values.width === 4 ? view.getInt32(0, true) : view.getBigInt64(0, true));
  }
  return Buffer.from(data.subarray(row === 0 ? 0 : values.ends[row - 1], values.ends[row])).toString();
}

const micros = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
};

describe('Rows of a binary COPY', () => {
  it('are passed on in full batches, complete and in order', async () => {
    const count = BATCH_ROWS * 2 + 10;
    const rows = Array.from({ length: count }, (_, at) => [
      int32(at),
      at % 5 ? Buffer.from(`é ${at}`) : null,
    ]);
    const { found } = await read(['int4', 'text'], rows);
    assert.deepEqual(
      found.map(({ values }) => values.length),
      [BATCH_ROWS, BATCH_ROWS, 10],
    );
    assert.deepEqual(
      found.flatMap(({ values }) => values),
      rows.map(([number, text], at) => [String(number!.readInt32BE()), text && `é ${at}`]),
    );
  });

  it('are passed on earlier if they are large', async () => {
    const large = Buffer.alloc(1_500_000, 'x');
    const { found } = await read(
      ['text'],
      Array.from({ length: 7 }, () => [large]),
    );
    assert.deepEqual(
      found.map(({ values }) => values.length),
      [3, 3, 1],
    );
  });

  it('are text from the first value on that the type can’t hold, and the rows before it keep their type', async () => {
    const late = 9_223_372_000_000_000_000n;
    const { found } = await read(
      ['int4', 'timestamp'],
      [
        [int32(1), micros(0n)],
        [int32(2), micros(late)],
        [int32(3), micros(-1n)],
      ],
    );
    assert.deepEqual(found, [
      { layouts: ['fixed', 'fixed'], values: [['1', '946684800000000']] },
      {
        layouts: ['fixed', 'text'],
        values: [
          ['2', '294277-01-08 17:46:40'],
          ['3', '1999-12-31 23:59:59.999999'],
        ],
      },
    ]);
  });

  it('are rejected if their text isn’t UTF-8, also where two broken values would join to a character', async () => {
    const [whole, half] = [Buffer.from('é'), Buffer.from('é').subarray(0, 1)];
    const { found, rejected } = await read(
      ['int4', 'text', 'int4'],
      [
        [int32(1), whole, null],
        [int32(2), half, int32(7)],
        [int32(3), whole.subarray(1), int32(8)],
        [int32(4), null, int32(9)],
        [int32(5), Buffer.from('end'), null],
      ],
    );
    assert.deepEqual(found[0]!.values, [
      ['1', 'é', null],
      ['4', null, '9'],
      ['5', 'end', null],
    ]);
    assert.deepEqual(rejected, [
      [2, 'text', 'not_utf8', '�'],
      [3, 'text', 'not_utf8', '�'],
    ]);
  });

  it('are rejected if they are too large, with their beginning', async () => {
    const rows = [
      [int32(1), Buffer.from('a')],
      [int32(2), Buffer.alloc(21 * 1024 ** 2, 'x')],
      [int32(3), null],
    ];
    const { found, rejected } = await read(['int4', 'text'], rows);
    assert.deepEqual(
      found.flatMap(({ values }) => values),
      [
        ['1', 'a'],
        ['3', null],
      ],
    );
    assert.deepEqual(rejected, [[2, null, 'row_too_large', '2,xxxxxx']]);
  });

  const lies: [what: string, types: string[], row: Field[]][] = [
    ['more fields than columns', ['int4'], [int32(1), int32(2)]],
    ['fewer fields than columns', ['int4', 'int4'], [int32(1)]],
    ['a number of another size', ['int4'], [Buffer.alloc(8)]],
  ];
  for (const [what, types, row] of lies) {
    it(`are refused if the source sends ${what}`, async () => {
      await assert.rejects(read(types, [row]), /binary format/);
    });
  }

  it('are awaited until the idle timeout, and not while a batch is loaded', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const source = new Readable({ read: () => undefined });
    const silence = watch({ idleTimeout: 180_000, giveUp: (reason) => source.destroy(reason) });
    const first = copyBytes([[Buffer.alloc(5_000_000, 'x')], [Buffer.alloc(5_000_000, 'y')]]);
    const chunks = [first];
    const copy = {
      read: () =>
        chunks.length > 0
          ? Promise.resolve(chunks.shift()!)
          : new Promise<Buffer>((_, reject) => source.once('error', reject)),
      end: () => new Promise<void>((_, reject) => source.once('error', reject)),
    };
    const reading = new RowReader(copy, [column('text')], silence).read()[Symbol.asyncIterator]();
    const message: IteratorResult<RowsMessage> = await reading.next();
    assert.equal(message.value.type, 'RECORDS');
    t.mock.timers.tick(1_000_000);
    assert.equal(source.destroyed, false);
    await reading.next();
    const waiting = reading.next();
    await Promise.resolve();
    t.mock.timers.tick(180_000);
    await assert.rejects(
      waiting,
      (error: FailureError) => error.failure.code === 'source_silent' && error.failure.values.minutes === 3,
    );
  });
});
