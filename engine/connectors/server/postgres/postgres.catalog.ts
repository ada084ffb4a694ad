import { failure } from '@headwater/base/failures/failure';
import type { DiscoveredStream } from '@headwater/protocol/protocol';
import { commentsOf } from '@headwater/protocol/source-comments';
import { streamColumn, type Source, type SourceColumn } from '../server-tables.ts';
import {
  columnsStatement,
  relationsStatement,
  type ColumnRow,
  type RelationRow,
} from './postgres.catalog-statements.ts';
import type { Session } from './postgres.session.ts';
import { columnType, type Form } from './postgres.types.ts';

const DEFAULT_SCHEMA = 'public';

/** A table as it is at the source now. */
export interface Relation {
  oid: number;
  schema: string;
  table: string;
  /** The data is stored in the table itself, so reading is fast. False for views and foreign tables. */
  isStored: boolean;
  isReadable: boolean;
  /** Rows that are new or have changed can be found by the transactions that wrote them: see RowVersions. */
  isVersioned: boolean;
  estimatedRows: number | null;
  estimatedBytes: number | null;
  columns: RelationColumn[];
  primaryKey: string[];
  comment: string | null;
}

export interface RelationColumn extends SourceColumn {
  /** The column's number in pg_attribute. A new column of the same name has a different one. */
  position: number;
  form: Form;
  comment?: string | null;
}

/** Lists all tables and views of a database, or those in `only`, with the columns that this user may read. */
export async function listRelations(
  session: Session,
  only: readonly Source[] | null = null,
): Promise<Relation[]> {
  const names = only && [only.map(({ schema }) => schema), only.map(({ table }) => table)];
  const relations = await session.rows<RelationRow>(relationsStatement(names !== null), names ?? []);
  const readable = relations.filter((relation) => relation.readable);
  const columns = await session.rows<ColumnRow>(columnsStatement, [readable.map(({ oid }) => oid)]);
  const byRelation = Map.groupBy(columns, ({ relation }) => relation);
  return relations.map((relation) => relationOf(relation, byRelation.get(relation.oid) ?? []));
}

function relationOf(row: RelationRow, columns: ColumnRow[]): Relation {
  const named = withDistinctNames(columns.filter(({ readable }) => readable).map(columnOf));
  const nameOf = new Map(named.map(({ sourceName, name }) => [sourceName, name]));
  const key = row.primary_key?.map((column) => nameOf.get(column)) ?? [];
  return {
    oid: row.oid,
    schema: row.schema,
    table: row.name,
    isStored: 'rp'.includes(row.kind),
    isReadable: row.readable,
    isVersioned: row.versioned,
    estimatedRows: row.rows === null ? null : Math.round(row.rows),
    estimatedBytes: row.bytes === null ? null : Number(row.bytes),
    columns: named,
    primaryKey: key.some((column) => column === undefined) ? [] : (key as string[]),
    comment: row.comment,
  };
}

function columnOf(row: ColumnRow): RelationColumn {
  const { type_name: name, modifier, dimensions, source_type: sourceType, position, nullable, comment } = row;
  const type = columnType({ name, modifier, dimensions });
  const isCaseless = /^([\w"]+\.)?citext$/.test(sourceType);
  return {
    ...{ name: row.name, sourceName: row.name, position, sourceType, nullable, comment, ...type },
    ...(isCaseless && { keyIgnores: ['case'] as const }),
    // Before they were read as shown, they had the length that PostgreSQL's own cast to text adds.
    ...(type.form.startsWith('shown') && { spelling: 'bare_addresses' as const }),
  };
}

/** To the warehouse, `Id` and `id` are the same name, so the later one gets a number. */
function withDistinctNames(columns: RelationColumn[]): RelationColumn[] {
  const originals = new Set(columns.map(({ name }) => name.toLowerCase()));
  const taken = new Set<string>();
  return columns.map((column) => {
    let name = column.name;
    for (
      let n = 2;
      taken.has(name.toLowerCase()) || (name !== column.name && originals.has(name.toLowerCase()));
      n += 1
    ) {
      name = `${column.name}_${n}`;
    }
    taken.add(name.toLowerCase());
    return { ...column, name };
  });
}

export function streamOf(relation: Relation): DiscoveredStream {
  const { schema, table, primaryKey, isVersioned, estimatedRows, estimatedBytes } = relation;
  const source: Source = { schema, table, columns: relation.columns.map(({ sourceName }) => sourceName) };
  const suggestedTableName = schema === DEFAULT_SCHEMA ? table : `${schema}.${table}`;
  const problem =
    relation.columns.length > 0
      ? null
      : failure('source_error', { reason: `${suggestedTableName} has no columns.` });
  return {
    namespace: schema,
    name: table,
    suggestedTableName,
    columns: relation.columns.map(streamColumn),
    primaryKey,
    systemCursor: isVersioned ? 'xmin' : null,
    estimatedRows,
    estimatedBytes,
    problem,
    findings: [],
    comments: commentsOf(
      relation.comment,
      relation.columns.map(({ name, comment }) => [name, comment]),
    ),
    source,
  };
}
