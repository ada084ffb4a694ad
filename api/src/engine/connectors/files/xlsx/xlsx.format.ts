import type { Finding } from '@headwater/shared/contract';
import { FailureError } from '../../../../platform/failures/failure.ts';
import type { StreamColumn } from '../../../protocol/protocol.ts';
import type { DialectChoices } from '../../csv/csv.dialect.ts';
import { columnNames, numberedColumns } from '../../csv/csv.header.ts';
import { finding } from '../../finding.ts';
import { CellBatches, type Cell } from '../cell-batches.ts';
import type { FileFormat, FoundTable } from '../file-format.ts';
import { NativeGuess } from '../native-guess.ts';
import { HEAD_ROWS, headerNames, sheetHead } from './xlsx.head.ts';
import { readRows, type SheetCell, type SheetRow } from './xlsx.rows.ts';
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
          batches.add(positions.map((position, at) => textOf(row[position], isMoment[at]!)));
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
  const { columns, rows } = found;
  return {
    part: sheet.name,
    source,
    columns,
    rows,
    rejected: 0,
    rejections: [],
    findings: [readAs, ...found.findings],
  };
}

/** Finds a sheet's columns, and a type for each from all of its values. */
class SheetScan {
  readonly #header: DialectChoices['header'];
  /** The first rows, until there are enough to see what is above the data. */
  #first: SheetRow[] | null = [];
  #above: SheetRow[] = [];
  #headers = 0;
  #guesses: NativeGuess[] = [];
  #rows = 0;
  #errors = 0;
  #uncalculated = 0;

  constructor(header: DialectChoices['header']) {
    this.#header = header;
  }

  take(row: SheetRow): void {
    if (!this.#first) return this.#see(row);
    this.#first.push(row);
    if (this.#first.length === HEAD_ROWS) this.#begin();
  }

  result() {
    this.#begin();
    const headers = this.#headers === 0 ? [] : this.#above.slice(-this.#headers);
    const width = Math.max(this.#guesses.length, ...headers.map((row) => row.length), 0);
    const given = headerNames(headers, width);
    // What is left of the table, or between its columns, has neither a name nor values.
    const positions = given.flatMap((name, at) =>
      name !== '' || (this.#guesses[at]?.values ?? 0) > 0 ? [at] : [],
    );
    const { names, findings } =
      this.#headers === 0
        ? { names: numberedColumns(positions.length), findings: [] }
        : columnNames(positions.map((at) => given[at]!));
    const columns = positions.map((position, at): StreamColumn => {
      const guess = this.#guesses[position] ?? new NativeGuess();
      const { kind, type, encoding } = guess.result;
      return {
        name: names[at]!,
        kind,
        type,
        encoding,
        nullable: guess.values < this.#rows,
        sourceType: kind,
      };
    });
    return {
      names,
      columns,
      positions,
      above: this.#above.length,
      rows: this.#rows,
      findings: [...this.#findings(), ...findings],
    };
  }

  #findings(): Finding[] {
    const found: Finding[] = [];
    const titles = this.#above.length - this.#headers;
    if (titles > 0) found.push(finding('lines_above_header', { line: this.#above.length }));
    if (this.#headers === 0 && !this.#header) found.push(finding('header_absent', { name: 'column_1' }));
    if (this.#errors > 0) found.push(finding('sheet_errors', { count: this.#errors }));
    if (this.#uncalculated > 0) found.push(finding('sheet_uncalculated', { count: this.#uncalculated }));
    return found;
  }

  #begin(): void {
    const first = this.#first;
    if (!first) return;
    this.#first = null;
    if (first.length === 0) return;
    const { preamble, headers } = sheetHead(first, this.#header);
    this.#headers = headers;
    this.#above = first.slice(0, preamble + headers);
    for (const row of first.slice(this.#above.length)) this.#see(row);
  }

  #see(row: SheetRow): void {
    this.#rows += 1;
    for (let at = 0; at < row.length; at += 1) {
      const cell = row[at];
      if (!cell) continue;
      if ('text' in cell) see((this.#guesses[at] ??= new NativeGuess()), cell);
      else if (cell.kind === 'error') this.#errors += 1;
      else this.#uncalculated += 1;
    }
  }
}

function see(guess: NativeGuess, cell: Extract<SheetCell, { text: string }>): void {
  if (cell.kind === 'truth') return guess.truth();
  if (cell.kind === 'moment') return guess.moment(cell.hasTime);
  const bytes = Buffer.from(cell.text);
  if (cell.kind === 'number') guess.number(bytes, 0, bytes.length);
  else guess.text(bytes, 0, bytes.length);
}

function textOf(cell: SheetCell | undefined, isMoment: boolean): Cell {
  if (!cell || !('text' in cell)) return null;
  return cell.kind === 'moment' && isMoment && !cell.hasTime ? `${cell.text} 00:00:00` : cell.text;
}
