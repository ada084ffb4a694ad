/** Derives a table's name from a file's name: `Sales Report (2024).csv` becomes `sales_report_2024`. */
export function tableNameOf(fileName: string): string {
  const base = fileName.replace(/\.(csv|tsv|txt|tab)$/i, '');
  const snake = base
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
  return snake || 'table';
}
