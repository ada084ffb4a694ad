import type { Finding } from '@headwater/shared/contract';
import { FailureError } from '../../../platform/failures/failure.ts';
import { finding } from '../finding.ts';
import type { Newline, Rejection, StreamColumn } from '../../protocol/protocol.ts';
import type { RejectionReason } from '../../protocol/rejection.ts';
import type { PackedFile } from '../files/packed-bytes.ts';
import { DECIMAL_MARKS, type Dialect, type DialectChoices } from './csv.dialect.ts';
import type { TextEncoding } from './csv.encoding.ts';
import { nameColumns, numberedColumns } from './csv.header.ts';
import { DelimitedReader, shown, type RowListener } from './csv.reader.ts';
import { RejectedRows } from './csv.rejected-rows.ts';
import { COLUMN_LIMIT } from './csv.row.ts';
import { shapeOf, type Shape } from './csv.shape.ts';
import { TypeGuess, type ColumnFacts, type GuessedType, type Reading, type Rewrite } from './csv.types.ts';

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
}

/**
 * Scans every byte of a file before the engine sees it: counts the rows, finds those that can't be loaded and their
 * lines, and determines each column's type from all its values.
 */
export async function scan(options: ScanOptions): Promise<Scan> {
  const { file, choices, encoding } = options;
  const shape = shapeOf(options.head, options.isWhole, choices);
  const reader = new DelimitedReader({ ...file, encoding }, shape.delimiter, shape.quote);
  const scanner = new Scanner(reader, options, shape);
  for await (const _ of reader.read(scanner, options.signal));
  const { reading, ...found } = scanner.result();
  const { decimalMark, dateOrder } = reading;
  return { ...found, dialect: { ...shape, decimalMark, dateOrder, encoding } };
}

class Scanner implements RowListener {
  readonly #reader: DelimitedReader;
  readonly #name: string;
  readonly #shape: Shape;
  readonly #choices: DialectChoices;
  readonly #nullWords: ReadonlySet<string>;
  #toSkip: number;
  #names: string[] | null = null;
  #findings: Finding[] = [];
  #guesses: TypeGuess[] = [];
  readonly #rejected = new RejectedRows();
  readonly #newlines = new Set<Newline>();
  #rows = 0;
  #regular: boolean;

  constructor(reader: DelimitedReader, { file, choices, encoding }: ScanOptions, shape: Shape) {
    this.#reader = reader;
    this.#name = file.name;
    this.#shape = shape;
    this.#choices = choices;
    this.#nullWords = new Set(choices.nullWords);
    this.#toSkip = shape.preamble;
    this.#regular = encoding === 'utf-8' && shape.preamble === 0 && shape.quote === '"' && shape.hasHeader;
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
    if (cutter.fields !== names.length) {
      this.#rejected.addUneven(line, cutter.fields, names.length, shown(bytes, start, cutter.next));
      return;
    }
    if (cutter.newline !== '') this.#newlines.add(cutter.newline);
    if (cutter.looseQuote) this.#regular = false;
    for (let i = 0; i < cutter.fields; i++) {
      this.#guesses[i]!.see(bytes, cutter.starts[i]!, cutter.ends[i]!, cutter.quoted[i] === 1);
    }
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
    const types = this.#guesses.map((guess) => guess.result(reading));
    const rewrites = types.map(({ rewrite }) => rewrite);
    const isAsItStands = rewrites.every((rewrite) => rewrite === null);
    return {
      reading,
      rows: this.#rows,
      rejected: this.#rejected.count,
      rejections: this.#rejected.first,
      columns: this.#names.map((name, at) => columnOf(name, types[at]!)),
      facts: types.map(({ facts }) => facts),
      rewrites,
      findings: [...this.#findings, ...valueFindings(this.#names, types)],
      newline: [...this.#newlines][0] ?? '\n',
      regular: this.#regular && this.#rejected.count === 0 && this.#newlines.size <= 1 && isAsItStands,
    };
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
      const { names, findings } = nameColumns(cutter, bytes);
      this.#names = names;
      this.#findings = findings;
      if (this.#shape.preamble > 0) this.#findings.unshift(finding('lines_above_header', { line }));
      if (cutter.newline !== '') this.#newlines.add(cutter.newline);
      if (cutter.innerLines > 0 || line > 1) this.#regular = false;
    } else {
      this.#names = numberedColumns(cutter.fields);
      if (!this.#choices.header) this.#findings = [finding('header_absent', { name: this.#names[0]! })];
    }
    this.#guesses = this.#names.map(() => new TypeGuess(this.#nullWords));
  }
}

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
  return types.flatMap(({ affix, nullWords }, at) => {
    const column = names[at]!;
    const found = affix === '' ? [] : [finding('affix_left_out', { column, affix })];
    return nullWords.length === 0
      ? found
      : [...found, finding('words_are_null', { column, words: nullWords.join(', ') })];
  });
}
