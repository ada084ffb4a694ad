import { isUtf8 } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { FailureError } from '@headwater/base/failures/failure';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import { rejectionReason, type RejectionReason } from '@headwater/protocol/rejection';
import { openAsUtf8, type TextFile, type Utf8Source } from './csv.encoding.ts';
import { CR, LF, physicalLineEnd, RowCutter, type Layout } from './csv.row.ts';
import type { SplitRows } from './csv.split-rows.ts';

const CHUNK = 2 * 1024 * 1024;
const RAW_SHOWN = 500;

/** Receives each row. `bytes` and the cutter's fields are valid only until the next call. */
export interface RowListener {
  /** Finds rows that were split, which are broken. Null above the rows, and if nobody looks for them. */
  readonly splits: SplitRows | null;
  /** What was received must be passed on before the next row. */
  readonly isFull: boolean;
  row(bytes: Buffer, start: number, line: number): void;
  blank(): void;
  /** Called for a physical line that can't be part of any row. */
  broken(line: number, reason: RejectionReason, raw: string): void;
}

/**
 * Reads a delimited file once, row by row, in bounded memory whatever it contains. If a quote never closes or a row is
 * too large, it rejects only that physical line and continues with the next one.
 */
export class DelimitedReader {
  readonly #file: TextFile;
  readonly #rejectsInvalid: boolean;
  readonly cutter: RowCutter;
  #line = 1;

  /** Throws for a row that isn't valid UTF-8, unless such rows are to be rejected. */
  constructor(file: TextFile, layout: Layout, rejectsInvalid: boolean) {
    this.#file = file;
    this.#rejectsInvalid = rejectsInvalid;
    this.cutter = new RowCutter(layout);
  }

  /** Reads the whole file. Yields whenever the listener is full, and regularly otherwise. */
  async *read(listener: RowListener, signal: AbortSignal): AsyncGenerator<void> {
    const source = await openAsUtf8(this.#file);
    try {
      yield* this.#readAll(source, listener, signal);
    } finally {
      await source.close();
    }
  }

  async *#readAll(source: Utf8Source, listener: RowListener, signal: AbortSignal): AsyncGenerator<void> {
    const most = await this.#mostBytes();
    const chunk = Math.min(CHUNK, most);
    const buffer = Buffer.allocUnsafeSlow(chunk + Math.min(RECORD_LIMIT, most));
    let held = 0;
    let skipping = false;
    let first = true;
    for (;;) {
      signal.throwIfAborted();
      const bytesRead = await source.read(buffer, held, chunk);
      const end = held + bytesRead;
      const endOfFile = bytesRead === 0;
      this.#refuseBinary(buffer, held, end);
      let at = first && startsWithBom(buffer) ? 3 : 0;
      first = false;
      if (skipping) {
        const lineEnd = physicalLineEnd(buffer, at, end);
        if (lineEnd < 0 && !endOfFile) {
          held = keepReturn(buffer, end);
          continue;
        }
        at = lineEnd < 0 ? end : lineEnd;
        this.#line += 1;
      }
      const isValid = isUtf8(buffer.subarray(at, endOfFile ? end : wholeCharacters(buffer, at, end)));
      for (;;) {
        [at, skipping] = this.#rows(buffer, at, end, { endOfFile, isValid }, listener);
        if (!listener.isFull) break;
        yield;
      }
      yield;
      if (endOfFile) return;
      held = skipping ? keepReturn(buffer, end) : end - at;
      if (!skipping) buffer.copyWithin(0, at, end);
    }
  }

  /** How many bytes of text there can be: with hundreds of small files, the buffers would cost more than the reading. */
  async #mostBytes(): Promise<number> {
    const { path, packing, encoding } = this.#file;
    if (encoding !== 'utf-8') return Infinity;
    // The reader needs room to find that there is no more.
    if (typeof packing === 'object') return packing.entry.uncompressedSize + 1;
    return packing === 'none' ? (await stat(path)).size + 1 : Infinity;
  }

  /**
   * Cuts complete rows until the listener is full. Returns where the rest starts, and whether the rest of the current
   * line must be skipped.
   */
  #rows(
    bytes: Buffer,
    from: number,
    end: number,
    { endOfFile, isValid }: { endOfFile: boolean; isValid: boolean },
    listener: RowListener,
  ): [number, boolean] {
    const { cutter } = this;
    let at = from;
    while (at < end && !listener.isFull) {
      const result = cutter.cut(bytes, at, end, endOfFile);
      if (result === 'incomplete' && end - at <= RECORD_LIMIT) break;
      const tooLong = result === 'incomplete' || cutter.next - at > RECORD_LIMIT;
      if (result === 'bad_quote' || tooLong) {
        const lineEnd = physicalLineEnd(bytes, at, end);
        const stop = lineEnd < 0 ? end : lineEnd;
        if (!isValid && lineEnd >= 0 && !this.#rejectsInvalid) this.#requireUtf8(bytes, at, stop);
        const reason = brokenReason(result === 'bad_quote', stop - at);
        listener.broken(this.#line, reason, shown(bytes, at, stop));
        if (lineEnd < 0) return [end, true];
        at = lineEnd;
        this.#line += 1;
        continue;
      }
      const pieces = result === 'row' ? this.#pieces(bytes, at, end, endOfFile, listener.splits) : null;
      if (pieces === 'incomplete' && end - at <= RECORD_LIMIT) break;
      if (Array.isArray(pieces)) {
        for (const piece of pieces) {
          const raw = shown(bytes, piece.start, piece.end);
          if (piece.isBlank) listener.blank();
          else listener.broken(this.#line, rejectionReason('row_split'), raw);
          this.#line += piece.lines;
          at = piece.end;
        }
        continue;
      }
      if (isValid || this.#isReadable(bytes, at)) {
        if (result === 'row') listener.row(bytes, at, this.#line);
        else listener.blank();
      } else {
        listener.broken(this.#line, rejectionReason('not_utf8'), shown(bytes, at, cutter.next));
      }
      this.#line += 1 + cutter.innerLines;
      at = cutter.next;
    }
    return [at, false];
  }

  /** Returns the lines of a row that was split and starts here. Afterward the cutter has its first line, as before. */
  #pieces(bytes: Buffer, at: number, end: number, endOfFile: boolean, splits: SplitRows | null) {
    const { cutter } = this;
    if (!splits || cutter.fields >= splits.columns || cutter.fields < 2) return null;
    const pieces = splits.at(cutter, bytes, at, end, endOfFile);
    cutter.cut(bytes, at, end, endOfFile);
    return pieces;
  }

  /** Returns whether the row that was cut last is valid UTF-8. */
  #isReadable(bytes: Uint8Array, start: number): boolean {
    if (!this.#rejectsInvalid) this.#requireUtf8(bytes, start, this.cutter.next);
    return isUtf8(bytes.subarray(start, this.cutter.next));
  }

  #requireUtf8(bytes: Uint8Array, start: number, end: number): void {
    if (isUtf8(bytes.subarray(start, end))) return;
    throw new FailureError('file_not_utf8', { file: this.#file.name, line: this.#line });
  }

  #refuseBinary(bytes: Buffer, start: number, end: number): void {
    const nul = bytes.subarray(start, end).indexOf(0);
    if (nul >= 0)
      throw new FailureError('file_binary', {
        file: this.#file.name,
        kind: 'binary data',
        kindCode: 'binary',
      });
  }
}

/** Returns the start of a row as shown in the list of rejected rows. */
export function shown(bytes: Uint8Array, start: number, end: number): string {
  let stop = Math.min(end, start + RAW_SHOWN);
  while (stop > start && (bytes[stop - 1] === LF || bytes[stop - 1] === CR)) stop -= 1;
  return Buffer.from(bytes.subarray(start, stop)).toString('utf8');
}

function brokenReason(badQuote: boolean, lineLength: number): RejectionReason {
  const mebibytes = RECORD_LIMIT / 1024 ** 2;
  if (lineLength > RECORD_LIMIT) return rejectionReason('line_too_long', { mebibytes });
  return badQuote ? rejectionReason('quote_not_closed') : rejectionReason('quote_too_long', { mebibytes });
}

const startsWithBom = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Keeps only a CR at the end of a chunk of a skipped line: the next byte shows whether the newline is CR or CRLF. */
function keepReturn(buffer: Uint8Array, end: number): number {
  if (buffer[end - 1] !== CR) return 0;
  buffer[0] = CR;
  return 1;
}

/** Returns the end of the last character that is complete. */
function wholeCharacters(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - 1; at >= Math.max(start, end - 3); at -= 1) {
    const byte = bytes[at]!;
    if (byte < 0x80) return end;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0;
    if (length > 0) return at + length > end ? at : end;
  }
  return end;
}
