import { CELL_LIMIT } from '../../sql/rows-statement.ts';

/** The most bytes that the rows of a page may have as JSON. */
const PAGE_BUDGET_BYTES = 8 * 1024 ** 2;

/**
 * The most cells of a page. A value that is never truncated (a number, timestamp, or UUID) takes at most 46 bytes, and
 * one with the smallest limit 39. This many always fit the budget, so truncating cells lets a page keep all its rows.
 */
const MOST_CELLS = 120_000;

/** Bytes read per statement. The engine holds all the values, and then their JSON, which can be six times as large. */
const BATCH_BYTES = 8 * 1024 ** 2;

/** Cells are truncated to the first of these lengths with which the page fits its budget. */
const CELL_LIMITS = [CELL_LIMIT, 2_000, 400, 80, 16, 6];

/** Returns how many of `size` requested rows a page has. All pages of a table have the same number. */
export const rowsOfPage = (columns: number, size: number) =>
  Math.max(1, Math.min(size, Math.floor(MOST_CELLS / columns)));

/** A row as JSON, the positions of its truncated cells, and its ID. */
export type ReadRow = readonly [json: string, cut: readonly number[] | null, id: string];

export interface ColumnsRead {
  rows: readonly ReadRow[];
  /** The number of columns in the rows. */
  width: number;
}

/** Joins the parts of rows that were read by groups of columns into whole rows, by their IDs. */
export function beside(parts: readonly ColumnsRead[]): readonly ReadRow[] {
  const [first, ...others] = parts;
  if (others.length === 0) return first?.rows ?? [];
  const byId = parts.map(({ rows }) => new Map(rows.map((row) => [row[2], row])));
  return first!.rows.map(([, , id]) => {
    let columns = 0;
    const cells: string[] = [];
    const cut: number[] = [];
    for (const [part, { width }] of parts.entries()) {
      const [json, positions] = byId[part]!.get(id)!;
      cells.push(json.slice(1, -1));
      for (const position of positions ?? []) cut.push(columns + position);
      columns += width;
    }
    return [`[${cells.join(',')}]`, cut, id];
  });
}

export interface PageText {
  /** `"rows":[…],"cut":[…]`, which becomes part of the API's response unchanged. */
  json: string;
  rows: number;
}

/**
 * Reads the page of these rows, by ID and in their order, within its budget: in batches if its values are large, and
 * with cells truncated as much as needed. `read` returns rows in any order.
 */
export async function readPage(
  ids: readonly number[],
  bytesPerRow: (cellLimit: number) => number,
  read: (ids: readonly number[], cellLimit: number) => Promise<readonly ReadRow[]>,
): Promise<PageText> {
  for (const cellLimit of CELL_LIMITS) {
    const rows = Math.floor(BATCH_BYTES / Math.max(1, bytesPerRow(cellLimit)));
    const text = await readWithin(ids, Math.max(1, rows), (some) => read(some, cellLimit));
    if (text) return text;
  }
  throw new Error('A page is over its budget even with the smallest limit for cells.');
}

/** Returns undefined as soon as the page is over the budget. */
async function readWithin(
  ids: readonly number[],
  batch: number,
  read: (ids: readonly number[]) => Promise<readonly ReadRow[]>,
): Promise<PageText | undefined> {
  const rows: string[] = [];
  const cut: string[] = [];
  let bytes = 0;
  for (let at = 0; at < ids.length; at += batch) {
    const some = ids.slice(at, at + batch);
    const byId = new Map((await read(some)).map((row) => [Number(row[2]), row]));
    for (const [json, positions] of some.map((id) => byId.get(id)!)) {
      for (const column of positions ?? []) cut.push(`[${rows.length},${column}]`);
      rows.push(json);
      bytes += Buffer.byteLength(json) + 1 + (positions?.length ?? 0) * '[9999,9999],'.length;
    }
    if (bytes > PAGE_BUDGET_BYTES) return undefined;
  }
  return { json: `"rows":[${rows.join(',')}],"cut":[${cut.join(',')}]`, rows: rows.length };
}
