import type { DatabaseSync } from 'node:sqlite';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { columnNames } from '../csv/csv.header.ts';
import { COLUMN_LIMIT } from '../csv/csv.row.ts';
import type { ColumnFacts } from '../csv/csv.types.ts';
import { NativeGuess } from '../native-guess.ts';

/** A column as the database declares it. */
export interface SqliteColumn {
  name: string;
  declared: string;
  /** Its place in the key, from 1 on; 0 if it isn't part of it. */
  key: number;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export interface ListedTable {
  name: string;
  /** What it has isn't in the file as it is: a view, a virtual table, or a table with generated columns. */
  isComputed: boolean;
}

/**
 * Lists tables and views, without those that SQLite or a virtual table keep for themselves. By what is in the file
 * alone: SQLite's own list looks into each view, which can take any time.
 */
export function listTables(database: DatabaseSync): ListedTable[] {
  const rows = database
    .prepare(
      `select name, type, coalesce(sql, '') from sqlite_schema
       where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\'
       order by name`,
    )
    .all() as unknown as [string, string, string][];
  const kept = new Set(rows.flatMap(([name, , sql]) => keptBy(name, sql)));
  return rows
    .filter(([name]) => !kept.has(name))
    .map(([name, type, sql]) => ({ name, isComputed: type === 'view' || COMPUTES.test(sql) }));
}

/** Rather one too many. */
const COMPUTES = /\b(virtual|as)\b/i;

/** The tables in which a virtual table has what it knows, by how it's declared. */
function keptBy(name: string, sql: string): string[] {
  const [, module = ''] = /^\s*create\s+virtual\s+table\b[^]*?\busing\s+(\w+)/i.exec(sql) ?? [];
  const parts = PARTS.find(([pattern]) => pattern.test(module))?.[1] ?? [];
  return parts.map((part) => `${name}_${part}`);
}

const PARTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^fts5$/i, ['data', 'idx', 'content', 'docsize', 'config']],
  [/^fts[34]$/i, ['content', 'segments', 'segdir', 'docsize', 'stat']],
  [/^(rtree|rtree_i32|geopoly)$/i, ['node', 'parent', 'rowid']],
];

export function columnsOf(database: DatabaseSync, table: string): SqliteColumn[] {
  const rows = database
    .prepare('select name, type, pk from pragma_table_xinfo(?) where hidden <> 1 order by cid')
    .all(table) as unknown as [string, string, bigint][];
  return rows.map(([name, declared, key]) => ({ name, declared, key: Number(key) }));
}

/** Which kinds of values a column has, whatever it declares: SQLite stores any value anywhere. */
interface Kinds {
  integers: number;
  /** Integers that a double can't hold. */
  long: number;
  /** Integers other than 0 and 1. */
  counts: number;
  reals: number;
  texts: number;
  blobs: number;
}

const COUNTS = ({ name }: SqliteColumn) => {
  // By bytes: a collation that an application has brought with it isn't here.
  const column = `${quoted(name)} collate binary`;
  const type = `typeof(${column})`;
  return `sum(${type} = 'integer'),
    sum(${type} = 'integer' and (${column}) not between -9007199254740992 and 9007199254740992),
    sum(${type} = 'integer' and (${column}) not in (0, 1)),
    sum(${type} = 'real'), sum(${type} = 'text'), sum(${type} = 'blob')`;
};

/** Columns that are counted by one statement, which can have a limited number of results. */
const AT_ONCE = 100;

export interface TableTypes {
  rows: number;
  columns: StreamColumn[];
  facts: ColumnFacts[];
  primaryKey: string[];
}

/** Returns the number of rows, and a type for each column from all of its values. */
export function typesOf(database: DatabaseSync, table: string, given: readonly SqliteColumn[]): TableTypes {
  let rows = 0;
  const kinds: Kinds[] = [];
  for (let from = 0; from < given.length; from += AT_ONCE) {
    const part = given.slice(from, from + AT_ONCE);
    const counts = database
      .prepare(`select count(*), ${part.map(COUNTS).join(', ')} from ${quoted(table)}`)
      .get() as unknown as (bigint | null)[];
    const [total, ...sums] = counts.map(Number);
    rows = total!;
    for (let at = 0; at < part.length; at += 1) {
      const [integers, long, larger, reals, texts, blobs] = sums.slice(at * 6, at * 6 + 6) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      kinds.push({ integers, long, counts: larger, reals, texts, blobs });
    }
  }
  const onlyTexts = kinds.flatMap(({ integers, reals, texts, blobs }, at) =>
    texts > 0 && integers + reals + blobs === 0 ? [at] : [],
  );
  const texts = textTypes(database, table, given, onlyTexts);
  const { names } = columnNames(given.map(({ name }) => name));
  const columns = given.map(({ declared }, at): StreamColumn => {
    const { integers, reals, texts: words, blobs } = kinds[at]!;
    return {
      name: names[at]!,
      ...(texts.get(at) ?? typeOf(kinds[at]!, declared)),
      nullable: integers + reals + words + blobs < rows,
      sourceType: declared.toLowerCase().slice(0, 200) || 'any',
    };
  });
  const key = given
    .map((column, at) => ({ ...column, at }))
    .filter((column) => column.key > 0)
    .toSorted((one, other) => one.key - other.key)
    .map(({ at }) => columns[at]!);
  // SQLite lets keys be NULL, except for row IDs.
  const isUsable = rows === 0 || key.every(({ nullable }) => !nullable);
  const facts = kinds.map(({ integers, reals, texts: words, blobs }) => ({
    isEmpty: integers + reals + words + blobs === 0,
  }));
  return { rows, columns, facts, primaryKey: isUsable ? key.map(({ name }) => name) : [] };
}

type Type = Pick<StreamColumn, 'kind' | 'type' | 'encoding'>;
const TEXT: Type = { kind: 'text', type: 'VARCHAR', encoding: 'value' };
const WHOLE: Type = { kind: 'number', type: 'BIGINT', encoding: 'value' };
const DOUBLE: Type = { kind: 'number', type: 'DOUBLE', encoding: 'value' };
const BOOLEAN: Type = { kind: 'boolean', type: 'BOOLEAN', encoding: 'value' };
const BLOB: Type = { kind: 'binary', type: 'BLOB', encoding: 'hex' };

function typeOf({ integers, long, counts, reals, texts, blobs }: Kinds, declared: string): Type {
  if (integers + reals + texts + blobs === 0) return declaredType(declared);
  if (blobs > 0) return integers + reals + texts === 0 ? BLOB : TEXT;
  if (texts > 0) return TEXT;
  if (reals > 0) return long > 0 ? TEXT : DOUBLE;
  return /bool/i.test(declared) && counts === 0 ? BOOLEAN : WHOLE;
}

/** By SQLite's own rules, for a column without values. */
function declaredType(declared: string): Type {
  if (/bool/i.test(declared)) return BOOLEAN;
  if (/int/i.test(declared)) return WHOLE;
  if (/real|floa|doub/i.test(declared)) return DOUBLE;
  return /blob/i.test(declared) ? BLOB : TEXT;
}

/** Returns the types of columns with nothing but texts: SQLite has no dates or times of its own. */
function textTypes(
  database: DatabaseSync,
  table: string,
  given: readonly SqliteColumn[],
  positions: readonly number[],
): Map<number, Type> {
  const guesses = new Map(positions.map((at) => [at, new NativeGuess()]));
  if (positions.length === 0) return new Map();
  let open = [...guesses];
  const names = positions.slice(0, COLUMN_LIMIT).map((at) => quoted(given[at]!.name));
  const order = new Map(positions.map((at, index) => [at, index]));
  const statement = database.prepare(`select ${names.join(', ')} from ${quoted(table)}`);
  for (const row of statement.iterate() as unknown as Iterable<(string | null)[]>) {
    let isAnyDecided = false;
    for (const [at, guess] of open) {
      const text = row[order.get(at)!];
      if (text == null) continue;
      const bytes = Buffer.from(text);
      guess.text(bytes, 0, bytes.length);
      isAnyDecided ||= text !== '' && guess.result.type === 'VARCHAR';
    }
    if (isAnyDecided)
      open = open.filter(([, guess]) => guess.result.type !== 'VARCHAR' || guess.values === 0);
    if (open.length === 0) break;
  }
  return new Map([...guesses].map(([at, guess]) => [at, guess.result]));
}
