import { ownValue } from '@headwater/shared/contract/plain';
import { FailureError } from '@headwater/base/failures/failure';
import type { StreamColumn } from '@headwater/protocol/protocol';
import type { RejectionReason } from '@headwater/protocol/rejection';
import { columnNames } from '../csv/csv.header.ts';
import { RejectedRows } from '../csv/csv.rejected-rows.ts';
import { COLUMN_LIMIT } from '../csv/csv.row.ts';
import type { FoundTable } from '../file-format.ts';
import { NativeGuess } from '../native-guess.ts';
import { BOOLEAN, NULL, NUMBER, STRING, type JsonCutter } from './json.cutter.ts';
import type { RecordListener } from './json.listener.ts';
import { JsonKeys } from './json.keys.ts';

const SOURCE_TYPES: Readonly<Record<string, string>> = { JSON: 'json', BOOLEAN: 'boolean' };

/** Finds a table's columns, and a type for each from all its values. */
export class JsonScan implements RecordListener {
  readonly #file: string;
  readonly #keys = new JsonKeys();
  readonly #guesses: NativeGuess[] = [];
  /** For each column, the last row that has a value: a name that a record repeats has one. */
  readonly #rejected = new RejectedRows();
  #rows = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Nothing has to be passed on before the end. */
  get isFull(): boolean {
    return false;
  }

  record(bytes: Buffer, cutter: JsonCutter): void {
    this.#rows += 1;
    for (let field = 0; field < Math.min(cutter.fields, COLUMN_LIMIT + 1); field += 1) {
      const column = this.#keys.columnOf(bytes, cutter, field, field, true);
      if (column >= COLUMN_LIMIT) this.#refuse();
      const guess = (this.#guesses[column] ??= new NativeGuess());
      this.#see(guess, bytes, cutter, field);
    }
  }

  broken(line: number, reason: RejectionReason, raw: string): void {
    this.#rows += 1;
    this.#rejected.add(line, reason, raw);
  }

  /** Returns null if there are no rows. */
  result(): Omit<FoundTable, 'part' | 'source'> & { keys: string[] } {
    const { names, findings } = columnNames(this.#keys.names);
    const columns = names.map((name, at): StreamColumn => {
      const guess = this.#guesses[at]!;
      const { kind, type, encoding } = guess.result;
      const loaded = this.#rows - this.#rejected.count;
      return {
        name,
        kind,
        type,
        encoding,
        nullable: guess.values < loaded || encoding === 'empty_is_null',
        sourceType: ownValue(SOURCE_TYPES, type) ?? (kind === 'number' ? 'number' : 'string'),
      };
    });
    return {
      columns,
      facts: names.map((_, at) => this.#guesses[at]!.facts),
      findings,
      keys: this.#keys.names,
      rows: this.#rows,
      rejected: this.#rejected.count,
      rejections: this.#rejected.first,
    };
  }

  #see(guess: NativeGuess, bytes: Buffer, cutter: JsonCutter, field: number): void {
    switch (cutter.kinds[field]) {
      case NULL:
        return;
      case STRING:
        if (cutter.escaped[field]) guess.plainText();
        else guess.text(bytes, cutter.starts[field]!, cutter.ends[field]!);
        return;
      case NUMBER:
        return guess.number(bytes, cutter.starts[field]!, cutter.ends[field]!);
      case BOOLEAN:
        return guess.truth();
      default:
        return guess.nested();
    }
  }

  #refuse(): never {
    throw new FailureError('file_too_many_columns', {
      file: this.#file,
      columns: COLUMN_LIMIT + 1,
      limit: COLUMN_LIMIT,
    });
  }
}
