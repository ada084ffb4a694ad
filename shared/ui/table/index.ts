/** Lists of things (DataTable) and the rows of a table (DataGrid). */
export { DataTable, type DataTableColumn, type DataTableProps } from './data-table.tsx';
export { DataGrid, type DataGridProps, type GridColumn } from './data-grid.tsx';
export { hasZone } from './grid-row.tsx';
export { KindIcon } from './kind-icon.tsx';
