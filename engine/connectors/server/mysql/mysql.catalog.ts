import { failure } from '@headwater/base/failures/failure';
import type { DiscoveredStream } from '@headwater/protocol/protocol';
import { COMMENT_LETTERS, commentsOf } from '@headwater/protocol/source-comments';
import { streamColumn, type Source, type SourceColumn } from '../server-tables.ts';
import type { Session } from './mysql.session.ts';
import { ignoredBy } from './mysql.collation.ts';
import { literal } from './mysql.sql.ts';
import { columnType, type Form } from './mysql.types.ts';

/** A table as it is at the source now. */
export interface Relation {
  schema: string;
  table: string;
  isView: boolean;
  /** What stores it. Null for a view. */
  engine: string | null;
  createdAt: string | null;
  isReadable: boolean;
  estimatedRows: number | null;
  estimatedBytes: number | null;
  columns: RelationColumn[];
  primaryKey: string[];
  /** Columns with which an index begins. */
  indexed: string[];
  comment: string | null;
}

export interface RelationColumn extends SourceColumn {
  form: Form;
  comment?: string;
}

interface TableRow {
  schema_name: string;
  table_name: string;
  kind: string;
  engine: string | null;
  created_at: string | null;
  row_count: string | null;
  bytes: string | null;
  comment: string;
}

interface ColumnRow {
  table_name: string;
  column_name: string;
  data_type: string;
  column_type: string;
  is_nullable: string;
  digits: string | null;
  scale: string | null;
  allowed: string;
  collation: string | null;
  comment: string;
}

interface IndexRow {
  table_name: string;
  index_name: string;
  column_name: string | null;
  part: string | null;
  position: string;
}

/** Lists all tables and views of the database, or those in `only`, with the columns that this user may read. */
export async function listRelations(
  session: Session,
  isMariaDb: boolean,
  only: readonly Source[] | null = null,
): Promise<Relation[]> {
  if (only?.length === 0) return [];
  const named = only ? `and table_name in (${only.map(({ table }) => literal(table)).join(', ')})` : '';
  const tables = await session.rows<TableRow>(`
    select table_schema as schema_name, table_name as table_name, table_type as kind, engine as engine,
      cast(create_time as char) as created_at, table_rows as row_count,
      data_length as bytes, left(table_comment, ${COMMENT_LETTERS}) as comment
    from information_schema.tables
    where table_schema = database() ${named}
      and table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')
    order by table_name`);
  const columns = await session.rows<ColumnRow>(`
    select table_name as table_name, column_name as column_name, lower(data_type) as data_type,
      lower(column_type) as column_type, is_nullable as is_nullable, numeric_precision as digits,
      numeric_scale as scale, privileges as allowed, collation_name as collation,
      left(column_comment, ${COMMENT_LETTERS}) as comment
    from information_schema.columns
    where table_schema = database() ${named}
    order by table_name, ordinal_position`);
  const indexes = await session.rows<IndexRow>(`
    select table_name as table_name, index_name as index_name, column_name as column_name, sub_part as part,
      seq_in_index as position
    from information_schema.statistics
    where table_schema = database() ${named}
    order by table_name, index_name, seq_in_index`);
  const json = await jsonColumns(session, isMariaDb);
  const columnsOf = Map.groupBy(columns, (row) => row.table_name);
  const indexesOf = Map.groupBy(indexes, (row) => row.table_name);
  return tables.map((row) =>
    relationOf(row, columnsOf.get(row.table_name) ?? [], indexesOf.get(row.table_name) ?? [], json),
  );
}

/** MariaDB's JSON columns are texts with a constraint. Returns them as `table.column`. */
async function jsonColumns(session: Session, isMariaDb: boolean): Promise<ReadonlySet<string>> {
  if (!isMariaDb) return new Set();
  const rows = await session.rows<{ table_name: string; clause: string }>(`
    select table_name as table_name, check_clause as clause from information_schema.check_constraints
    where constraint_schema = database() and check_clause like 'json_valid(%'`);
  return new Set(
    rows.flatMap(({ table_name: table, clause }) => {
      const [, column] = /^json_valid\(`(.*)`\)$/s.exec(clause) ?? [];
      return column === undefined ? [] : [`${table}.${column.replaceAll('``', '`')}`];
    }),
  );
}

function relationOf(
  {
    schema_name: schema,
    table_name: table,
    kind,
    engine,
    created_at: createdAt,
    row_count: rows,
    bytes,
    comment,
  }: TableRow,
  columns: readonly ColumnRow[],
  indexes: readonly IndexRow[],
  json: ReadonlySet<string>,
): Relation {
  const readable = columns
    .filter(({ allowed }) => /\bselect\b/i.test(allowed))
    .map((row) => columnOf(row, json.has(`${table}.${row.column_name}`)));
  const names = new Set(readable.map(({ name }) => name));
  const key = indexes.filter(({ index_name: index }) => index === 'PRIMARY');
  const isUsable = key.every(
    ({ column_name: name, part }) => part === null && name !== null && names.has(name),
  );
  return {
    schema,
    table,
    isView: kind === 'VIEW',
    engine,
    createdAt,
    isReadable: readable.length > 0,
    estimatedRows: rows === null ? null : Number(rows),
    estimatedBytes: bytes === null ? null : Number(bytes),
    columns: readable,
    primaryKey: isUsable ? key.map(({ column_name: name }) => name!) : [],
    indexed: indexes.flatMap(({ position, column_name: name, part }) =>
      position === '1' && part === null && name !== null ? [name] : [],
    ),
    // A view has no comment: the server says what it is instead.
    comment: kind === 'VIEW' ? null : comment,
  };
}

function columnOf(row: ColumnRow, isJson: boolean): RelationColumn {
  const type = columnType({
    dataType: row.data_type,
    columnType: row.column_type,
    precision: row.digits === null ? null : Number(row.digits),
    scale: row.scale === null ? null : Number(row.scale),
    isJson,
  });
  return {
    name: row.column_name,
    sourceName: row.column_name,
    sourceType: isJson ? 'json' : row.column_type,
    nullable: row.is_nullable === 'YES',
    comment: row.comment,
    ...type,
    ...(type.kind === 'text' && row.collation !== null && { keyIgnores: ignoredBy(row.collation) }),
  };
}

export function streamOf(relation: Relation): DiscoveredStream {
  const { schema, table, primaryKey, estimatedRows, estimatedBytes } = relation;
  const source: Source = { schema, table, columns: relation.columns.map(({ sourceName }) => sourceName) };
  return {
    namespace: schema,
    name: table,
    suggestedTableName: table,
    columns: relation.columns.map(streamColumn),
    primaryKey,
    estimatedRows,
    estimatedBytes,
    problem:
      relation.columns.length > 0 ? null : failure('source_error', { reason: `${table} has no columns.` }),
    findings: [],
    comments: commentsOf(
      relation.comment,
      relation.columns.map(({ name, comment }) => [name, comment]),
    ),
    source,
  };
}
