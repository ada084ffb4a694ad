import type { TablePath } from '@headwater/warehouse';

/** A table as SQL sees it. */
export interface NamedTable {
  tableId: string;
  sourceConnectionId: string;
  sourceConnectionName: string;
  tableName: string;
}

export interface SqlName {
  schema: string;
  name: string;
  /** Whether the name alone is enough, because no other table has it. */
  isUnique: boolean;
}

/** Schemas and databases that the engine has already. */
const TAKEN = ['main', 'memory', 'system', 'temp', 'pg_catalog', 'information_schema'];

/**
 * Returns the tables that a statement can mean by a path. A table's own name may have dots, as that of `orders` in the
 * schema `sales` has: `sales.orders` is this table, and so are `"sales.orders"` and, with its connection in front,
 * `erp.sales.orders`. A connection goes before a schema of the same name.
 */
export function tablesCalled<Table extends SqlName>(
  tables: readonly Table[],
  { catalog, schema, name }: TablePath,
): readonly Table[] {
  const parts = [catalog, schema, name].map((part) => part.toLowerCase()).filter((part) => part !== '');
  if (parts.slice(0, -1).some((part) => TAKEN.includes(part))) return [];
  const [connection, ...rest] = parts;
  const ofConnection = tables.filter(
    (table) => table.schema.toLowerCase() === connection && table.name.toLowerCase() === rest.join('.'),
  );
  return ofConnection.length > 0
    ? ofConnection
    : tables.filter((table) => table.name.toLowerCase() === parts.join('.'));
}

/** Returns a path as people read it. */
export const pathText = ({ catalog, schema, name }: TablePath): string =>
  [catalog, schema, name].filter((part) => part !== '').join('.');

/**
 * Returns how SQL names each table: `"connection"."table"`, as they are called, or by the table alone where no other has
 * its name. SQL doesn't tell capitals apart, so where two would have the same name, the later one gets a number. The order
 * of `tables` decides who is later, and has to stay the same.
 */
export function sqlNamesOf<Table extends NamedTable>(tables: readonly Table[]): (Table & SqlName)[] {
  const schemas = new Map<string, { schema: string; take(name: string): string }>();
  const takeSchema = names(TAKEN);
  const named = tables.map((table) => {
    const { sourceConnectionId: id, sourceConnectionName } = table;
    const known = schemas.get(id) ?? { schema: takeSchema(sourceConnectionName), take: names([]) };
    schemas.set(id, known);
    return { ...table, schema: known.schema, name: known.take(table.tableName) };
  });
  const counts = Map.groupBy(named, ({ name }) => name.toLowerCase());
  return named.map((table) => ({ ...table, isUnique: counts.get(table.name.toLowerCase())!.length === 1 }));
}

/** Returns a function that gives each name out once, with a number if it's taken. */
function names(taken: readonly string[]): (name: string) => string {
  const given = new Set(taken);
  return (name) => {
    let free = name;
    for (let number = 2; given.has(free.toLowerCase()); number += 1) free = `${name}_${number}`;
    given.add(free.toLowerCase());
    return free;
  };
}
