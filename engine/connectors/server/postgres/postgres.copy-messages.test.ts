import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CopyMessages } from './postgres.copy-messages.ts';
import { copyBytes, END, int32, type Field } from './testing/copy-bytes.ts';

const LARGE = 21 * 1024 ** 2;

/** Reads everything in chunks of this size. Returns each row's bytes, without the number of its fields. */
function rowsIn(bytes: Buffer, size: number) {
  const messages = new CopyMessages();
  const rows: { bytes: Buffer; isCut: boolean }[] = [];
  const rest: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    if (messages.rest) {
      rest.push(chunk);
      continue;
    }
    messages.push(chunk);
    while (messages.next()) {
      const { row } = messages;
      rows.push({ bytes: Buffer.from(row.bytes.subarray(row.start + 2, row.end)), isCut: row.isCut });
    }
    if (messages.rest) rest.push(messages.rest);
  }
  return { rows, rest: Buffer.concat(rest) };
}

const ROWS: Field[][] = Array.from({ length: 40 }, (_, at) => [
  Buffer.alloc(at, at),
  at % 3 ? null : Buffer.alloc(0),
]);

describe('The messages of a binary COPY', () => {
  it('are split into rows wherever the chunks end, and the rest is the driver’s', () => {
    for (let size = 1; size < 120; size += 1) {
      const { rows, rest } = rowsIn(copyBytes(ROWS), size);
      assert.deepEqual(
        rows.map(({ bytes }) => bytes),
        ROWS.map((fields) =>
          Buffer.concat(fields.flatMap((field) => [int32(field?.length ?? -1), field ?? Buffer.alloc(0)])),
        ),
      );
      assert.deepEqual(rest, END);
    }
  });

  it('have no rows if the table is empty', () => {
    const { rows, rest } = rowsIn(copyBytes([]), 7);
    assert.deepEqual([rows, rest], [[], END]);
  });

  for (const size of [65_536, 65_537, 1_000_000, 50 * 1024 ** 2]) {
    it(`leave out all but the beginning of rows over the limit, in chunks of ${size} bytes`, () => {
      const given = [
        [Buffer.from('a')],
        [Buffer.alloc(LARGE, 'x')],
        [Buffer.from('b')],
        [Buffer.alloc(LARGE, 'y')],
      ];
      const { rows, rest } = rowsIn(copyBytes(given), size);
      assert.deepEqual(
        rows.map(({ bytes, isCut }) => [isCut, bytes.length < 3000, bytes.toString('latin1', 4, 5)]),
        [
          [false, true, 'a'],
          [true, true, 'x'],
          [false, true, 'b'],
          [true, true, 'y'],
        ],
      );
      assert.deepEqual(rest, END);
    });
  }

  it('are refused if they aren’t in the binary format', () => {
    const text = Buffer.concat([Buffer.from('d'), int32(4 + 8), Buffer.from('1\tfirst\n'), END]);
    assert.throws(() => rowsIn(text, 1000), /binary format/);
  });

  it('can be read to their end without rows', () => {
    const messages = new CopyMessages();
    messages.discard();
    messages.push(copyBytes(ROWS));
    assert.equal(messages.next(), false);
    assert.deepEqual(messages.rest, END);
  });
});
