import { useState, type ClipboardEvent, type KeyboardEvent, type MouseEvent } from 'react';
import type { DataGridProps } from './data-grid-props.ts';
import type { GridColumn } from './grid-column.ts';
import type { CellPosition, useActiveCell } from './use-active-cell.ts';
import { isEdge } from './use-column-resize.ts';

type EventProps = Pick<DataGridProps, 'columns' | 'rows' | 'firstRow' | 'onSort' | 'about' | 'opensAll'>;

/**
 * What clicks and keys do in a grid. Returns its handlers, and what they have opened: the cell whose whole value is shown,
 * or the column that is explained, at its head.
 */
export function useGridEvents(
  { columns, rows, firstRow, onSort, about, opensAll = false }: EventProps,
  { active, setActive, onKeyDown: moveByKey }: ReturnType<typeof useActiveCell>,
  resizeByKey: (event: KeyboardEvent) => boolean,
) {
  const [opened, setOpened] = useState<CellPosition | null>(null);
  const [explained, setExplained] = useState<{ column: GridColumn; anchor: HTMLElement } | null>(null);
  const explain = (target: Element, { column }: CellPosition) => {
    const anchor = target.closest<HTMLElement>('[role="columnheader"]');
    if (anchor) setExplained({ column: columns[column]!, anchor });
  };
  const onClick = ({ target, shiftKey }: MouseEvent) => {
    if (isEdge(target)) return;
    const at = cellAt(target as Element, firstRow);
    if (!at || (at.row < 0 && !onSort && !about)) return;
    setActive(at);
    if ((target as Element).closest('[data-about]')) return explain(target as Element, at);
    if (at.row < 0) onSort?.(columns[at.column]!.name, shiftKey);
    else if (opensAll || hasMore(target as Element, rows[at.row]?.[at.column])) setOpened(at);
  };
  const onCopy = (event: ClipboardEvent) => {
    const value = rows[active.row]?.[active.column] ?? null;
    if (value === null || window.getSelection()?.isCollapsed === false) return;
    event.clipboardData.setData('text/plain', value);
    event.preventDefault();
  };
  const onKey = (event: KeyboardEvent) => {
    if (resizeByKey(event)) return event.preventDefault();
    if (about && event.altKey && event.key === 'ArrowDown') {
      const head = cellAt(event.target as Element, firstRow);
      if (head && head.row < 0) explain(event.target as Element, head);
      return event.preventDefault();
    }
    if ((event.target as Element).closest('[data-about]')) return;
    if (event.key !== 'Enter' && event.key !== ' ') return moveByKey(event);
    event.preventDefault();
    const at = cellAt(event.target as Element, firstRow);
    if (at && at.row < 0) onSort?.(columns[at.column]!.name, event.shiftKey);
    else setOpened(at);
  };
  return {
    opened: { at: opened, close: () => setOpened(null) },
    explained: { at: explained, close: () => setExplained(null) },
    handlers: { onClick, onCopy, onKeyDown: onKey },
  };
}

/** Returns the cell or head that an event came from, because the grid has one listener instead of one per cell. */
function cellAt(target: Element, firstRow: number): CellPosition | null {
  const cell = target.closest('[role="gridcell"], [role="columnheader"]');
  const number = (element: Element | null | undefined, name: string) => Number(element?.getAttribute(name));
  if (!cell) return null;
  const isHead = cell.getAttribute('role') === 'columnheader';
  const row = isHead ? -1 : number(cell.parentElement, 'aria-rowindex') - firstRow - 2;
  return { row, column: number(cell, 'aria-colindex') - 1 };
}

/** Returns whether a cell shows less than its value: truncated text, or several lines joined into one. */
function hasMore(target: Element, value: string | null | undefined): boolean {
  const cell = target.closest('[role="gridcell"]');
  const text = cell?.querySelector('[data-middle] > span') ?? cell?.querySelector('span');
  return (
    !!value &&
    (/[\r\n\t]/.test(value) || value.length > 200 || (!!text && text.scrollWidth > text.clientWidth))
  );
}
