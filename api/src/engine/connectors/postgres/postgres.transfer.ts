import { join } from 'node:path';
import type { CopyToStreamQuery } from 'pg-copy-streams';
import type { StreamColumn } from '../../protocol/protocol.ts';
import { rejectionReason } from '../../protocol/rejection.ts';
import { Handover } from './postgres.handover.ts';
import { RowScanner } from './postgres.row-scanner.ts';
import { Segment } from './postgres.segment.ts';
import type { SilenceWatch } from './postgres.silence-watch.ts';

/** Large enough to make the start of a load negligible, small enough that two files fit on any disk. */
const SEGMENT_BYTES = 32 * 1024 * 1024;
/** Smaller for lists: the engine parses all lists of a file at once and holds them several times over. */
const LIST_SEGMENT_BYTES = 4 * 1024 * 1024;
/** The largest row that the warehouse accepts. */
const ROW_MEBIBYTES = 20;
const ROW_BYTES = ROW_MEBIBYTES * 1024 * 1024;

interface TransferOptions {
  folder: string;
  silence: SilenceWatch;
  segmentBytes: number;
  /** Asks the source to stop sending. */
  cancel(): void;
}

/** Returns how large a records file with these columns may become. */
export const segmentBytesFor = (columns: readonly Pick<StreamColumn, 'type'>[]): number =>
  columns.some(({ type }) => type.endsWith('[]')) ? LIST_SEGMENT_BYTES : SEGMENT_BYTES;

let files = 0;

/** Writes the output of COPY into records files that end at row boundaries. */
export class Transfer {
  readonly handover = new Handover();
  readonly #source: CopyToStreamQuery;
  readonly #options: TransferOptions;
  readonly #scanner = new RowScanner();
  #segment: Segment | null = null;
  /** Rows in the files that were delivered. */
  #rowsBefore = 0;
  #rejected = 0;
  /** Bytes of the row that has not ended yet. */
  #rowBytes = 0;

  constructor(source: CopyToStreamQuery, options: TransferOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Resolves when the source has sent everything or failed. The handover reports which. */
  async run(): Promise<void> {
    try {
      await this.#pump();
      await this.#pass();
      this.handover.end();
    } catch (error) {
      await this.#segment?.discard();
      this.#segment = null;
      await this.handover.fail(error);
    } finally {
      this.#options.silence.stop();
    }
  }

  /** An error on our side ends the stream but not the connection, so what the source still sends must be read. */
  async #pump(): Promise<void> {
    let failed = false;
    let problem: unknown;
    this.#options.silence.start();
    try {
      for await (const chunk of this.#source as AsyncIterable<Buffer>) {
        this.#options.silence.heard(chunk.length);
        if (failed) continue;
        try {
          await this.#write(chunk);
        } catch (error) {
          [failed, problem] = [true, error];
          this.#options.cancel();
        }
      }
    } catch (error) {
      throw failed ? problem : error;
    }
    if (failed) throw problem;
  }

  async #write(whole: Buffer): Promise<void> {
    const { segmentBytes } = this.#options;
    const line = this.#scanner.rows + 1;
    const lastEnd = this.#scanner.scan(whole);
    const leftOut = await this.#leaveOut(whole, line);
    if (lastEnd > 0) this.#rowBytes = whole.length - lastEnd;
    this.handover.progress(this.#scanner.rows);
    if (leftOut === whole.length) return;
    const chunk = whole.subarray(leftOut);
    const end = Math.max(0, lastEnd - leftOut);
    if (!this.#segment) await this.#begin();
    const isFull = end > 0 && this.#segment!.bytes + end >= segmentBytes;
    await this.#segment!.write(isFull ? chunk.subarray(0, end) : chunk);
    if (isFull) {
      await this.#pass();
      if (end < chunk.length) {
        await this.#begin();
        await this.#segment!.write(chunk.subarray(end));
      }
    }
  }

  /** Returns how many bytes at the start of the chunk belong to a row that is too large, and rejects that row. */
  async #leaveOut(chunk: Buffer, line: number): Promise<number> {
    const { firstEnd } = this.#scanner;
    const before = this.#rowBytes;
    const ofRow = firstEnd || chunk.length;
    this.#rowBytes += ofRow;
    if (this.#rowBytes <= ROW_BYTES) return 0;
    if (before <= ROW_BYTES) {
      // The row began in an earlier chunk, because a single chunk from a socket is far smaller than the limit.
      const raw = (await this.#segment!.cut(this.#segment!.bytes - before)).toString();
      this.handover.reject({
        line,
        column: null,
        raw,
        ...rejectionReason('row_too_large', { mebibytes: ROW_MEBIBYTES }),
      });
      this.#rejected += 1;
    }
    return ofRow;
  }

  async #begin(): Promise<void> {
    this.#options.silence.stop(); // From now on, the loader is being waited for, not the source.
    await this.handover.take();
    this.#segment = await Segment.create(join(this.#options.folder, `postgres-${(files += 1)}.csv`));
    this.#options.silence.start();
  }

  async #pass(): Promise<void> {
    if (!this.#segment) return;
    const rows = this.#scanner.rows - this.#rejected;
    if (this.#segment.bytes > 0) this.handover.put(await this.#segment.finish(rows - this.#rowsBefore));
    else {
      await this.#segment.discard();
      this.handover.release();
    }
    this.#segment = null;
    this.#rowsBefore = rows;
  }
}
