type Rows = readonly (readonly (string | null)[])[];

/** Adds "…" to cells that the server cut off, so that they don't look complete. `cut` has their positions. */
export function markCut({ rows, cut }: { rows: Rows; cut: readonly (readonly [number, number])[] }): Rows {
  if (cut.length === 0) return rows;
  const marked = rows.map((row) => [...row]);
  for (const [row, column] of cut) {
    const cells = marked[row];
    if (cells) cells[column] = `${cells[column]}…`;
  }
  return marked;
}
