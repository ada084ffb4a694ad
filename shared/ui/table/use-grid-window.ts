import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useRef, type RefObject } from 'react';
import { HEAD_PX } from './grid-styles.ts';
import type { CellPosition } from './use-active-cell.ts';

interface GridWindowOptions {
  scroll: RefObject<HTMLDivElement | null>;
  rows: number;
  rowHeight: number;
  widths: readonly number[];
  /** How many of the first columns stay in view. */
  pinned: number;
  active: CellPosition;
}

/**
 * Returns the rows and columns to render: the visible ones, a few around them, the pinned columns, and the active
 * cell wherever it is, because removing its element would lose the focus.
 */
export function useGridWindow({ scroll, rows, rowHeight, widths, pinned, active }: GridWindowOptions) {
  const first = Array.from({ length: pinned }, (_, index) => index);
  const down = useVirtualizer({
    count: rows,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
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
    scrollPaddingStart: first.reduce((total, index) => total + (widths[index] ?? 0), 0),
    rangeExtractor: (range) => withAlso(range, [...first, active.column]),
  });
  useEffect(() => {
    across.measure();
  }, [across, widths]);
  useEffect(() => {
    down.measure();
  }, [down, rowHeight]);
  const focusWhenShown = useFocus(scroll, active);
  const scrollTo = ({ row, column }: CellPosition) => {
    if (row >= 0) down.scrollToIndex(row);
    if (column >= pinned) across.scrollToIndex(column);
  };
  return {
    rows: down.getVirtualItems(),
    columns: across.getVirtualItems(),
    height: down.getTotalSize(),
    width: across.getTotalSize(),
    scrollTo,
    /** Scrolls to the cell that is becoming active, and focuses it. */
    bringIntoView(to: CellPosition) {
      focusWhenShown();
      scrollTo(to);
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
