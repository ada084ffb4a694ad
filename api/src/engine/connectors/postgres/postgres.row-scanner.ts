const QUOTE = 0x22;
const LF = 0x0a;

/** Finds where rows end in CSV that comes in chunks; a newline between quotes ends none. */
export class RowScanner {
  #quoted = 0;
  rows = 0;
  /** The byte after the first row that ends in the chunk that was scanned last, 0 if none does. */
  firstEnd = 0;

  /** Returns the byte after the last row that ends in this chunk, 0 if none does. */
  scan(chunk: Uint8Array): number {
    let quoted = this.#quoted;
    let rows = this.rows;
    let end = 0;
    let firstEnd = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      // An escaped quote is two of them, which changes nothing in the end.
      if (byte === QUOTE) quoted ^= 1;
      else if (byte === LF && quoted === 0) {
        rows += 1;
        end = at + 1;
        if (firstEnd === 0) firstEnd = end;
      }
    }
    this.#quoted = quoted;
    this.rows = rows;
    this.firstEnd = firstEnd;
    return end;
  }
}
