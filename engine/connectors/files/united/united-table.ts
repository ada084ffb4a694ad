import type { Failure, Finding, SheetLayout } from '@headwater/shared/contract';
import { failure, FailureError } from '@headwater/base/failures/failure';
import type { Rejection, StreamColumn } from '@headwater/protocol/protocol';
import { rejectsOverLimit } from '@headwater/protocol/reject-limit';
import { reasonValues } from '@headwater/protocol/rejection';
import { NumberShape, type NumberFacts } from '../csv/csv.numbers.ts';
import { COLUMN_LIMIT } from '../csv/csv.row.ts';
import type { ColumnFacts } from '../csv/csv.types.ts';
import { finding } from '@headwater/protocol/finding';
import type { FormatName, FoundTable } from '../file-format.ts';
import { firstFindings } from '../files.findings.ts';
import { unitedType, type ValueType } from './united-type.ts';

/** The column that says which file a row is from, unless a file has one of that name. */
const FILE_COLUMN = '_source_file';

/** How a column's values are in some of the files. */
interface Variant {
  type: ValueType;
  affix: string;
  /** The first such file. */
  file: string;
}

interface Column {
  name: string;
  sourceType: string;
  nullable: boolean;
  /** In how many files it is. */
  files: number;
  /** The first file without it. */
  absent: string | null;
  variants: Map<string, Variant>;
  /** Its type in the files in which it has no values. */
  empty: ValueType | null;
  hasEmptyTexts: boolean;
  /** Null once it has numbers of which nothing is known. */
  numbers: NumberFacts | null | undefined;
}

export interface United {
  columns: StreamColumn[];
  facts: ColumnFacts[];
  /** Where in its sheet the first file's table is. Its columns are the first ones. */
  layout: SheetLayout | undefined;
  fileColumn: string;
  files: number;
  rows: number;
  rejected: number;
  /** What people should know about it. */
  findings: Finding[];
  problem: Failure | null;
}

/** One table that is joined from the tables of several files, one after another: all columns that any of them has. */
export class UnitedTable {
  readonly #format: FormatName;
  readonly #field: string;
  readonly #columns = new Map<string, Column>();
  readonly #findings = new Map<string, Finding>();
  readonly #rejects: Finding[] = [];
  #names: string[] = [];
  #rows = 0;
  #rejected = 0;
  #rejections: Rejection[] = [];
  #problem: Failure | null = null;
  #layout: SheetLayout | undefined;

  /** `field` is the setting that a failure is about. */
  constructor(format: FormatName, field: string) {
    this.#format = format;
    this.#field = field;
  }

  get files(): number {
    return this.#names.length;
  }

  get firstFile(): string {
    return this.#names[0]!;
  }

  add(file: string, table: FoundTable): void {
    const { columns, facts, rows, rejected, rejections, findings, problem, layout } = table;
    if (this.#names.length === 0) this.#layout = layout;
    const present = new Set<string>();
    for (const [at, column] of columns.entries()) {
      present.add(keyOf(column));
      this.#see(column, file, facts?.[at] ?? { isEmpty: false });
    }
    if (this.#columns.size > COLUMN_LIMIT)
      throw new FailureError('file_too_many_columns', {
        file,
        columns: this.#columns.size,
        limit: COLUMN_LIMIT,
      });
    for (const [key, column] of this.#columns) if (!present.has(key)) column.absent ??= file;
    this.#names.push(file);
    this.#rows += rows;
    this.#rejected += rejected;
    if (this.#rejections.length === 0) this.#rejections = rejections;
    for (const each of findings) this.#findings.set(JSON.stringify(each), each);
    const [first] = rejections;
    if (first)
      this.#rejects.push(
        finding('rows_to_reject_in', { file, rows: rejected, line: first.line ?? 0, ...reasonValues(first) }),
      );
    this.#problem ??= problem ?? rejectsOverLimit(file, { rows, rejected, first }, { field: this.#field });
  }

  /** `name` is what the table is called in failures. */
  result(name: string): United {
    const all = [...this.#columns.values()];
    const types = all.map((column) => this.#typeOf(column));
    const columns = all.map(({ name, sourceType, nullable, files }, at): StreamColumn => {
      const type = types[at]!;
      const isMissing = files < this.files;
      return {
        name,
        ...type,
        nullable: nullable || isMissing || type.encoding === 'empty_is_null',
        sourceType,
      };
    });
    const fileColumn = this.#fileColumn();
    const [readAs, ...findings] = this.#findings.values();
    return {
      columns: [...columns, fileColumnOf(fileColumn)],
      facts: [...all.map(factsOf), { isEmpty: false }],
      layout: this.#layout,
      fileColumn,
      files: this.files,
      rows: this.#rows,
      rejected: this.#rejected,
      findings: [
        finding('files_united', { files: this.files, rows: this.#rows, columns: columns.length }),
        ...(readAs ? [readAs] : []),
        ...firstFindings([...this.#rejects, ...this.#differences(all, types), ...findings]),
      ],
      problem: this.#problem ?? this.#tooManyRejects(name),
    };
  }

  #see(column: StreamColumn, file: string, facts: NonNullable<FoundTable['facts']>[number]): void {
    const { name, kind, type, encoding, nullable, sourceType } = column;
    const key = keyOf(column);
    let known = this.#columns.get(key);
    if (!known) {
      known = {
        name,
        sourceType,
        nullable: false,
        files: 0,
        absent: this.#names[0] ?? null,
        variants: new Map(),
        empty: null,
        hasEmptyTexts: false,
        numbers: undefined,
      };
      this.#columns.set(key, known);
    }
    known.files += 1;
    known.nullable ||= nullable || facts.isEmpty;
    known.hasEmptyTexts ||= facts.hasEmptyTexts === true || encoding === 'empty_is_null';
    const valueType = { kind, type, encoding: encoding === 'empty_is_null' ? ('value' as const) : encoding };
    if (facts.isEmpty) {
      known.empty ??= valueType;
      return;
    }
    const { affix = '', numbers = null } = facts;
    const variant = `${affix} ${type}`;
    if (!known.variants.has(variant)) known.variants.set(variant, { type: valueType, affix, file });
    if (kind !== 'number' || known.numbers === null) return;
    if (numbers === null || known.numbers === undefined) known.numbers = numbers;
    else known.numbers = NumberShape.of([known.numbers, numbers]).facts;
  }

  #typeOf({ variants, empty, hasEmptyTexts, numbers }: Column): ValueType {
    const given = [...variants.values()];
    const signs = new Set(given.map(({ affix }) => affix));
    const types = given.length > 0 ? given.map(({ type }) => type) : empty ? [empty] : [];
    const type: ValueType =
      signs.size > 1
        ? { kind: 'text', type: 'VARCHAR', encoding: 'value' }
        : unitedType(types, numbers ? [numbers] : null, this.#format);
    const isChecked = hasEmptyTexts && type.kind !== 'text' && type.encoding === 'value';
    return isChecked ? { ...type, encoding: 'empty_is_null' } : type;
  }

  #differences(columns: readonly Column[], types: readonly ValueType[]): Finding[] {
    return columns.flatMap(({ name, files, absent, variants }, at) => {
      const found: Finding[] = [];
      const [first, ...others] = variants.values();
      const other = others.find(
        ({ type, affix }) => type.kind !== first!.type.kind || affix !== first!.affix,
      );
      if (other)
        found.push(
          finding('column_types_differ', {
            column: name,
            kind: types[at]!.kind,
            file: first!.file,
            fileKind: first!.type.kind,
            other: other.file,
            otherKind: other.type.kind,
          }),
        );
      if (files < this.files)
        found.push(
          finding('column_not_everywhere', {
            column: name,
            missing: this.files - files,
            files: this.files,
            file: absent!,
          }),
        );
      return found;
    });
  }

  /** Each file may have few enough, and all together too many. */
  #tooManyRejects(table: string): Failure | null {
    const counts = { rows: this.#rows, rejected: this.#rejected, first: this.#rejections[0] };
    return rejectsOverLimit(table, counts, { field: this.#field });
  }

  #fileColumn(): string {
    let name = FILE_COLUMN;
    for (let number = 2; this.#columns.has(name); number += 1) name = `${FILE_COLUMN}_${number}`;
    return name;
  }
}

/** Returns the table of several files, or why there is none: its files are of different kinds. `name` is for failures. */
export function unite(
  members: readonly { label: string; format: FormatName; table: FoundTable }[],
  name: string,
  field: string,
): United {
  // Nothing is known of the kind of what can't be read.
  const first = members.find(({ table }) => !table.problem) ?? members[0]!;
  const united = new UnitedTable(first.format, field);
  for (const { label, table } of members) united.add(label, table);
  const found = united.result(name);
  const other = members.find(({ format, table }) => format !== first.format && !table.problem);
  if (!other || found.problem) return found;
  const values = { file: other.label, kind: other.format, first: first.label, firstKind: first.format };
  return { ...found, problem: failure('files_kinds_differ', values, { field }) };
}

/** Names that differ only in case are the same, as in the warehouse. */
export const keyOf = ({ name }: Pick<StreamColumn, 'name'>) => name.toLowerCase();

/** What is known of a column, for joining it with further files. */
function factsOf({ variants, hasEmptyTexts, numbers }: Column): ColumnFacts {
  const [first, ...others] = variants.values();
  const affix = others.every((other) => other.affix === first?.affix) ? first?.affix : undefined;
  return {
    isEmpty: first === undefined,
    hasEmptyTexts,
    ...(affix !== undefined && { affix }),
    ...(numbers && { numbers }),
  };
}

const fileColumnOf = (name: string): StreamColumn => ({
  name,
  kind: 'text',
  type: 'VARCHAR',
  encoding: 'value',
  nullable: false,
  sourceType: 'text',
});
