import { FailureError } from '@headwater/base/failures/failure';
import type { ConfiguredStream, StreamColumn } from '@headwater/protocol/protocol';
import { requireKeyAndCursor } from '@headwater/protocol/key-and-cursor';

/** What `discover` stores for `read`. */
export interface Source extends Record<string, unknown> {
  schema: string;
  table: string;
  /** The columns' names at the source, in the order of the stream's columns. */
  columns: string[];
}

/** A column as it is at the source now. */
export interface SourceColumn extends StreamColumn {
  /** The column's name at the source. `name` differs if the warehouse could not distinguish two columns. */
  sourceName: string;
}

/** A table as it is at the source now. */
export interface SourceTable<Column extends SourceColumn> {
  schema: string;
  table: string;
  isReadable: boolean;
  columns: Column[];
}

export const streamColumn = ({
  name,
  kind,
  type,
  encoding,
  sourceType,
  nullable,
}: SourceColumn): StreamColumn => ({ name, kind, type, encoding, sourceType, nullable });

/** Returns the columns as they arrive, with what matters to a merge of their values. */
export const arrivingColumns = (
  { primaryKey }: ConfiguredStream,
  columns: readonly SourceColumn[],
): StreamColumn[] =>
  columns.map((column) => {
    const { keyIgnores = [], spelling } = column;
    const isCompared = keyIgnores.length > 0 && primaryKey.includes(column.name);
    return { ...streamColumn(column), ...(isCompared && { keyIgnores }), ...(spelling && { spelling }) };
  });

/**
 * Returns the stream's table among those that were found, with the columns to read, in their current types, and the
 * names of new ones. Throws if it is gone, or if its key or cursor is.
 */
export function tableNow<Column extends SourceColumn, Table extends SourceTable<Column>>(
  stream: ConfiguredStream,
  tables: readonly (Table & SourceTable<Column>)[],
): { relation: Table; columns: Column[]; newColumns: string[] } {
  if (stream.problem) throw new FailureError(stream.problem);
  const { tableName: name } = stream;
  const source = stream.source as Source;
  const { schema, table } = source;
  const relation = tables.find((each) => each.schema === schema && each.table === table);
  if (!relation) throw new FailureError('table_missing', { table: name });
  if (!relation.isReadable) throw new FailureError('permission_denied', { table: name });
  const names = stream.columns.map((column) => column.name);
  const present = new Set(relation.columns.map(({ sourceName }) => sourceName));
  requireKeyAndCursor(
    stream,
    names.filter((_, at) => present.has(source.columns[at]!)),
  );
  const columns = columnsNow(source, names, relation.columns);
  const newColumns = relation.columns
    .map(({ sourceName }) => sourceName)
    .filter((sourceName) => !source.columns.includes(sourceName));
  return { relation, columns, newColumns };
}

/** Returns those columns that the table had when it was discovered and still has, with their current types. */
const columnsNow = <Column extends SourceColumn>(
  source: Source,
  names: readonly string[],
  columns: readonly Column[],
): Column[] =>
  source.columns.flatMap((sourceName, at) => {
    const found = columns.find((column) => column.sourceName === sourceName);
    return found ? [{ ...found, name: names[at] ?? found.name }] : [];
  });
