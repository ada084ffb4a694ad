import type { Finding } from '@headwater/shared/contract';
import { FailureError } from '@headwater/base/failures/failure';
import { finding } from '@headwater/protocol/finding';
import type { Newline, Rejection, StreamColumn } from '@headwater/protocol/protocol';
import type { RejectionReason } from '@headwater/protocol/rejection';
import type { PackedFile } from '../packed-bytes.ts';
import { DECIMAL_MARKS, type Dialect, type DialectChoices } from './csv.dialect.ts';
import type { TextEncoding } from './csv.encoding.ts';
import { columnNames, fieldTexts, numberedColumns } from './csv.header.ts';
import { DelimitedReader, shown, type RowListener } from './csv.reader.ts';
import { RejectedRows } from './csv.rejected-rows.ts';
import { COLUMN_LIMIT } from './csv.row.ts';
import { fitOf } from './csv.row-fit.ts';
import { shapeOf, type Shape } from './csv.shape.ts';
import { SplitRows } from './csv.split-rows.ts';
import {
  TypeGuess,
  type ColumnFacts,
  type GuessedType,
  type Reading,
  type Rewrite,
  type Unclear,
} from './csv.types.ts';

/** The most bytes that a header may have. */
const HEADER_LIMIT = 1024 ** 2;

export interface Scan {
  dialect: Dialect;
  /** Rows below the header, including rejected ones. */
  rows: number;
  rejected: number;
  rejections: Rejection[];
  columns: StreamColumn[];
  facts: ColumnFacts[];
  /** For each column, how its values must be rewritten. Null if the warehouse can read them. */
  rewrites: (Rewrite | null)[];
  /** What the user should know about the header and the values. */
  findings: Finding[];
  newline: Newline;
  /** The engine can read the file by itself. */
  regular: boolean;
}

export interface ScanOptions {
  file: PackedFile;
  /** The beginning of the file in UTF-8. */
  head: Uint8Array;
  isWhole: boolean;
  encoding: TextEncoding;
  choices: DialectChoices;
  signal: AbortSignal;
  /** Rows that aren't valid UTF-8 are rejected; otherwise the whole file is. */
  rejectsInvalid: boolean;
}

/**
 * Scans every byte of a file before the engine sees it: counts the rows, finds those that can't be loaded and their
 * lines, and determines each column's type from all its values.
 */
export async function scan(options: ScanOptions): Promise<Scan> {
  const shape = shapeOf(options.head, options.isWhole, options.choices);
  const first = await scanAs(options, shape);
  if (first.splits === 0) return first;
  // What the columns have in all other rows says which lines were one row.
  const splitKinds = first.columns.map(({ kind }, at) => (first.facts[at]!.isEmpty ? null : kind));
  return scanAs(options, { ...shape, splitKinds });
}

async function scanAs(options: ScanOptions, shape: Shape): Promise<Scan & { splits: number }> {
  const { file, encoding, rejectsInvalid } = options;
  const reader = new DelimitedReader({ ...file, encoding }, shape, rejectsInvalid);
  const scanner = new Scanner(reader, options, shape);
  for await (const _ of reader.read(scanner, options.signal));
  const { reading, ...found } = scanner.result();
  const { decimalMark, dateOrder } = reading;
  const dialect = { ...shape, decimalMark, dateOrder, encoding };
  return { ...found, dialect, splits: scanner.splits?.count ?? 0 };
}

class Scanner implements RowListener {
  readonly #reader: DelimitedReader;
  readonly #name: string;
  readonly #shape: Shape;
  readonly #choices: DialectChoices;
  readonly #nullWords: ReadonlySet<string>;
  #toSkip: number;
  #names: string[] | null = null;
  /** The positions of columns that the file doesn't name. */
  readonly #unnamed = new Set<number>();
  #findings: Finding[] = [];
  #guesses: TypeGuess[] = [];
  readonly #rejected = new RejectedRows();
  readonly #newlines = new Set<Newline>();
  readonly #short = new Map<number, { rows: number; line: number }>();
  #rows = 0;
  #regular: boolean;
  splits: SplitRows | null = null;

  constructor(reader: DelimitedReader, { file, choices, encoding }: ScanOptions, shape: Shape) {
    this.#reader = reader;
    this.#name = file.name;
    this.#shape = shape;
    this.#choices = choices;
    this.#nullWords = new Set(choices.nullWords);
    this.#toSkip = shape.preamble;
    const isPlain = shape.delimiter.length === 1 && shape.delimiter !== ' ' && shape.quote === '"';
    const isUsual =
      isPlain && shape.escape !== 'backslash' && !shape.spacesAroundQuotes && !shape.hasRowNames;
    this.#regular = encoding === 'utf-8' && shape.preamble === 0 && shape.hasHeader && isUsual;
  }

  row(bytes: Buffer, start: number, line: number): void {
    const { cutter } = this.#reader;
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return;
    }
    if (this.#names === null) {
      this.#begin(bytes, start, line);
      if (this.#shape.hasHeader) return;
    }
    const names = this.#names!;
    this.#rows += 1;
    const fit = fitOf(cutter, names.length, this.#shape.shortRows);
    if (fit === 'uneven') {
      this.#rejected.addUneven(line, cutter.fields, names.length, shown(bytes, start, cutter.next));
      return;
    }
    if (cutter.fields !== names.length) this.#regular = false;
    if (fit === 'short') this.#noteShort(line);
    if (cutter.newline !== '') this.#newlines.add(cutter.newline);
    if (cutter.looseQuote) this.#regular = false;
    const fields = Math.min(cutter.fields, names.length);
    for (let i = 0; i < fields; i++) {
      this.#guesses[i]!.see(bytes, cutter.starts[i]!, cutter.ends[i]!, cutter.quoted[i] === 1);
    }
    for (let i = fields; i < names.length; i++) this.#guesses[i]!.sawNull = true;
  }

  /** Counts rows that end early by their number of fields: which are short depends on the columns that have values. */
  #noteShort(line: number): void {
    const { fields } = this.#reader.cutter;
    const known = this.#short.get(fields);
    if (known) known.rows += 1;
    else this.#short.set(fields, { rows: 1, line });
  }

  /** Nothing has to be passed on before the end. */
  get isFull(): boolean {
    return false;
  }

  blank(): void {
    this.#regular = false;
  }

  broken(line: number, reason: RejectionReason, raw: string): void {
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return;
    }
    if (this.#names === null)
      throw new FailureError('file_header_too_long', { file: this.#name, limit: HEADER_LIMIT });
    this.#rows += 1;
    this.#rejected.add(line, reason, raw);
  }

  result(): Omit<Scan, 'dialect'> & { reading: Reading } {
    if (this.#names === null) throw new FailureError('file_empty', { file: this.#name });
    const reading = this.#reading();
    const all = this.#guesses.map((guess) => guess.result(reading));
    const width = this.#width(all);
    const [names, types] = [this.#names.slice(0, width), all.slice(0, width)];
    const rewrites = types.map(({ rewrite }) => rewrite);
    const isAsItStands = width === all.length && rewrites.every((rewrite) => rewrite === null);
    return {
      reading,
      rows: this.#rows,
      rejected: this.#rejected.count,
      rejections: this.#rejected.first,
      columns: names.map((name, at) => columnOf(name, types[at]!)),
      facts: types.map(({ facts }) => facts),
      rewrites,
      findings: [
        ...this.#findings.filter(({ values }) => typeof values.column !== 'number' || values.column <= width),
        ...this.#shortFindings(width),
        ...valueFindings(names, types),
      ],
      newline: [...this.#newlines][0] ?? '\n',
      regular: this.#regular && this.#rejected.count === 0 && this.#newlines.size <= 1 && isAsItStands,
    };
  }

  /** Counts the columns without those that only delimiters at the end of each line make: no name, and no value. */
  #width(types: readonly GuessedType[]): number {
    let width = types.length;
    while (width > 1 && this.#unnamed.has(width - 1) && isNothing(types[width - 1]!)) width -= 1;
    return width;
  }

  #shortFindings(width: number): Finding[] {
    const short = [...this.#short].filter(([fields]) => fields < width).map(([, found]) => found);
    if (short.length === 0) return [];
    const rows = short.reduce((sum, found) => sum + found.rows, 0);
    return [finding('rows_filled', { rows, line: Math.min(...short.map(({ line }) => line)) })];
  }

  /** Uses the user's choices, or what the columns that can be read in only one way agree on. */
  #reading(): Reading {
    const evidence = this.#guesses.map((guess) => guess.evidence);
    const { decimalMark, dateOrder } = this.#choices;
    return {
      decimalMark: decimalMark
        ? DECIMAL_MARKS[decimalMark]
        : agreed(evidence.map((each) => each.decimalMark)),
      dateOrder: dateOrder ?? agreed(evidence.map((each) => each.dateOrder)),
      markIsChosen: decimalMark !== undefined,
    };
  }

  #begin(bytes: Buffer, start: number, line: number): void {
    const { cutter } = this.#reader;
    if (cutter.next - start > HEADER_LIMIT)
      throw new FailureError('file_header_too_long', { file: this.#name, limit: HEADER_LIMIT });
    if (cutter.fields > COLUMN_LIMIT) {
      throw new FailureError('file_too_many_columns', {
        file: this.#name,
        columns: cutter.fields,
        limit: COLUMN_LIMIT,
      });
    }
    if (this.#shape.hasHeader) {
      const given = fieldTexts(cutter, bytes);
      if (this.#shape.hasRowNames) given.unshift('');
      const { names, findings } = columnNames(given);
      this.#names = names;
      for (const [at, name] of given.entries()) if (name.trim() === '') this.#unnamed.add(at);
      this.#findings = findings;
      if (this.#shape.preamble > 0) this.#findings.unshift(finding('lines_above_header', { line }));
      if (cutter.newline !== '') this.#newlines.add(cutter.newline);
      if (cutter.innerLines > 0 || line > 1) this.#regular = false;
    } else {
      this.#names = numberedColumns(cutter.fields);
      for (const at of this.#names.keys()) this.#unnamed.add(at);
      if (!this.#choices.header) this.#findings = [finding('header_absent', { name: this.#names[0]! })];
    }
    this.#guesses = this.#names.map(() => new TypeGuess(this.#nullWords));
    // Whoever wants rows that end early filled gets that.
    const { splitKinds } = this.#shape;
    if (!this.#choices.shortRows)
      this.splits = new SplitRows(splitKinds?.length ?? this.#names.length, splitKinds);
  }
}

const isNothing = ({ facts }: GuessedType) => facts.isEmpty && !facts.hasEmptyTexts;

const columnOf = (name: string, { kind, type, encoding, nullable }: GuessedType): StreamColumn => ({
  name,
  kind,
  type,
  encoding,
  nullable,
  sourceType: 'text',
});

function agreed<T>(values: readonly (T | undefined)[]): T | undefined {
  const said = new Set(values.filter((value) => value !== undefined));
  return said.size === 1 ? [...said][0] : undefined;
}

function valueFindings(names: readonly string[], types: readonly GuessedType[]): Finding[] {
  return types.flatMap(({ affix, nullWords, unclear }, at) => {
    const column = names[at]!;
    return [
      ...(affix === '' ? [] : [finding('affix_left_out', { column, affix })]),
      ...(nullWords.length === 0 ? [] : [finding('words_are_null', { column, words: nullWords.join(', ') })]),
      ...(unclear ? [unclearFinding(column, unclear)] : []),
    ];
  });
}

function unclearFinding(column: string, { of, ...values }: Unclear): Finding {
  return finding(of === 'date' ? 'dates_unclear' : 'numbers_unclear', { column, ...values });
}
