import { sql, type RawBuilder } from 'kysely';
import type { DataScope, QueryFilter } from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import type { SourceComments } from '@headwater/protocol/source-comments';
import type { Principal } from '../../../../http/principal.ts';
import { filterFits } from '../queries/table-query.ts';
import { atMoment, type WeekStart } from '../rows/time-range.ts';

interface NamedTable {
  readonly sourceConnectionId: string;
  readonly tableName: string;
}

const EVERYTHING = sql<boolean>`true`;

/*
 * What a principal sees of the workspace's tables. People see all of them, a service account what is in its scope.
 * Whatever reads tables asks here, and treats what is hidden like what doesn't exist: a hidden table is missing, and
 * a hidden column is unknown, in filters and sorts too. Hidden rows aren't read: see `readVersions`.
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
  /** In which days begin. Left out where no rows are read. */
  readonly timeZone?: string | null;
  readonly weekStart?: WeekStart;
  /** What people have written about it. */
  readonly about?: { readonly columns: Readonly<Record<string, string>> } | null;
  /** What its source says about it. */
  readonly comments?: SourceComments;
}

/** The rows of a version that may be read, by columns that needn't be visible. */
export interface VisibleRows {
  readonly columns: readonly StreamColumn[];
  readonly filter: QueryFilter;
}

/** What is left of a table, for somebody who doesn't see all of it. */
export type Seen<T> = T & {
  /** Without it, all rows. `outdated`: none, because the table has changed since somebody chose them. */
  readonly only?: VisibleRows | 'outdated';
};

/**
 * Returns a table or a version as the principal sees it, with the visible columns only, or undefined if it's hidden, as
 * it is too if none of its columns is visible.
 */
export function visibleOf<T extends DataOfTable>(principal: Principal, table: T): Seen<T> | undefined {
  const names = visibleColumns(principal, table);
  if (names === undefined) return undefined;
  const only = visibleRows(principal, table);
  if (!only) return withColumns(table, names);
  const seen = withColumns({ ...table, columns: unknownNulls(table.columns) }, names);
  return seen && { ...seen, only };
}

/** Whether a column has a value in each row is known of all rows only. */
const unknownNulls = (columns: StreamColumn[] | null) =>
  columns?.map((column) => ({ ...column, nullable: true })) ?? null;

function withColumns<T extends DataOfTable>(table: T, names: 'all' | Set<string>): T | undefined {
  if (names === 'all') return table;
  const columns = table.columns?.filter(({ name }) => names.has(name)) ?? null;
  if (table.columns?.length && columns?.length === 0) return undefined;
  const primaryKey = table.primaryKey?.filter((name) => names.has(name)) ?? null;
  const ofVisible = (texts: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => names.has(name)));
  return {
    ...table,
    columns,
    primaryKey,
    ...(table.about && { about: { ...table.about, columns: ofVisible(table.about.columns) } }),
    ...(table.comments && { comments: { ...table.comments, columns: ofVisible(table.comments.columns) } }),
  };
}

/** Whether anything of a connection may be visible. */
export const isConnectionVisible = (principal: Principal, id: string): boolean =>
  principal.kind === 'user' ||
  principal.scope === null ||
  principal.scope.some(({ sourceConnectionId }) => sourceConnectionId === id);

/** Returns the names of the columns that a table may show, or undefined if it's hidden. */
export function visibleColumns(
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

/** Every filter of a table holds, wherever it is named. */
function visibleRows(principal: Principal, table: DataOfTable): VisibleRows | 'outdated' | undefined {
  if (principal.kind === 'user' || table.columns === null) return undefined;
  const filters = filtersOf(principal.scope ?? []).filter(
    ({ sourceConnectionId, tableName }) =>
      sourceConnectionId === table.sourceConnectionId && tableName === table.tableName,
  );
  if (filters.length === 0) return undefined;
  const filter = filters.flatMap((each) => each.filter);
  if (!filterFits(filter, table.columns)) return 'outdated';
  const names = new Set(filter.flat().map(({ column }) => column));
  const columns = table.columns.filter(({ name }) => names.has(name));
  return {
    columns,
    filter: atMoment(filter, columns, {
      zone: table.timeZone ?? null,
      weekStart: table.weekStart ?? 'monday',
    }),
  };
}

/** Returns the tables of a scope of which only some rows are visible. */
const filtersOf = (scope: DataScope): (NamedTable & { filter: QueryFilter })[] =>
  scope.flatMap(({ sourceConnectionId, tables }) =>
    (tables ?? []).flatMap(({ tableName, filter = [] }) =>
      filter.length === 0 ? [] : [{ sourceConnectionId, tableName, filter }],
    ),
  );
