import type { FindingCode } from '@headwater/shared/contract';
import { FailureError } from '../../../../platform/failures/failure.ts';
import type { ConfiguredStream, ReadMessage } from '../../../protocol/protocol.ts';
import { finding } from '../../finding.ts';
import { CellBatches } from '../cell-batches.ts';
import type { FoundTable } from '../file-format.ts';
import type { SheetRow } from './xlsx.rows.ts';
import { cellText, type SheetScan } from './xlsx.scan.ts';

/** What is stored of a sheet for its reads. */
export interface SheetSource extends Record<string, unknown> {
  /** Rows above the data that have cells. */
  above: number;
  /** The positions of the columns in the sheet. */
  positions: number[];
}

/** Returns the table of a sheet whose rows have been scanned, or null if it has no cells. */
export function tableOfSheet(
  name: string,
  scan: SheetScan,
  readAs: FindingCode,
  sourceOf: (source: SheetSource) => SheetSource,
): FoundTable | null {
  const { names, above, positions, columns, facts, rows, findings } = scan.result();
  if (names.length === 0) return null;
  return {
    part: name,
    source: sourceOf({ above, positions }),
    columns,
    facts,
    rows,
    rejected: 0,
    rejections: [],
    findings: [finding(readAs, { sheet: name }), ...findings],
  };
}

/** Returns the tables of a workbook. A single one is named after the file. */
export function tablesOfSheets(found: readonly FoundTable[], file: string): FoundTable[] {
  if (found.length === 0) throw new FailureError('file_empty', { file });
  if (found.length > 1) return [...found];
  return found.map(({ part, ...table }) => ({ ...table, part: null, ownName: part! }));
}

/** Passes on a sheet's rows, and returns how many there were. */
export async function* passOnSheet(
  pieces: AsyncIterable<SheetRow[]>,
  { tableName, columns }: ConfiguredStream,
  { above, positions }: SheetSource,
): AsyncGenerator<ReadMessage, number> {
  const types = columns.map(({ type }) => type);
  const batches = new CellBatches(types);
  let seen = 0;
  for await (const rows of pieces)
    for (const row of rows) {
      seen += 1;
      if (seen <= above) continue;
      batches.add(positions.map((position, at) => cellText(row[position], types[at]!)));
      if (batches.isFull) yield { type: 'RECORDS', tableName, batch: batches.take()! };
    }
  const rest = batches.take();
  if (rest) yield { type: 'RECORDS', tableName, batch: rest };
  return Math.max(seen - above, 0);
}
