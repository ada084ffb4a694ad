import type { FindingCode } from '@headwater/shared/contract';
import { FailureError } from '@headwater/base/failures/failure';
import type { ConfiguredStream, ReadMessage } from '@headwater/protocol/protocol';
import { finding } from '@headwater/protocol/finding';
import { CellBatches } from '../cell-batches.ts';
import { unreadableTable, type FoundTable } from '../file-format.ts';
import { rejectionReason } from '@headwater/protocol/rejection';
import { RejectedRows } from '../csv/csv.rejected-rows.ts';
import type { SheetRow } from './sheet-cells.ts';
import { cellText, TableRows, type SheetPlace, type SheetScan } from './xlsx.scan.ts';

/** Returns the table of a sheet whose rows have been scanned, or null if it has no cells. */
export function tableOfSheet(
  name: string,
  scan: SheetScan,
  readAs: FindingCode,
  sourceOf: (place: SheetPlace) => SheetPlace,
): FoundTable | null {
  const { names, place, layout, columns, facts, rows, rejected, findings } = scan.result();
  if (names.length === 0) return null;
  return {
    part: name,
    source: sourceOf(place),
    layout: { sheet: name, ...layout },
    columns,
    facts,
    rows,
    rejected: rejected.count,
    rejections: rejected.first,
    findings: [finding(readAs, { sheet: name }), ...findings],
  };
}

/** Returns what stands for a sheet that can't be read, and concerns no other one. Throws what isn't the sheet's fault. */
export function unreadableSheet(name: string, error: unknown, signal: AbortSignal): FoundTable {
  signal.throwIfAborted();
  if (!(error instanceof FailureError) || error.failure.code === 'disk_full') throw error;
  return { ...unreadableTable(error.failure), part: name };
}

/** Returns the tables of a workbook. A single one is named after the file. */
export function tablesOfSheets(found: readonly FoundTable[], file: string): FoundTable[] {
  if (found.length === 0) throw new FailureError('file_empty', { file });
  if (found.length > 1) return [...found];
  return found.map(({ part, ...table }) => ({ ...table, part: null, ownName: part! }));
}

/** Passes on a sheet's rows, and returns how many there were, including rejected ones. */
export async function* passOnSheet(
  pieces: AsyncIterable<SheetRow[]>,
  { tableName, columns }: Pick<ConfiguredStream, 'tableName' | 'columns'>,
  place: SheetPlace,
): AsyncGenerator<ReadMessage, number> {
  const table = TableRows.of(place);
  const types = columns.map(({ type }) => type);
  const batches = new CellBatches(types);
  let rejected = new RejectedRows();
  let seen = 0;
  for await (const rows of pieces) {
    for (const given of rows) {
      const within = table.within(given);
      if (!within) continue;
      seen += 1;
      if (seen <= place.above) continue;
      const row = table.typed(within);
      if ('misfit' in row) {
        const { column, type, raw } = row.misfit;
        const reason = rejectionReason('value_unfit', { cell: `${column}${given.number}`, type });
        rejected.add(given.number, reason, raw);
        continue;
      }
      batches.add(place.positions.map((position, at) => cellText(row.cells[position], types[at]!)));
      if (batches.isFull) yield { type: 'RECORDS', tableName, batch: batches.take()! };
    }
    if (rejected.count === 0) continue;
    yield { type: 'REJECTED', tableName, rows: rejected.first, count: rejected.count };
    rejected = new RejectedRows();
  }
  const rest = batches.take();
  if (rest) yield { type: 'RECORDS', tableName, batch: rest };
  return Math.max(seen - place.above, 0);
}
