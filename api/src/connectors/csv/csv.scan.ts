import type { Finding } from '@headwater/shared/contract';
import type { Newline, Rejection, StreamColumn } from '../protocol.ts';
import { FailureError } from '../failure.ts';
import { rejectionReason, type RejectionReason } from '../rejection.ts';
import { readHead } from './csv.head.ts';
import { nameColumns } from './csv.header.ts';
import { DelimitedReader, shown, type RowListener } from './csv.reader.ts';
import { COLUMN_LIMIT } from './csv.row.ts';
import { TypeGuess } from './csv.types.ts';

/** Rejected rows that are kept to be looked at; all are counted. */
export const REJECTIONS_KEPT = 10_000;

/** The most bytes that a header may have. */
const HEADER_LIMIT = 1024 ** 2;

export interface Scan {
  delimiter: string;
  bytes: number;
  /** Rows below the header, rejected ones among them. */
  rows: number;
  rejected: number;
  rejections: Rejection[];
  columns: StreamColumn[];
  /** What people should know about the header. */
  findings: Finding[];
  newline: Newline;
  /** The engine reads the file as it is; otherwise a tidy copy is made for it. */
  regular: boolean;
}

export interface ScanOptions {
  path: string;
  name: string;
  delimiter: string | undefined;
  signal: AbortSignal;
}

/**
 * Our own look at every byte of a file before an engine sees it: counts the rows, finds those that cannot be loaded and
 * says where, and types each column by all its values.
 */
export async function scan(options: ScanOptions): Promise<Scan> {
  const head = await readHead(options.path, options.name, options.delimiter);
  const reader = new DelimitedReader(options.path, options.name, head.delimiter);
  const scanner = new Scanner(reader, options.name);
  await reader.read(scanner, options.signal);
  return { ...head, ...scanner.result() };
}

class Scanner implements RowListener {
  readonly #reader: DelimitedReader;
  readonly #name: string;
  #names: string[] | null = null;
  #findings: Finding[] = [];
  #guesses: TypeGuess[] = [];
  readonly #rejections: Rejection[] = [];
  readonly #newlines = new Set<Newline>();
  #rows = 0;
  #rejected = 0;
  #regular = true;

  constructor(reader: DelimitedReader, name: string) {
    this.#reader = reader;
    this.#name = name;
  }

  row(bytes: Uint8Array, start: number, line: number): void {
    const { cutter } = this.#reader;
    if (this.#names === null) return this.#header(bytes, start, line);
    this.#rows += 1;
    if (cutter.fields !== this.#names.length) {
      const reason = rejectionReason('fields_differ', {
        fields: cutter.fields,
        expected: this.#names.length,
      });
      this.#reject(line, reason, shown(bytes, start, cutter.next));
      return;
    }
    if (cutter.newline !== '') this.#newlines.add(cutter.newline);
    if (cutter.looseQuote) this.#regular = false;
    for (let i = 0; i < cutter.fields; i++) {
      this.#guesses[i]!.see(bytes, cutter.starts[i]!, cutter.ends[i]!, cutter.quoted[i] === 1);
    }
  }

  blank(): void {
    this.#regular = false;
  }

  broken(line: number, reason: RejectionReason, raw: string): void {
    if (this.#names === null)
      throw new FailureError('file_header_too_long', { file: this.#name, limit: HEADER_LIMIT });
    this.#rows += 1;
    this.#reject(line, reason, raw);
  }

  result(): Omit<Scan, 'delimiter' | 'bytes'> {
    if (this.#names === null) throw new FailureError('file_empty', { file: this.#name });
    return {
      rows: this.#rows,
      rejected: this.#rejected,
      rejections: this.#rejections,
      columns: this.#names.map((name, i) => ({ name, ...this.#guesses[i]!.result(), sourceType: 'text' })),
      findings: this.#findings,
      newline: [...this.#newlines][0] ?? '\n',
      regular: this.#regular && this.#rejected === 0 && this.#newlines.size <= 1,
    };
  }

  #header(bytes: Uint8Array, start: number, line: number): void {
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
    const { names, findings } = nameColumns(cutter, bytes);
    this.#names = names;
    this.#findings = findings;
    this.#guesses = names.map(() => new TypeGuess());
    if (cutter.newline !== '') this.#newlines.add(cutter.newline);
    if (cutter.innerLines > 0 || line > 1) this.#regular = false;
  }

  #reject(line: number, reason: RejectionReason, raw: string): void {
    this.#rejected += 1;
    if (this.#rejections.length < REJECTIONS_KEPT)
      this.#rejections.push({ line, column: null, ...reason, raw });
  }
}
