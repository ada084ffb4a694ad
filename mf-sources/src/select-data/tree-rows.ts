import { compareNames, type CatalogStream } from '@headwater/shared/contract';

/** Place of a row among those of its parent, as readers count it. */
interface Place {
  key: string;
  level: 1 | 2;
  position: number;
  siblings: number;
}

export interface SchemaRow extends Place {
  namespace: string;
  /** All of its tables, also those that a tab or a search leaves out. */
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

/** Where most people's tables are: before all other schemas. */
const FIRST_SCHEMA = 'public';

/** Tables in the order of the list: by schema, then by name. */
export function inOrder(streams: readonly CatalogStream[]): CatalogStream[] {
  return streams.toSorted(
    (one, other) =>
      compareSchemas(one.namespace ?? '', other.namespace ?? '') || compareNames(one.name, other.name),
  );
}

function compareSchemas(one: string, other: string): number {
  return Number(other === FIRST_SCHEMA) - Number(one === FIRST_SCHEMA) || compareNames(one, other);
}

/** The rows of the list: schemas and, under each that is open, those of its tables that are `shown`. Both come in order. */
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

function bySchema(streams: readonly CatalogStream[]) {
  const groups = new Map<string | null, CatalogStream[]>();
  for (const stream of streams) {
    const group = groups.get(stream.namespace);
    if (group) group.push(stream);
    else groups.set(stream.namespace, [stream]);
  }
  return groups;
}
