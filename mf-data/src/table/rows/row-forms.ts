/** What opens from the toolbar. It is loaded then, so that a table itself loads no form. */
export { ExportPanel } from './export-panel.tsx';
export { FindBar } from './find-bar.tsx';
export { RowSqlPanel } from './row-sql-panel.tsx';
export { ViewList } from './view-list.tsx';
