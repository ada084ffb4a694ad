/** What the table of a file can be called. */
export const FILE_TABLE_NAME = '^[\\p{L}\\p{N}_]{1,120}$';

/** Derives a table's name from a file's name: `Sales Report (2024).csv` becomes `sales_report_2024`. */
export function tableNameOf(fileName: string): string {
  return snakeCase(fileName.replace(PACKED, '').replace(KNOWN, '')) || 'table';
}

/** Names a table of a file that has several. */
export const tableNameOfPart = (fileTable: string, part: string): string =>
  `${fileTable}_${snakeCase(part) || 'table'}`.slice(0, 120);

const PACKED = /\.(gz|zst|zip)$/i;
const KNOWN = /\.(csv|tsv|txt|tab|json|geojson|jsonl|ndjson|jsonlines|parquet|xlsx|xlsm|ods|sqlite3?|db)$/i;

const snakeCase = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
