import { isUtf8 } from 'node:buffer';
import { FailureError } from '@headwater/base/failures/failure';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import type { Utf8Source } from '../csv/csv.encoding.ts';
import { LF } from '../csv/csv.row.ts';

const CHUNK = 2 * 1024 * 1024;

/** A part of a text that moves on through it: what is before `at` is done with. */
export class JsonWindow {
  readonly #source: Utf8Source;
  readonly #name: string;
  readonly bytes = Buffer.allocUnsafeSlow(CHUNK + RECORD_LIMIT);
  at = 0;
  end = 0;
  isAtEnd = false;
  #checked = 0;
  #line = 1;
  #lineAt = 0;

  constructor(source: Utf8Source, name: string) {
    this.#source = source;
    this.#name = name;
  }

  /** Reads on, behind what is left. Returns false at the end of the text, or if what is left is too long already. */
  async more(): Promise<boolean> {
    this.settle();
    const left = this.end - this.at;
    if (this.isAtEnd || left > RECORD_LIMIT) return false;
    this.bytes.copyWithin(0, this.at, this.end);
    [this.at, this.end, this.#checked, this.#lineAt] = [0, left, 0, 0];
    const count = await this.#source.read(this.bytes, left, CHUNK);
    const isFirst = this.#line === 1 && left === 0 && this.bytes[0] === 0xef && this.bytes[1] === 0xbb;
    if (isFirst && this.bytes[2] === 0xbf && count >= 3) this.at = 3;
    this.end += count;
    this.isAtEnd = count === 0;
    return !this.isAtEnd;
  }

  /** Whether what is left is longer than any record may be. */
  get isTooLong(): boolean {
    return this.end - this.at > RECORD_LIMIT;
  }

  /** The line of a position that isn't before the last one asked for. */
  lineOf(position: number): number {
    while (this.#lineAt < position) {
      // Only as far as that, because a file without newlines would be searched to its end for each record.
      const found = this.bytes.subarray(this.#lineAt, position).indexOf(LF);
      if (found >= 0) this.#line += 1;
      this.#lineAt = found < 0 ? position : this.#lineAt + found + 1;
    }
    return this.#line;
  }

  /** Checks that what is done with was text. Records end between characters, so none is split. */
  settle(): void {
    const line = this.lineOf(this.#checked);
    if (!isUtf8(this.bytes.subarray(this.#checked, this.at)))
      throw new FailureError('file_not_utf8', { file: this.#name, line });
    this.lineOf(this.at);
    this.#lineAt = Math.max(this.#lineAt, this.at);
    this.#checked = this.at;
  }
}
