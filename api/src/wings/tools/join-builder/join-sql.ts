import {
  allJoinedColumns,
  isInResult,
  sqlName,
  sqlNameOf,
  type Join,
  type JoinConfig,
} from '@headwater/shared/contract';
import { joinOperands } from '@headwater/warehouse';
import type { TableInQuery } from '../built-queries/index.ts';

const WORDS = { inner: 'join', left: 'left join' } as const;

/** Returns a join as people write it: one line for each column and each table. */
export function joinSql(config: JoinConfig, tables: readonly TableInQuery[]): string {
  const aliases = aliasesOf(tables);
  const columns = (config.columns ?? allJoinedColumns(config, tables)).map(({ table, column, as }) => {
    const name = `${aliases[table]}.${sqlName(column)}`;
    return `  ${as === column ? name : `${name} as ${sqlName(as)}`}`;
  });
  const sourceOf = (at: number) => {
    const name = sqlNameOf(tables[at]!);
    return name === aliases[at] ? name : `${name} as ${aliases[at]}`;
  };
  const conditionOf = ({ keys }: Join, at: number, indent: string) =>
    keys
      .map(({ left, right }) =>
        joinOperands(
          operandOf(tables, aliases, left.table, left.column),
          operandOf(tables, aliases, at, right),
        ).join(' = '),
      )
      .join(`\n${indent}and `);
  const joined = config.joins.flatMap((join, index) => {
    const at = index + 1;
    if (join.kind === 'anti') return [];
    return [`${WORDS[join.kind]} ${sourceOf(at)}\n  on ${conditionOf(join, at, '  ')}`];
  });
  const without = config.joins.flatMap((join, index) => {
    if (join.kind !== 'anti') return [];
    const at = index + 1;
    return [`not exists (\n  select 1 from ${sourceOf(at)}\n  where ${conditionOf(join, at, '    ')}\n)`];
  });
  return [
    `select\n${columns.join(',\n')}`,
    `from ${sourceOf(0)}`,
    ...joined,
    ...(without.length > 0 ? [`where ${without.join('\nand ')}`] : []),
  ].join('\n');
}

function operandOf(
  tables: readonly TableInQuery[],
  aliases: readonly string[],
  table: number,
  column: string,
) {
  const { type } = tables[table]!.columns.find(({ name }) => name === column)!;
  return { sql: `${aliases[table]}.${sqlName(column)}`, type };
}

/** A table goes by its own name, with a number if it's there twice. */
function aliasesOf(tables: readonly TableInQuery[]): string[] {
  const taken = new Set<string>();
  return tables.map(({ tableName }) => {
    let name = tableName;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${tableName}_${number}`;
    taken.add(name.toLowerCase());
    return sqlName(name);
  });
}

/** Returns whether a column of a table can be in the result, or be what a later table is joined by. */
export const isUsable = (joins: readonly Join[], table: number, before: number): boolean =>
  table < before && isInResult(joins, table);
