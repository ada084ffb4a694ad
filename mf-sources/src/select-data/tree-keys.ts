import { isSchema, type TableRow, type TreeRow } from './tree-rows.ts';

export type KeyEffect =
  | { goTo: number }
  /** Opens or closes a schema, or the columns of a table. */
  | { open: TreeRow }
  | { close: TreeRow }
  /** Opens a table's columns and moves the focus there. */
  | { enter: TableRow }
  | { select: TableRow };

interface At {
  rows: readonly TreeRow[];
  /** The index of the row that has the focus. */
  at: number;
  /** The table whose columns are open. */
  opened: string | null;
  /** How many rows PageUp and PageDown move by. */
  page: number;
}

/** Returns what a key does on a row, based on the ARIA treegrid pattern; undefined for keys that do nothing. */
export function effectOf(key: string, place: At): KeyEffect | undefined {
  const { rows, at, page } = place;
  const row = rows[at];
  if (!row) return undefined;
  const goTo = (to: number) => ({ goTo: Math.max(0, Math.min(to, rows.length - 1)) });
  switch (key) {
    case 'ArrowUp':
      return goTo(at - 1);
    case 'ArrowDown':
      return goTo(at + 1);
    case 'PageUp':
      return goTo(at - page);
    case 'PageDown':
      return goTo(at + page);
    case 'Home':
      return goTo(0);
    case 'End':
      return goTo(rows.length - 1);
    case 'ArrowRight':
      return isSchema(row) && row.isOpen ? goTo(at + 1) : { open: row };
    case 'ArrowLeft':
      return leave(row, place);
    case 'Enter':
    case ' ':
      if (isSchema(row)) return row.isOpen ? { close: row } : { open: row };
      return key === ' ' ? { select: row } : { enter: row };
    default:
      return undefined;
  }
}

/** Closes what is open, or else moves to the schema. */
function leave(row: TreeRow, { rows, at, opened }: At): KeyEffect {
  if (isSchema(row) || row.stream.tableName === opened) return { close: row };
  const parent = rows.findIndex(({ key }) => key === row.parent);
  return { goTo: parent < 0 ? at : parent };
}
