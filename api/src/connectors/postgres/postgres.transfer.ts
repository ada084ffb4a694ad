import { join } from 'node:path';
import type { CopyToStreamQuery } from 'pg-copy-streams';
import { FailureError } from '../failure.ts';
import { Handover } from './postgres.handover.ts';
import { RowScanner } from './postgres.row-scanner.ts';
import { Segment } from './postgres.segment.ts';
import type { SilenceWatch } from './postgres.silence-watch.ts';

/** Large enough that starting a load costs nothing beside it, small enough that two fit everywhere. */
export const SEGMENT_BYTES = 64 * 1024 * 1024;
/** The warehouse takes no longer record. */
const ROW_BYTES = 20 * 1024 * 1024;

interface TransferOptions {
  folder: string;
  table: string;
  silence: SilenceWatch;
  segmentBytes?: number;
  /** Asks the source to send no more. */
  cancel(): void;
}

let files = 0;

/** Writes what COPY sends into records files, cut where rows end. */
export class Transfer {
  readonly handover = new Handover();
  readonly #source: CopyToStreamQuery;
  readonly #options: TransferOptions;
  readonly #scanner = new RowScanner();
  #segment: Segment | null = null;
  #rowsBefore = 0;
  #sinceRowEnd = 0;

  constructor(source: CopyToStreamQuery, options: TransferOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Resolves when the source has sent everything or failed, and says which through the handover too. */
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

  /** A failure of ours ends the stream, not the connection: what the source still sends has to be taken off it. */
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

  async #write(chunk: Buffer): Promise<void> {
    const { segmentBytes = SEGMENT_BYTES } = this.#options;
    const end = this.#scanner.scan(chunk);
    this.#checkRow(chunk.length, end);
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
    this.handover.progress(this.#scanner.rows);
  }

  #checkRow(length: number, end: number): void {
    this.#sinceRowEnd = end > 0 ? length - end : this.#sinceRowEnd + length;
    if (this.#sinceRowEnd <= ROW_BYTES) return;
    throw new FailureError('load_failed', {
      table: this.#options.table,
      reason: 'a row is larger than 20 MiB',
    });
  }

  async #begin(): Promise<void> {
    this.#options.silence.stop(); // now it is the loader that is waited for
    await this.handover.take();
    this.#segment = await Segment.create(join(this.#options.folder, `postgres-${(files += 1)}.csv`));
    this.#options.silence.start();
  }

  async #pass(): Promise<void> {
    if (!this.#segment) return;
    const rows = this.#scanner.rows - this.#rowsBefore;
    this.handover.put(await this.#segment.finish(rows));
    this.#segment = null;
    this.#rowsBefore = this.#scanner.rows;
  }
}
