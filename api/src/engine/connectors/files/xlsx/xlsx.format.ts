import { FailureError } from '../../../../platform/failures/failure.ts';
import type { DialectChoices } from '../../csv/csv.dialect.ts';
import { finding } from '../../finding.ts';
import { CellBatches } from '../cell-batches.ts';
import type { FileFormat, FoundTable } from '../file-format.ts';
import { readRows } from './xlsx.rows.ts';
import { cellText, SheetScan } from './xlsx.scan.ts';
import { openWorkbook, type Sheet, type Workbook } from './xlsx.workbook.ts';

/** What `look` stores for `read`. */
interface Source extends Record<string, unknown> {
  sheet: Sheet;
  /** Rows above the data that have cells. */
  above: number;
  /** The positions of the columns in the sheet. */
  positions: number[];
}

/** Excel workbooks: each sheet with cells is a table. */
export const xlsx: FileFormat = {
  name: 'xlsx',

  async look(file, choices, { signal }) {
    const workbook = await openWorkbook(file, signal);
    try {
      const found: FoundTable[] = [];
      for (const sheet of workbook.sheets) {
        const table = await lookAtSheet(workbook, sheet, choices, signal);
        if (table) found.push(table);
      }
      if (found.length === 0) throw new FailureError('file_empty', { file: file.fileName });
      return found.length > 1 ? found : found.map((table) => ({ ...table, part: null }));
    } finally {
      workbook.archive.close();
    }
  },

  async *read(file, { tableName, columns, source }, _choices, { signal }) {
    const { sheet, above, positions } = source as Source;
    const workbook = await openWorkbook(file, signal);
    const batches = new CellBatches(columns.map(({ type }) => type));
    const isMoment = columns.map(({ type }) => type === 'TIMESTAMP');
    let seen = 0;
    try {
      for await (const rows of readRows(workbook, sheet, signal))
        for (const row of rows) {
          seen += 1;
          if (seen <= above) continue;
          batches.add(positions.map((position, at) => cellText(row[position], isMoment[at]!)));
          if (batches.isFull) yield { type: 'RECORDS', tableName, batch: batches.take()! };
        }
      const rest = batches.take();
      if (rest) yield { type: 'RECORDS', tableName, batch: rest };
      return Math.max(seen - above, 0);
    } finally {
      workbook.archive.close();
    }
  },
};

async function lookAtSheet(
  workbook: Workbook,
  sheet: Sheet,
  { header }: DialectChoices,
  signal: AbortSignal,
): Promise<FoundTable | null> {
  const scan = new SheetScan(header);
  for await (const rows of readRows(workbook, sheet, signal)) for (const row of rows) scan.take(row);
  const { names, ...found } = scan.result();
  if (names.length === 0) return null;
  const readAs = finding('file_sheet_read', { sheet: sheet.name });
  const source: Source = { sheet, above: found.above, positions: found.positions };
  const { columns, facts, rows } = found;
  return {
    part: sheet.name,
    source,
    columns,
    facts,
    rows,
    rejected: 0,
    rejections: [],
    findings: [readAs, ...found.findings],
  };
}
