import { CELL_LIMIT, type PageRange } from '../warehouse/rows-statement.ts';

/** What the rows of a page may come to, as JSON. */
export const PAGE_BUDGET_BYTES = 8 * 1024 ** 2;

/**
 * Cells of a page. A value that is never cut (a number, a moment, a UUID) takes 46 bytes at most and one that is cut
 * hardest 39, so this many are always within the budget: by cutting cells, a page keeps all of its rows.
 */
const MOST_CELLS = 120_000;

/** Read at once: the engine holds the values of a statement whole, and then as JSON, which may take six times that. */
const BATCH_BYTES = 8 * 1024 ** 2;

/** Cells are cut at the first of these with which the page fits. */
const CELL_LIMITS = [CELL_LIMIT, 2_000, 400, 80, 16, 6];

/** Of `size` rows that were asked for, how many a page has. The same for all pages of a table, so that they adjoin. */
export const rowsOfPage = (columns: number, size: number) =>
  Math.max(1, Math.min(size, Math.floor(MOST_CELLS / columns)));

/** A row as JSON, and the positions of its cells that were cut. */
export type ReadRow = readonly [json: string, cut: readonly number[] | null];

export interface ColumnsRead {
  rows: readonly ReadRow[];
  /** How many columns they have. */
  width: number;
}

/** Rows of some columns, and the same rows of the next ones, as rows of them all. */
export function beside(parts: readonly ColumnsRead[]): readonly ReadRow[] {
  const [first, ...others] = parts;
  if (others.length === 0) return first?.rows ?? [];
  return first!.rows.map((_, row) => {
    let columns = 0;
    const cells: string[] = [];
    const cut: number[] = [];
    for (const { rows, width } of parts) {
      const [json, positions] = rows[row]!;
      cells.push(json.slice(1, -1));
      for (const position of positions ?? []) cut.push(columns + position);
      columns += width;
    }
    return [`[${cells.join(',')}]`, cut];
  });
}

export interface PageText {
  /** `"rows":[…],"cut":[…]`, which stands in the API's answer as it is. */
  json: string;
  rows: number;
}

/** Reads a page within its budget: in batches if its values are large, with cells cut as hard as it takes. */
export async function readPage(
  page: PageRange,
  bytesPerRow: (cellLimit: number) => number,
  read: (range: PageRange, cellLimit: number) => Promise<readonly ReadRow[]>,
): Promise<PageText> {
  for (const cellLimit of CELL_LIMITS) {
    const rows = Math.floor(BATCH_BYTES / Math.max(1, bytesPerRow(cellLimit)));
    const batch = Math.max(1, Math.min(page.limit, rows));
    const text = await readWithin(page, batch, (range) => read(range, cellLimit));
    if (text) return text;
  }
  throw new Error('A page with its cells cut hardest is larger than its budget.');
}

/** Undefined as soon as it is over the budget. */
async function readWithin(
  { offset, limit }: PageRange,
  batch: number,
  read: (range: PageRange) => Promise<readonly ReadRow[]>,
): Promise<PageText | undefined> {
  const rows: string[] = [];
  const cut: string[] = [];
  let bytes = 0;
  for (let at = offset; at < offset + limit; at += batch) {
    for (const [json, positions] of await read({ offset: at, limit: Math.min(batch, offset + limit - at) })) {
      for (const column of positions ?? []) cut.push(`[${rows.length},${column}]`);
      rows.push(json);
      bytes += Buffer.byteLength(json) + 1 + (positions?.length ?? 0) * '[9999,9999],'.length;
    }
    if (bytes > PAGE_BUDGET_BYTES) return undefined;
  }
  return { json: `"rows":[${rows.join(',')}],"cut":[${cut.join(',')}]`, rows: rows.length };
}
