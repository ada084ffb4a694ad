import type { HeaderReason } from '@headwater/shared/contract';
import type { DialectChoices } from '../csv/csv.dialect.ts';
import { NativeGuess } from '../native-guess.ts';
import type { SheetCell, SheetRow } from './sheet-cells.ts';

/** The rows above the data. */
export interface SheetHead {
  /** Rows with titles. */
  preamble: number;
  /** Rows with column names: with two, the first one has names of groups, in cells that are usually merged. */
  headers: 0 | 1 | 2;
  reason: HeaderReason;
}

/** How many rows are looked at. */
export const HEAD_ROWS = 200;
/** The most rows with titles that are looked for above a header. */
const MOST_TITLES = 20;

/** Finds the rows above the data by how they differ from those below: in what they fill, and in the kinds of values. */
export function sheetHead(rows: readonly SheetRow[], header: DialectChoices['header']): SheetHead {
  if (header === 'absent') return { preamble: 0, headers: 0, reason: 'chosen' };
  const evidence = new Evidence(rows);
  for (let at = 0; at < Math.min(rows.length - 1, MOST_TITLES + 1); at += 1) {
    if (evidence.isGrouped(at)) return { preamble: at, headers: 2, reason: 'groups' };
    const reason = evidence.namesColumns(at);
    if (reason) return { preamble: at, headers: 1, reason };
  }
  let preamble = 0;
  while (preamble < Math.min(rows.length - 2, MOST_TITLES) && evidence.isTitle(preamble)) preamble += 1;
  if (header === 'present') return { preamble, headers: 1, reason: 'chosen' };
  if (preamble === 0 && evidence.isData(0)) return { preamble: 0, headers: 0, reason: 'data_first' };
  return { preamble, headers: 1, reason: 'first_full' };
}

/** Returns the names of the columns. */
export function headerNames(rows: readonly SheetRow[], width: number): string[] {
  const [first, second] = rows;
  const nameIn = (row: SheetRow | undefined, at: number) => textOf(row?.cells[at]);
  if (!second) return Array.from({ length: width }, (_, at) => nameIn(first, at));
  let group = '';
  return Array.from({ length: width }, (_, at) => {
    group = nameIn(first, at) || group;
    const name = nameIn(second, at);
    return name === '' ? nameIn(first, at) : `${group} ${name}`.trim();
  });
}

/** What the first rows of a sheet show about which of them are data. */
class Evidence {
  readonly #rows: readonly SheetRow[];
  /** The columns that are filled in most rows, and the kind of most of their values. */
  readonly #columns: { at: number; kind: string }[] = [];

  constructor(rows: readonly SheetRow[]) {
    this.#rows = rows;
    // Titles and headers are above, so what is below says what data looks like.
    const below = rows.slice(Math.min(Math.ceil(rows.length / 2), rows.length - 1));
    const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
    for (let at = 0; at < width; at += 1) {
      const cells = below.flatMap(({ cells }) => cells[at] ?? []);
      if (cells.length * 2 >= below.length && cells.length > 0)
        this.#columns.push({ at, kind: usualKind(cells) });
    }
  }

  /**
   * Returns why a row names the columns, if it does: each of them, in words above values of another kind, or in years
   * that count up.
   */
  namesColumns(row: number): HeaderReason | null {
    if (this.#columns.length === 0 || !this.#columns.every(({ at }) => this.#cell(row, at))) return null;
    if (this.#columns.some(({ at }) => this.#isValue(row, at))) return null;
    if (this.#columns.some(({ at, kind }) => kind !== 'text' && this.#isNameAbove(row, at))) return 'types';
    return this.#years(row) > 0 || this.#countsUp(row) ? 'counts' : null;
  }

  /**
   * Returns whether a row names groups of columns and the next one the columns: the first one has gaps, each column has
   * a name in one of them, and the second row is text above values that aren't.
   */
  isGrouped(row: number): boolean {
    const first = this.#columns.map(({ at }) => this.#cell(row, at) !== undefined);
    const second = this.#columns.map(({ at }) => this.#cell(row + 1, at) !== undefined);
    if (first.every(Boolean) || !first.some(Boolean) || row + 2 >= this.#rows.length) return false;
    if (!first.every((isFilled, at) => isFilled || second[at])) return false;
    // Above names of all columns, what begins where they do is a title, unless it's several names of several columns.
    if (second.every(Boolean) && first[0] && !isOfGroups(first)) return false;
    const isName = (at: number, from: number) => {
      const cell = this.#cell(from, at);
      return !cell || cell.kind === 'text';
    };
    if (!this.#columns.every(({ at }) => isName(at, row) && isName(at, row + 1))) return false;
    return this.#columns.some(({ at, kind }) => kind !== 'text' && this.#isNameAbove(row + 1, at));
  }

  /** Returns whether a row has so little that it's a title: it begins where the table does, and fills few columns. */
  isTitle(row: number): boolean {
    const filled = this.#columns.filter(({ at }) => this.#cell(row, at));
    const most = Math.min(2, Math.floor(this.#columns.length / 2));
    return filled.length <= most && filled[0]?.at === this.#columns[0]?.at;
  }

  /** Returns whether a row is data: nothing names a column whose values aren't text, and at least one has its kind. */
  isData(row: number): boolean {
    if (this.#rows.length === 1) return this.#columns.some(({ at }) => this.#cell(row, at)?.kind !== 'text');
    const typed = this.#columns.filter(({ kind }) => kind !== 'text');
    if (typed.some(({ at }) => kindOf(this.#cell(row, at)) === 'text')) return false;
    return typed.filter(({ at }) => this.#isValue(row, at)).length > 0;
  }

  /** A year above other numbers is a name, as long as it's one of several that count up, or the only number. */
  #isValue(row: number, at: number): boolean {
    const { kind } = this.#columns.find((column) => column.at === at)!;
    if (kind === 'text' || kindOf(this.#cell(row, at)) !== kind) return false;
    return !(this.#isYearAbove(row, at) && this.#years(row) > 0) && !this.#countsUp(row);
  }

  /** Returns how many years the row has above numbers that aren't, or 0 if they don't count up or down. */
  #years(row: number): number {
    const years = this.#columns.flatMap(({ at }) =>
      this.#isYearAbove(row, at) ? [Number(textOf(this.#cell(row, at)))] : [],
    );
    const steps = years.slice(1).map((year, at) => Math.sign(year - years[at]!));
    const areClose = years.slice(1).every((year, at) => Math.abs(year - years[at]!) <= 10);
    return areClose && steps.every((step) => step !== 0 && step === steps[0]) ? years.length : 0;
  }

  /** Returns whether a row alone has 1, 2, 3, and so on, or 0 first, above its columns of numbers. */
  #countsUp(row: number): boolean {
    const counts = (at: number) => {
      const numbers = this.#columns
        .filter(({ kind }) => kind === 'number')
        .map((column) => this.#cell(at, column.at));
      const first = Number(textOf(numbers[0]));
      return first <= 1 && numbers.every((cell, step) => textOf(cell) === String(first + step));
    };
    const width = this.#columns.filter(({ kind }) => kind === 'number').length;
    return width >= 3 && counts(row) && this.#rows.every((_, at) => at === row || !counts(at));
  }

  #isYearAbove(row: number, at: number): boolean {
    if (!YEAR.test(textOf(this.#cell(row, at)))) return false;
    const below = this.#below(row, at);
    return below.length > 0 && below.every(({ kind }) => kind === 'number') && !below.every(isYear);
  }

  /** Whether a text, or a date above numbers, stands above values none of which is text. */
  #isNameAbove(row: number, at: number): boolean {
    const cell = this.#cell(row, at);
    if (!cell) return false;
    const below = this.#below(row, at).map(kindOf);
    if (below.length === 0 || below.includes('text')) return false;
    return kindOf(cell) === 'text' || (cell.kind === 'moment' && below.every((kind) => kind === 'number'));
  }

  #below(row: number, at: number): SheetCell[] {
    return this.#rows.slice(row + 1).flatMap(({ cells }) => {
      const cell = cells[at];
      return cell && 'text' in cell ? [cell] : [];
    });
  }

  #cell(row: number, at: number): SheetCell | undefined {
    return this.#rows[row]?.cells[at];
  }
}

/** Whether there are several cells, and a gap behind each. */
const isOfGroups = (filled: readonly boolean[]) =>
  filled.filter(Boolean).length > 1 && filled.every((isFilled, at) => !isFilled || filled[at + 1] === false);

const YEAR = /^(1[89]|20|21)\d\d$/;
const isYear = (cell: SheetCell) => YEAR.test(textOf(cell));

function usualKind(cells: readonly SheetCell[]): string {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(kindOf(cell), (counts.get(kindOf(cell)) ?? 0) + 1);
  const [kind] = [...counts].toSorted(([, one], [, other]) => other - one)[0]!;
  // Words among numbers say that words are values, too.
  return counts.has('text') && counts.get('text')! * 4 > cells.length ? 'text' : kind;
}

/** The kind of a value: a text can be a date, a time, or a number. */
function kindOf(cell: SheetCell | undefined): string {
  if (!cell || !('text' in cell)) return 'none';
  if (cell.kind !== 'text') return cell.kind;
  if (/^-?\d{1,15}([.,]\d{1,15})?$/.test(cell.text)) return 'digits';
  const guess = new NativeGuess();
  const bytes = Buffer.from(cell.text.slice(0, 64));
  guess.text(bytes, 0, bytes.length);
  return guess.result.kind;
}

const textOf = (cell: SheetCell | undefined) => (cell && 'text' in cell ? cell.text : '');
