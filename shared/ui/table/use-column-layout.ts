import { useMemo, type RefObject } from 'react';
import type { CellFormat } from './cell-text.ts';
import { fitWidths, pinnedThatFit } from './column-widths.ts';
import type { DataGridProps } from './data-grid-props.ts';
import { useColumnResize } from './use-column-resize.ts';
import { useElementWidth, useNeededWidths } from './use-column-widths.ts';

type LayoutProps = Pick<
  DataGridProps,
  'columns' | 'rows' | 'sort' | 'fills' | 'widths' | 'onResize' | 'pinned'
>;

/**
 * Returns how wide each column is: as it was chosen or is dragged, or as its values need and there is room for. And how
 * many of the first columns stay in view.
 */
export function useColumnLayout(
  { columns, rows, sort, fills = false, widths: chosen, onResize, pinned = 1 }: LayoutProps,
  scroll: RefObject<HTMLElement | null>,
  format: CellFormat,
) {
  const needed = useNeededWidths(columns, rows, sort, format);
  const available = useElementWidth(scroll);
  const fitting = useMemo(() => fitWidths(needed, available, fills), [needed, available, fills]);
  const settled = useMemo(
    () => fitting.map((width, index) => chosen?.get(columns[index]!.name) ?? width),
    [fitting, chosen, columns],
  );
  const { widths, ...resize } = useColumnResize({ columns, widths: settled, onResize });
  return {
    widths,
    pinned: pinnedThatFit(Math.min(pinned, columns.length), widths, available),
    resize,
  };
}
