import { useState, type KeyboardEvent } from 'react';

export interface CellPosition {
  row: number;
  column: number;
}

interface Size {
  rows: number;
  columns: number;
  /** The number of rows that PageUp and PageDown move by. */
  page: number;
  /** Whether the head is part of it, as row -1. */
  withHead: boolean;
}

/** Returns where a key moves to from a cell, by the ARIA grid pattern; undefined for other keys. */
export function moveBy(
  key: string,
  ctrl: boolean,
  { row, column }: CellPosition,
  { rows, columns, page, withHead }: Size,
) {
  const last = { row: rows - 1, column: columns - 1 };
  const moves = new Map<string, CellPosition>(
    Object.entries({
      ArrowUp: { row: row - 1, column },
      ArrowDown: { row: row + 1, column },
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      PageUp: { row: row - page, column },
      PageDown: { row: row + page, column },
      Home: { row: ctrl ? 0 : row, column: 0 },
      End: { row: ctrl ? last.row : row, column: last.column },
    }),
  );
  const to = moves.get(key);
  return to && { row: clamp(to.row, withHead ? -1 : 0, last.row), column: clamp(to.column, 0, last.column) };
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** The one cell of a grid that is in the tab order. Keys move it; `onMove` brings the new one into view. */
export function useActiveCell(size: Size, onMove: (to: CellPosition) => void) {
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 });
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moveBy(event.key, event.ctrlKey || event.metaKey, active, size);
    if (!to) return;
    event.preventDefault();
    setActive(to);
    onMove(to);
  };
  return { active, setActive, onKeyDown };
}
