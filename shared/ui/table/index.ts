/** Lists of things (DataTable) and the rows of a table (DataGrid). */
export {
  DataTable,
  TablePartRow,
  TableRows,
  TableShell,
  type DataTableColumn,
  type DataTableProps,
} from './data-table.tsx';
export { DataGrid } from './data-grid.tsx';
export type { AboutColumnProps, DataGridProps, GridMarks } from './data-grid-props.ts';
export type { GridColumn } from './grid-column.ts';
export { hasZone, useReadableText, type CellFormat } from './cell-text.ts';
export { findCells } from './find-cells.ts';
export { WholeValue, type WholeValueProps } from './whole-value.tsx';
export { KindIcon } from './kind-icon.tsx';
