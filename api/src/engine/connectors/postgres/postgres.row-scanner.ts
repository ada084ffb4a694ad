const QUOTE = 0x22;
const LF = 0x0a;

/** Finds the ends of rows in CSV that arrives in chunks. A newline between quotes doesn't end a row. */
export class RowScanner {
  #quoted = 0;
  rows = 0;
  /** The position after the first row that ends in the last scanned chunk, or 0 if none does. */
  firstEnd = 0;

  /** Scans a chunk and returns the position after the last row that ends in it, or 0 if none does. */
  scan(chunk: Uint8Array): number {
    let quoted = this.#quoted;
    let rows = this.rows;
    let end = 0;
    let firstEnd = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      // An escaped quote is two quotes, which cancel each other out.
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
