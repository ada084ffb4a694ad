import { compareNames, type CatalogStream } from '@headwater/shared/contract';

/** The position of a row among its siblings, as screen readers announce it. */
interface Place {
  key: string;
  level: 1 | 2;
  position: number;
  siblings: number;
}

export interface SchemaRow extends Place {
  namespace: string;
  /** All of its tables, including those that the tab or the search hides. */
  streams: readonly CatalogStream[];
  isOpen: boolean;
}

export interface TableRow extends Place {
  stream: CatalogStream;
  /** The key of its schema's row; null for sources that have no schemas. */
  parent: string | null;
}

export type TreeRow = SchemaRow | TableRow;

export const isSchema = (row: TreeRow): row is SchemaRow => 'namespace' in row;
export const tableKey = (tableName: string) => `table:${tableName}`;
const schemaKey = (namespace: string) => `schema:${namespace}`;

/** Listed before all other schemas, because most people's tables are in it. */
const FIRST_SCHEMA = 'public';

/** Returns the tables in the order of the list: by schema, then by name. */
export function inOrder(streams: readonly CatalogStream[]): CatalogStream[] {
  return streams.toSorted(
    (one, other) =>
      compareSchemas(one.namespace ?? '', other.namespace ?? '') || compareNames(one.name, other.name),
  );
}

function compareSchemas(one: string, other: string): number {
  return Number(other === FIRST_SCHEMA) - Number(one === FIRST_SCHEMA) || compareNames(one, other);
}

/**
 * Returns the rows of the list: schemas and, below each open one, its tables that are `shown`. Both arguments must
 * already be in order.
 */
export function treeRows(
  shown: readonly CatalogStream[],
  all: readonly CatalogStream[],
  closed: ReadonlySet<string>,
): TreeRow[] {
  const whole = bySchema(all);
  const groups = [...bySchema(shown)];
  return groups.flatMap(([namespace, streams], index) => {
    if (namespace === null) return tablesOf(streams, null);
    const place = {
      key: schemaKey(namespace),
      level: 1,
      position: index + 1,
      siblings: groups.length,
    } as const;
    const isOpen = !closed.has(namespace);
    const schema = { ...place, namespace, streams: whole.get(namespace) ?? streams, isOpen };
    return isOpen ? [schema, ...tablesOf(streams, schema.key)] : [schema];
  });
}

function tablesOf(streams: readonly CatalogStream[], parent: string | null): TableRow[] {
  return streams.map((stream, index) => ({
    key: tableKey(stream.tableName),
    level: parent === null ? 1 : 2,
    position: index + 1,
    siblings: streams.length,
    stream,
    parent,
  }));
}

/** Returns the tables between two rows, including both, or only the latter if the former isn't in the list. */
export function tablesBetween(rows: readonly TreeRow[], from: string | null, to: TableRow): CatalogStream[] {
  const [start, end] = [rows.findIndex(({ key }) => key === from), rows.indexOf(to)];
  if (start < 0) return [to.stream];
  return rows
    .slice(Math.min(start, end), Math.max(start, end) + 1)
    .flatMap((row) => (isSchema(row) ? [] : [row.stream]));
}

function bySchema(streams: readonly CatalogStream[]) {
  const groups = new Map<string | null, CatalogStream[]>();
  for (const stream of streams) {
    const group = groups.get(stream.namespace);
    if (group) group.push(stream);
    else groups.set(stream.namespace, [stream]);
  }
  return groups;
}
