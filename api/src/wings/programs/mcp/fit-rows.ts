export type Row = readonly (string | null)[];

/** What a model reads at once. More would fill its context with values instead of answers. */
const RESULT_LETTERS_MAX = 100_000;
const CELL_LETTERS_MAX = 1_000;

interface FittedRows {
  /** The first rows, as many as fit. */
  readonly rows: Row[];
  /** How many cells in them end in "…". */
  readonly cutCells: number;
}

/** Shortens long cells, and leaves out rows at the end that don't fit anymore. */
export function fitRows(rows: readonly Row[]): FittedRows {
  let left = RESULT_LETTERS_MAX;
  let cutCells = 0;
  const fitting: Row[] = [];
  for (const row of rows) {
    const short = row.map(shortened);
    left -= JSON.stringify(short).length;
    if (left < 0) break;
    fitting.push(short);
    cutCells += row.filter(isLong).length;
  }
  return { rows: fitting, cutCells };
}

const isLong = (cell: string | null): cell is string => cell !== null && cell.length > CELL_LETTERS_MAX;

const shortened = (cell: string | null): string | null =>
  isLong(cell) ? `${cell.slice(0, CELL_LETTERS_MAX).toWellFormed()}…` : cell;
