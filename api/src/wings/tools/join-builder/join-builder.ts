import { joinConfig, type JoinConfig, type JoinResult } from '@headwater/shared/contract';
import type { JoinMatchesRequest } from '@headwater/warehouse';
import type { Fault } from '@headwater/base/refusals/refusal';
import type { ReadableVersion } from '../../tables/tables/index.ts';
import type { OpenTable, Tool } from '../tool-runs/index.ts';
import { isUsable, joinSql } from './join-sql.ts';

/** How many rows of the first table are joined at a time. */
const ROWS_AT_ONCE = 1_000_000;

/** Joins tables, and says how many rows find partners. What comes out of it is a query, which can be a view. */
export const joinBuilder: Tool<JoinConfig> = {
  slug: 'join-builder',
  config: joinConfig,
  showsValues: false,
  tablesOf: (config) =>
    [config, ...config.joins].map(({ tableId }, at) => ({ tableId, columns: columnsUsed(config, at) })),
  faultsOf: (config, tables) => faultsOf(config, tables),
  queryOf: (config, tables) => joinSql(config, tables),
  run: async (config, { tables, query }) => {
    const matches = await query(matchesRequest(config, tables));
    const last = matches.at(-1)!;
    const result: JoinResult = { matches };
    return {
      // Rows that are lost or multiply are what people look for.
      outcome: matches.every(({ several, matched, rowsBefore }) => several === 0 && matched === rowsBefore)
        ? 'clean'
        : 'found',
      figures: {
        rows: last.rowsAfter,
        rowsBefore: matches[0]!.rowsBefore,
        matched: matches[0]!.matched,
      },
      result,
    };
  },
};

/** Returns the request that counts how rows find partners. The config has to fit the tables. */
export function matchesRequest(config: JoinConfig, tables: readonly OpenTable[]): JoinMatchesRequest {
  const columnOf = (table: number, named: string) => {
    const { name, type } = tables[table]!.columns.find(({ name: one }) => one === named)!;
    return { name, type };
  };
  return {
    kind: 'join_matches',
    file: tables[0]!.file,
    joins: config.joins.map(({ kind, keys }, at) => ({
      file: tables[at + 1]!.file,
      kind,
      keys: keys.map(({ left, right }) => ({
        left: { table: left.table, column: columnOf(left.table, left.column) },
        right: columnOf(at + 1, right),
      })),
    })),
    rowsAtOnce: ROWS_AT_ONCE,
  };
}

/** Returns which columns of a table rows are joined by, or come out of the join under a chosen name. */
function columnsUsed({ joins, columns }: JoinConfig, table: number): string[] {
  const keys = joins.flatMap((join, at) =>
    join.keys.flatMap(({ left, right }) => [left, { table: at + 1, column: right }]),
  );
  return [...keys, ...(columns ?? [])].filter((used) => used.table === table).map(({ column }) => column);
}

function faultsOf({ joins, columns }: JoinConfig, tables: readonly ReadableVersion[]): Fault[] {
  const unknown = (table: number, column: string, pointer: string): Fault[] =>
    tables[table]!.columns.some(({ name }) => name === column)
      ? []
      : [{ code: 'query_column_unknown', pointer, values: { column } }];
  const of = (table: number, before: number, column: string, pointer: string): Fault[] =>
    isUsable(joins, table, before)
      ? unknown(table, column, `${pointer}/column`)
      : [{ code: 'join_table_unusable', pointer: `${pointer}/table` }];
  const names = new Set<string>();
  return [
    ...joins.flatMap(({ keys }, at) =>
      keys.flatMap(({ left, right }, n) => [
        ...of(left.table, at + 1, left.column, `/joins/${at}/keys/${n}/left`),
        ...unknown(at + 1, right, `/joins/${at}/keys/${n}/right`),
      ]),
    ),
    ...(columns ?? []).flatMap(({ table, column, as }, at): Fault[] => {
      const isTaken = names.has(as.toLowerCase());
      names.add(as.toLowerCase());
      return [
        ...of(table, tables.length, column, `/columns/${at}`),
        ...(isTaken
          ? [{ code: 'built_name_twice' as const, pointer: `/columns/${at}/as`, values: { name: as } }]
          : []),
      ];
    }),
  ];
}
