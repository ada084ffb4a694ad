import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { cellText, type CellFormat } from './cell-text.ts';
import { neededWidths } from './column-widths.ts';
import type { GridColumn, GridSortKey } from './grid-column.ts';

/** Returns the widths that the columns need, across all pages shown with the same columns. */
export function useNeededWidths(
  columns: readonly GridColumn[],
  rows: readonly (readonly (string | null)[])[],
  sort: readonly GridSortKey[] | undefined,
  format: CellFormat,
): number[] {
  const known = useRef<{ names: string; widths: number[] }>({ names: '', widths: [] });
  return useMemo(() => {
    const names = JSON.stringify(columns.map(({ name }) => name));
    const before = known.current.names === names ? known.current.widths : [];
    const widths = neededWidths(columns, rows, before, sort, (value, column) =>
      cellText(value, column, format),
    );
    known.current = { names, widths };
    return widths;
  }, [columns, rows, sort, format]);
}

/** Returns an element's width without its scroll bar; 0 until it is known. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const node = element.current;
    if (!node || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(node.clientWidth));
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
