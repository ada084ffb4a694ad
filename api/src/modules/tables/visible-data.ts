import { sql, type RawBuilder } from 'kysely';
import type { StreamColumn } from '../../engine/protocol/protocol.ts';
import type { Principal } from '../../http/principal.ts';

interface NamedTable {
  readonly sourceConnectionId: string;
  readonly tableName: string;
}

const EVERYTHING = sql<boolean>`true`;

/**
 * What a principal sees of the workspace's tables. People see all of them, a service account what is in its scope.
 * Whatever reads tables asks here, and treats what is hidden like what doesn't exist: a hidden table is missing, and
 * a hidden column is unknown, in filters and sorts too.
 */

/** Returns a condition for rows of `tables`. It's for lists: single tables go through `visibleOf`. */
export function visibleTables(principal: Principal): RawBuilder<boolean> {
  if (principal.kind === 'user' || principal.scope === null) return EVERYTHING;
  const whole = principal.scope.filter(({ tables }) => tables === null);
  const named = principal.scope.flatMap(({ sourceConnectionId, tables }) =>
    (tables ?? []).map(({ tableName }) => ({ sourceConnectionId, tableName })),
  );
  const connectionsOf = (some: readonly { sourceConnectionId: string }[]) =>
    some.map(({ sourceConnectionId }) => sourceConnectionId);
  return sql<boolean>`(
    tables.source_connection_id = any(${connectionsOf(whole)}::text[])
    or (tables.source_connection_id, tables.table_name) in (
      select * from unnest(${connectionsOf(named)}::text[], ${named.map(({ tableName }) => tableName)}::text[])
    )
  )`;
}

/** A table or one of its versions. Columns are null before the first sync. */
interface DataOfTable extends NamedTable {
  readonly columns: StreamColumn[] | null;
  readonly primaryKey: string[] | null;
  /** What people have written about it. */
  readonly about?: { readonly columns: Readonly<Record<string, string>> } | null;
}

/**
 * Returns a table or a version as the principal sees it, with the visible columns only, or undefined if it's hidden, as
 * it is too if none of its columns is visible.
 */
export function visibleOf<T extends DataOfTable>(principal: Principal, table: T): T | undefined {
  const names = visibleColumns(principal, table);
  if (names === 'all') return table;
  if (names === undefined) return undefined;
  const columns = table.columns?.filter(({ name }) => names.has(name)) ?? null;
  if (table.columns?.length && columns?.length === 0) return undefined;
  const primaryKey = table.primaryKey?.filter((name) => names.has(name)) ?? null;
  const described = Object.entries(table.about?.columns ?? {}).filter(([name]) => names.has(name));
  return {
    ...table,
    columns,
    primaryKey,
    ...(table.about && { about: { ...table.about, columns: Object.fromEntries(described) } }),
  };
}

/** Whether anything of a connection may be visible. */
export const isConnectionVisible = (principal: Principal, id: string): boolean =>
  principal.kind === 'user' ||
  principal.scope === null ||
  principal.scope.some(({ sourceConnectionId }) => sourceConnectionId === id);

/** Returns the names of the columns that a table may show, or undefined if it's hidden. */
function visibleColumns(
  principal: Principal,
  { sourceConnectionId, tableName }: NamedTable,
): 'all' | Set<string> | undefined {
  if (principal.kind === 'user' || principal.scope === null) return 'all';
  const entries = principal.scope.filter((entry) => entry.sourceConnectionId === sourceConnectionId);
  if (entries.some(({ tables }) => tables === null)) return 'all';
  const named = entries
    .flatMap(({ tables }) => tables ?? [])
    .filter((table) => table.tableName === tableName);
  if (named.length === 0) return undefined;
  if (named.some(({ columns }) => columns === null)) return 'all';
  return new Set(named.flatMap(({ columns }) => columns ?? []));
}
