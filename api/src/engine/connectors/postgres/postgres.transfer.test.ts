import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { CopyToStreamQuery } from 'pg-copy-streams';
import type { FailureError } from '../../../platform/failures/failure.ts';
import type { RecordsFile, Rejection } from '../../protocol/protocol.ts';
import { Handover } from './postgres.handover.ts';
import { RowScanner } from './postgres.row-scanner.ts';
import { SilenceWatch } from './postgres.silence-watch.ts';
import { Transfer } from './postgres.transfer.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ROWS = Array.from({ length: 300 }, (_, at) =>
  at % 3 === 0 ? `${at},"two\nlines, ""quoted""\n"\n` : at % 3 === 1 ? `${at},\n` : `${at},""\n`,
);
const TEXT = ROWS.join('');

describe('Rows in the output of COPY', () => {
  it('are counted correctly wherever the chunks end', () => {
    for (let size = 1; size < 40; size += 1) {
      const scanner = new RowScanner();
      let read = 0;
      let lastEnd = 0;
      for (const chunk of chunksOf(size)) {
        const end = scanner.scan(chunk);
        if (end > 0) lastEnd = read + end;
        read += chunk.length;
      }
      assert.deepEqual([scanner.rows, lastEnd], [ROWS.length, TEXT.length]);
    }
  });
});

describe('Records files', () => {
  it('end at row boundaries and contain everything that was sent', async () => {
    const transfer = begin(chunksOf(37), { segmentBytes: 500 });
    const files = await takeAll(transfer);
    assert.ok(files.length > 5);
    assert.equal(files.map(({ text }) => text).join(''), TEXT);
    for (const { file, text } of files) {
      assert.ok(text.length < 500 + 80);
      const first = /^\d+/.exec(text);
      assert.ok(first, 'a file begins within a row');
      assert.equal(ROWS.slice(Number(first[0]), Number(first[0]) + file.rows!).join(''), text);
    }
  });

  it('are never more than two at a time, however slowly they are taken', async () => {
    const transfer = begin(chunksOf(37), { segmentBytes: 500 });
    await takeAll(transfer, async () => assert.ok((await readdir(folder)).length <= 2));
  });

  it('aren’t created if nothing was sent', async () => {
    assert.deepEqual(await takeAll(begin([])), []);
    assert.deepEqual(await readdir(folder), []);
  });

  it('are removed if the source fails', async () => {
    const source = Readable.from(failingSource(new Error('gone')));
    await assert.rejects(takeAll(begin(source, { segmentBytes: 1000 })), /gone/);
    assert.deepEqual(await readdir(folder), []);
  });

  const LARGE = 21 * 1024 * 1024;
  const portions: [title: string, bytes: number][] = [
    ['in chunks of a network’s size', 65_536],
    ['in chunks one byte larger', 65_537],
    ['in large chunks', 1_000_000],
  ];
  for (const [title, size] of portions) {
    it(`leave out rows that are too large, and contain all others, ${title}`, async () => {
      const rows = [
        '1,a\n',
        `2,"${'é""'.repeat(LARGE / 4)}"\n`,
        '3,"b\n"\n',
        '4,c\n',
        `5,${'x'.repeat(LARGE)}\n`,
      ];
      const transfer = begin(cut(Buffer.from(rows.join('')), size));
      const rejected: Rejection[] = [];
      const files = await takeAll(transfer, undefined, rejected);
      assert.equal(files.map(({ text }) => text).join(''), rows[0]! + rows[2]! + rows[3]!);
      assert.equal(
        files.reduce((sum, { file }) => sum + file.rows!, 0),
        3,
      );
      assert.deepEqual(
        rejected.map(({ line, code, raw }) => [line, code, raw.slice(0, 6)]),
        [
          [2, 'row_too_large', '2,"é""'],
          [5, 'row_too_large', '5,xxxx'],
        ],
      );
    });
  }

  it('aren’t created if every row is too large', async () => {
    const rejected: Rejection[] = [];
    const large = Buffer.from(`${'x'.repeat(LARGE)}\n`.repeat(3));
    assert.deepEqual(await takeAll(begin(cut(large, 65_536)), undefined, rejected), []);
    assert.equal(rejected.length, 3);
    assert.deepEqual(await readdir(folder), []);
  });

  it('fail with the disk’s error if they can’t be written', async () => {
    await rm(folder, { recursive: true });
    await assert.rejects(takeAll(begin(chunksOf(37))), { code: 'ENOENT' });
  });

  it('wait for a silent source until the idle timeout', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const source = new Readable({ read: () => undefined });
    const transfer = begin(source, { idleTimeout: 180_000 }, (reason) => source.destroy(reason));
    const taken = takeAll(transfer);
    t.mock.timers.tick(179_999);
    assert.equal(source.destroyed, false);
    t.mock.timers.tick(1);
    await assert.rejects(
      taken,
      (error: FailureError) => error.failure.code === 'source_silent' && error.failure.values.minutes === 3,
    );
    assert.deepEqual(await readdir(folder), []);
  });
});

describe('Progress', () => {
  it('is reported at most four times a second, with only the newest count', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const handover = new Handover();
    for (const rows of [1, 2, 3]) handover.progress(rows);
    const reported = handover.next();
    now = 250;
    handover.progress(4);
    handover.progress(5);
    assert.deepEqual(await reported, { type: 'progress', rows: 5 });
    handover.progress(6);
    handover.end();
    assert.deepEqual(await handover.next(), { type: 'end' });
  });
});

function* failingSource(error: Error): Iterable<Buffer> {
  yield* chunksOf(500).slice(0, 4);
  throw error;
}

const cut = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );

const chunksOf = (size: number) => cut(Buffer.from(TEXT), size);

function begin(
  source: Readable | Buffer[],
  {
    segmentBytes = 64 * 1024 ** 2,
    idleTimeout = 60_000,
  }: { segmentBytes?: number; idleTimeout?: number } = {},
  giveUp: (reason: Error) => void = () => undefined,
): Transfer {
  const copy = (Array.isArray(source) ? Readable.from(source) : source) as CopyToStreamQuery;
  const silence = new SilenceWatch({ table: 'orders', idleTimeout, giveUp });
  return new Transfer(copy, { folder, silence, cancel: () => undefined, segmentBytes });
}

async function takeAll(
  transfer: Transfer,
  look = async () => undefined as void,
  rejected: Rejection[] = [],
): Promise<{ file: RecordsFile; text: string }[]> {
  const running = transfer.run();
  const files: { file: RecordsFile; text: string }[] = [];
  const { handover } = transfer;
  try {
    for (let delivery = await handover.next(); delivery.type !== 'end'; delivery = await handover.next()) {
      if (delivery.type === 'progress') continue;
      if (delivery.type === 'rejected') {
        rejected.push(...delivery.rows);
        continue;
      }
      await new Promise((resolve) => setImmediate(resolve)); // Lets the source continue as far as it can.
      await look();
      files.push({ file: delivery.file, text: await readFile(delivery.file.path, 'utf8') });
      await rm(delivery.file.path);
      handover.release();
    }
    return files;
  } finally {
    await handover.fail(new Error('no longer needed'));
    await running;
  }
}
