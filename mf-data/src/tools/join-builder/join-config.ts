import { isInResult, JOIN_KINDS, JOINS_MAX, type Join, type JoinConfig } from '@headwater/shared/contract';

export const EMPTY_JOIN: Join = { tableId: '', kind: 'left', keys: [] };
export const EMPTY: JoinConfig = { tableId: '', joins: [EMPTY_JOIN], columns: null };

/** Returns a join without what a change has made impossible: keys and columns of tables that are gone from it. */
export function withJoins(config: JoinConfig, joins: readonly Join[]): JoinConfig {
  const kept = joins.map((join, at) => ({
    ...join,
    keys: join.keys.filter(({ left }) => left.table <= at && isInResult(joins, left.table)),
  }));
  return {
    ...config,
    joins: kept,
    columns:
      config.columns &&
      orAll(
        config.columns.filter(
          ({ table }) =>
            isInResult(kept, table) &&
            (table === 0 || config.joins[table - 1]?.tableId === kept[table - 1]?.tableId),
        ),
      ),
  };
}

const orAll = <T>(columns: T[]) => (columns.length === 0 ? null : columns);

/** Returns a join with another first table. No key and no column of before fits it. */
export const withFirstTable = ({ joins }: JoinConfig, tableId: string): JoinConfig => ({
  tableId,
  joins: joins.map((join) => ({ ...join, keys: [] })),
  columns: null,
});

/** Returns a join with another table at a step, without the keys that use its columns. */
export const withJoinedTable = (config: JoinConfig, at: number, tableId: string): JoinConfig =>
  withJoins(
    config,
    config.joins.map((join, n) =>
      n === at
        ? { ...join, tableId, keys: [] }
        : { ...join, keys: join.keys.filter(({ left }) => left.table !== at + 1) },
    ),
  );

/** Returns a join without a step. Keys of later steps still name the same tables. */
export const withoutJoin = (config: JoinConfig, at: number): JoinConfig => ({
  ...config,
  joins: config.joins
    .filter((_, n) => n !== at)
    .map((join) => ({
      ...join,
      keys: join.keys
        .filter(({ left }) => left.table !== at + 1)
        .map(({ left, right }) => ({
          left: { ...left, table: left.table > at + 1 ? left.table - 1 : left.table },
          right,
        })),
    })),
  columns: null,
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns what an address says is set up, or undefined if it's something else. */
export function readJoin(value: unknown): JoinConfig | undefined {
  if (!isObject(value) || typeof value.tableId !== 'string') return undefined;
  const { joins, columns = null } = value;
  if (!Array.isArray(joins) || joins.length === 0 || joins.length > JOINS_MAX || !joins.every(isJoin))
    return undefined;
  const isColumns =
    columns === null ||
    (Array.isArray(columns) &&
      columns.every(
        (one: unknown) =>
          isObject(one) && isPlace(one) && typeof one.column === 'string' && typeof one.as === 'string',
      ));
  return isColumns ? ({ tableId: value.tableId, joins, columns } as JoinConfig) : undefined;
}

const isPlace = ({ table }: Record<string, unknown>) =>
  Number.isInteger(table) && Number(table) >= 0 && Number(table) <= JOINS_MAX;

const isJoin = (value: unknown): value is Join =>
  isObject(value) &&
  typeof value.tableId === 'string' &&
  JOIN_KINDS.some((kind) => kind === value.kind) &&
  Array.isArray(value.keys) &&
  value.keys.every(
    (key: unknown) =>
      isObject(key) &&
      isObject(key.left) &&
      isPlace(key.left) &&
      typeof key.left.column === 'string' &&
      typeof key.right === 'string',
  );
