import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { GridColumn } from './grid-column.ts';

const LEAST_PX = 48;
const STEP_PX = 16;

interface Drag {
  column: number;
  /** Where the pointer was pressed. */
  from: number;
  /** The column's width before. */
  width: number;
  by: number;
}

interface ResizeOptions {
  columns: readonly GridColumn[];
  widths: readonly number[];
  /** Undefined if columns can't be resized here. */
  onResize: ((column: string, width: number | null) => void) | undefined;
}

const widthOf = ({ width, by }: Drag) => Math.max(LEAST_PX, width + by);
const indexOf = (target: Element) =>
  Number(target.closest('[role="columnheader"]')?.getAttribute('aria-colindex')) - 1;
export const isEdge = (target: EventTarget) => (target as Element).closest('[data-edge]') !== null;

/**
 * Columns are resized by dragging the edge of their heads, or by Shift and an arrow key on a head. A double click on
 * the edge gives a column its own width back. Returns the widths during a drag, and the grid's handlers.
 */
export function useColumnResize({ columns, widths, onResize }: ResizeOptions) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const shown = useMemo(() => (drag ? widths.with(drag.column, widthOf(drag)) : widths), [drag, widths]);
  const resize = (column: number, width: number | null) =>
    onResize?.(columns[column]!.name, width === null ? null : Math.max(LEAST_PX, Math.round(width)));
  const handlers = {
    onPointerDown({ target, clientX, pointerId, button }: PointerEvent) {
      if (button !== 0 || !isEdge(target)) return;
      (target as Element).setPointerCapture(pointerId);
      const column = indexOf(target as Element);
      setDrag({ column, from: clientX, width: widths[column]!, by: 0 });
    },
    onPointerMove({ clientX }: PointerEvent) {
      if (drag) setDrag({ ...drag, by: clientX - drag.from });
    },
    onPointerUp() {
      if (drag && drag.by !== 0) resize(drag.column, widthOf(drag));
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
    onDoubleClick({ target }: { target: EventTarget }) {
      if (isEdge(target)) resize(indexOf(target as Element), null);
    },
  };
  return {
    widths: shown,
    isDragging: drag !== null,
    handlers: onResize && handlers,
    /** Returns whether the key has resized the column of the head that has the focus. */
    resizeByKey({ key, shiftKey, target }: KeyboardEvent): boolean {
      const step = key === 'ArrowLeft' ? -STEP_PX : key === 'ArrowRight' ? STEP_PX : undefined;
      const column = indexOf(target as Element);
      if (!onResize || !shiftKey || step === undefined || column < 0) return false;
      resize(column, widths[column]! + step);
      return true;
    },
  };
}
