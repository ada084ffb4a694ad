import type { SplitKinds } from './csv.split-kinds.ts';
import { kindOf, type Cell } from './csv.head-rows.ts';
import type { RowCutter } from './csv.row.ts';
import { cellsOf } from './csv.shape.ts';
import { NULL_WORDS } from './csv.types.ts';

/** A line of a row: where it is, and how many lines of the file it takes. */
export interface Piece {
  start: number;
  end: number;
  lines: number;
  isBlank: boolean;
}

/** Of how many lines one row may be. */
const MOST_PIECES = 32;
/** After so many rows of their own, and none that was split, a file is one of rows that end early. */
const ENOUGH_OWN = 10_000;

/**
 * Finds rows that a line break outside of quotes has split: lines with too few fields, next to each other, that are
 * exactly one row once they are joined. Two rows that end early can look like that, too. Those are told apart by the kinds of
 * values: a line is a row of its own if a number, a date, or the like is in its column then, and isn't in the joined row.
 */
export class SplitRows {
  readonly columns: number;
  readonly #kinds: SplitKinds | undefined;
  count = 0;
  #own = 0;

  /** Without the kinds, which only a whole file shows, all of them count as split. */
  constructor(columns: number, kinds?: SplitKinds) {
    this.columns = columns;
    this.#kinds = kinds;
  }

  /** Returns the lines of the row that starts here, or null if it's no such row. The cutter has cut the first one. */
  at(
    cutter: RowCutter,
    bytes: Uint8Array,
    start: number,
    end: number,
    endOfFile: boolean,
  ): Piece[] | 'incomplete' | null {
    if (this.count === 0 && this.#own >= ENOUGH_OWN) return null;
    const pieces: Piece[] = [];
    let fields = 1;
    for (let from = start; fields < this.columns && pieces.length < MOST_PIECES; from = cutter.next) {
      const result = cutter.cut(bytes, from, end, endOfFile);
      if (result === 'incomplete') return 'incomplete';
      if (from >= end || result === 'bad_quote' || cutter.fields >= this.columns) return null;
      fields += cutter.fields - 1;
      const isBlank = result === 'blank';
      pieces.push({ start: from, end: cutter.next, lines: 1 + cutter.innerLines, isBlank });
      if (cutter.next >= end && !endOfFile) return 'incomplete';
    }
    if (fields !== this.columns || pieces.length < 2) return null;
    if (this.#kinds && !isOne(this.#kinds, (at) => this.#cells(cutter, bytes, pieces[at]!), pieces.length)) {
      this.#own += 1;
      return null;
    }
    this.count += 1;
    return pieces;
  }

  #cells(cutter: RowCutter, bytes: Uint8Array, { start, end }: Piece): Cell[] {
    cutter.cut(bytes, start, end, true);
    return cellsOf(cutter, bytes);
  }
}

/** Returns whether lines are one row. The last one is looked at first, because it's what mostly doesn't fit. */
function isOne(kinds: SplitKinds, cellsAt: (piece: number) => Cell[], pieces: number): boolean {
  let end = kinds.length - 1;
  let isTyped = false;
  let isOwn = true;
  let isOwnTyped = false;
  for (let at = pieces - 1; at >= 0; at -= 1) {
    const cells = cellsAt(at);
    const first = end - cells.length + 1;
    // A value with a line break in it is text, of which both ends are one.
    if (at < pieces - 1 && kinds[end] !== 'text') return false;
    const joined = at === 0 ? fitOf(cells, kinds, 0) : fitOf(cells.slice(1), kinds, first + 1);
    if (!joined.isPossible) return false;
    end = first;
    if (at === 0) continue;
    isTyped ||= joined.isTyped;
    if (!isOwn) continue;
    const own = fitOf(cells, kinds, 0);
    isOwn = own.isPossible;
    isOwnTyped ||= own.isTyped;
  }
  return !(isOwn && isOwnTyped) || isTyped;
}

interface Fit {
  /** Each value is of its column's kind. */
  isPossible: boolean;
  /** One of them is no text, which hardly happens by chance. */
  isTyped: boolean;
}

const NO_FIT: Fit = { isPossible: false, isTyped: false };

/** Returns how values fit the columns from one on. */
function fitOf(cells: readonly Cell[], kinds: SplitKinds, first: number): Fit {
  let isTyped = false;
  for (const [at, cell] of cells.entries()) {
    if (cell.text === '' || NULL_WORDS.has(cell.text)) continue;
    const kind = kinds[first + at];
    if (kind === 'text') continue;
    if (kind === null || kindOf([cell]) !== kind) return NO_FIT;
    isTyped = true;
  }
  return { isPossible: true, isTyped };
}
