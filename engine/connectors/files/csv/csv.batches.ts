import { ByteValues } from '@headwater/protocol/batch-values';
import { BATCH_ROWS, type BatchColumn, type RecordsBatch } from '@headwater/protocol/protocol';
import type { KnownFile } from '../file-format.ts';
import type { Dialect } from './csv.dialect.ts';
import { DelimitedReader, shown, type RowListener } from './csv.reader.ts';
import { RejectedRows } from './csv.rejected-rows.ts';
import type { RowCutter } from './csv.row.ts';
import { fitOf } from './csv.row-fit.ts';
import { SplitRows } from './csv.split-rows.ts';
import { rewritten, type Rewrite } from './csv.types.ts';
import type { RejectionReason } from '@headwater/protocol/rejection';

/** A batch is passed on when its rows have this many bytes, however few they are. */
const BYTES = 4 * 1024 ** 2;

/** How a file is read, as its scan has determined. */
export interface ReadPlan {
  dialect: Dialect;
  /** For each column, how its values must be rewritten. Null if the warehouse can read them. */
  rewrites: readonly (Rewrite | null)[];
}

export interface ReadPart {
  /** Null if there are only rejected rows. The next part uses its buffers again. */
  batch: RecordsBatch | null;
  rejected: RejectedRows;
}

/**
 * Reads a file's rows in batches and in bounded memory: without preamble and header, with texts in UTF-8, and with
 * numbers and dates as the warehouse reads them. Rejects the same rows as the scan.
 */
export async function* readBatches(
  { path, fileName, packing }: KnownFile,
  plan: ReadPlan,
  signal: AbortSignal,
): AsyncGenerator<ReadPart> {
  const { encoding } = plan.dialect;
  const reader = new DelimitedReader({ path, name: fileName, packing, encoding }, plan.dialect, true);
  const builder = new BatchBuilder(reader.cutter, plan);
  for await (const _ of reader.read(builder, signal)) {
    const part = builder.take();
    if (part.batch || part.rejected.count > 0) yield part;
  }
}

class BatchBuilder implements RowListener {
  readonly #cutter: RowCutter;
  readonly #rewrites: ReadPlan['rewrites'];
  readonly #quote: number;
  readonly #isDoubled: boolean;
  readonly #shortRows: Dialect['shortRows'];
  readonly #columns: ByteValues[];
  /** Rows still to be skipped: the preamble and the header. */
  #toSkip: number;
  readonly #splits: SplitRows | null;
  #rows = 0;
  #bytes = 0;
  #rejected = new RejectedRows();

  constructor(cutter: RowCutter, { dialect, rewrites }: ReadPlan) {
    this.#cutter = cutter;
    this.#rewrites = rewrites;
    this.#quote = dialect.quote.charCodeAt(0);
    this.#isDoubled = dialect.escape !== 'backslash';
    this.#shortRows = dialect.shortRows;
    this.#columns = rewrites.map(() => new ByteValues());
    this.#toSkip = dialect.preamble + (dialect.hasHeader ? 1 : 0);
    this.#splits = dialect.splitKinds ? new SplitRows(dialect.splitKinds.length, dialect.splitKinds) : null;
  }

  get isFull(): boolean {
    return this.#rows === BATCH_ROWS || this.#bytes >= BYTES;
  }

  get splits(): SplitRows | null {
    return this.#toSkip === 0 ? this.#splits : null;
  }

  row(bytes: Buffer, start: number, line: number): void {
    const { fields, next } = this.#cutter;
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return;
    }
    const columns = this.#columns;
    if (fitOf(this.#cutter, columns.length, this.#shortRows) === 'uneven') {
      this.#rejected.addUneven(line, fields, columns.length, shown(bytes, start, next));
      return;
    }
    if (this.#rows === 0) for (const column of columns) column.clear();
    const given = Math.min(fields, columns.length);
    for (let at = 0; at < given; at += 1) this.#set(columns[at]!, bytes, at);
    for (let at = given; at < columns.length; at += 1) columns[at]!.setNull(this.#rows);
    this.#rows += 1;
    this.#bytes += next - start;
  }

  blank(): void {}

  broken(line: number, reason: RejectionReason, raw: string): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else this.#rejected.add(line, reason, raw);
  }

  /** Returns the rows since the last call. */
  take(): ReadPart {
    const [rows, rejected] = [this.#rows, this.#rejected];
    this.#rows = 0;
    this.#bytes = 0;
    if (rejected.count > 0) this.#rejected = new RejectedRows();
    return { batch: rows > 0 ? { rows, columns: this.#columns.map(textsOf) } : null, rejected };
  }

  #set(column: ByteValues, bytes: Buffer, at: number): void {
    const { starts, ends, quoted } = this.#cutter;
    const [start, end, isQuoted] = [starts[at]!, ends[at]!, quoted[at] === 1];
    // A quoted empty field is an empty string, an unquoted one is NULL.
    if (start === end && !isQuoted) column.setNull(this.#rows);
    else if (this.#rewrites[at] && start < end) this.#rewrite(column, bytes, at, this.#rewrites[at]);
    else if (isQuoted && this.#cutter.escaped) this.#setUnescaped(column, bytes, at);
    else column.set(this.#rows, bytes, start, end);
  }

  #setUnescaped(column: ByteValues, bytes: Buffer, at: number): void {
    const { starts, ends } = this.#cutter;
    if (this.#isDoubled) return column.setUnescaped(this.#rows, bytes, starts[at]!, ends[at]!, this.#quote);
    const text = Buffer.from(this.#cutter.text(bytes, at));
    column.set(this.#rows, text, 0, text.length);
  }

  #rewrite(column: ByteValues, bytes: Buffer, at: number, rewrite: Rewrite): void {
    const text = Buffer.from(rewritten(this.#cutter.text(bytes, at), rewrite));
    if (text.length === 0) column.setNull(this.#rows);
    else column.set(this.#rows, text, 0, text.length);
  }
}

const textsOf = ({ data, ends, valid }: ByteValues): BatchColumn => ({ layout: 'text', data, ends, valid });
