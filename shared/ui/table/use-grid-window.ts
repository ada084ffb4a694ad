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
 * The rows and columns that are in the page: those in sight, a few around them, the pinned first column, and the
 * active cell wherever it is, as an element that leaves the page takes the focus with it.
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
    /** Scrolls to a cell that is becoming the active one, and gives it the focus. */
    bringIntoView({ row, column }: CellPosition) {
      focusWhenShown();
      down.scrollToIndex(row);
      if (column > 0) across.scrollToIndex(column);
    },
  };
}

/** What is in sight and some indexes more, in order. */
function withAlso(range: Range, also: readonly number[]): number[] {
  const known = also.filter((index) => index < range.count);
  return [...new Set([...known, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
}

/** Only after a key: a cell must not take the focus from elsewhere because the page has changed. */
function useFocus(scroll: RefObject<HTMLDivElement | null>, active: CellPosition) {
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    scroll.current
      ?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')
      ?.focus({ preventScroll: true });
  }, [scroll, active]);
  return () => {
    wanted.current = true;
  };
}
