import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useRef, type RefObject } from 'react';
import { HEAD_PX, ROW_PX } from './grid-styles.ts';
import type { CellPosition } from './use-active-cell.ts';

interface GridWindowOptions {
  scroll: RefObject<HTMLDivElement | null>;
  rows: number;
  widths: readonly number[];
  active: CellPosition;
}

/**
 * Returns the rows and columns to render: the visible ones, a few around them, the pinned first column, and the active
 * cell wherever it is, because removing its element would lose the focus.
 */
export function useGridWindow({ scroll, rows, widths, active }: GridWindowOptions) {
  const down = useVirtualizer({
    count: rows,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    paddingStart: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    rangeExtractor: (range) => withAlso(range, [active.row]),
  });
  const across = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => widths[index] ?? 120,
    overscan: 2,
    scrollPaddingStart: widths[0] ?? 0,
    rangeExtractor: (range) => withAlso(range, [0, active.column]),
  });
  useEffect(() => {
    across.measure();
  }, [across, widths]);
  const focusWhenShown = useFocus(scroll, active);
  return {
    rows: down.getVirtualItems(),
    columns: across.getVirtualItems(),
    height: down.getTotalSize(),
    width: across.getTotalSize(),
    /** Scrolls to the cell that is becoming active, and focuses it. */
    bringIntoView({ row, column }: CellPosition) {
      focusWhenShown();
      if (row >= 0) down.scrollToIndex(row);
      if (column > 0) across.scrollToIndex(column);
    },
  };
}

/** Returns the visible indexes and some more, in order. */
function withAlso(range: Range, also: readonly number[]): number[] {
  const known = also.filter((index) => index >= 0 && index < range.count);
  return [...new Set([...known, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
}

/** Focuses the active cell only after a key: a cell must not take the focus from elsewhere when the page changes. */
function useFocus(scroll: RefObject<HTMLDivElement | null>, active: CellPosition) {
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    scroll.current
      ?.querySelector<HTMLElement>('[role="row"] > [tabindex="0"]')
      ?.focus({ preventScroll: true });
  }, [scroll, active]);
  return () => {
    wanted.current = true;
  };
}
