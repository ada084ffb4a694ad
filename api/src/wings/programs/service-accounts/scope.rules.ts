import { isDeepStrictEqual } from 'node:util';
import { isNetwork, type DataScope, type ServiceAccountAttributes } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';
import { filterFits } from '../../tables/tables/index.ts';
import { listNameable } from './service-accounts.repository.ts';

const POINTER = '/data/attributes/scope';

/**
 * Throws everything that a scope names and the workspace doesn't have, unless the saved one names it too: what has been
 * deleted since can stay.
 */
export async function requireKnownScope(
  db: WorkspaceDb,
  scope: DataScope | null,
  saved: DataScope | null,
): Promise<void> {
  if (scope === null) return;
  const nameable = await listNameable(
    db,
    scope.map(({ sourceConnectionId }) => sourceConnectionId),
  );
  const known = new Set(
    [
      ...(saved ?? []).flatMap((entry) => namesIn(entry)),
      ...nameable.flatMap(({ sourceConnectionId, tableName, columns }) => [
        { parts: [sourceConnectionId] },
        ...(tableName === null ? [] : [{ parts: [sourceConnectionId, tableName] }]),
        ...columns.map(({ name: column }) => ({ parts: [sourceConnectionId, tableName!, column] })),
      ]),
    ].map(({ parts }) => JSON.stringify(parts)),
  );
  const faults = scope
    .flatMap((entry, at) => namesIn(entry, `${POINTER}/${at}`))
    .filter(({ parts }) => !known.has(JSON.stringify(parts)))
    .map(({ parts, pointer }): Fault => ({
      code: 'scope_unknown',
      pointer,
      values: { name: parts.at(-1)! },
    }));
  const unfit = scope.flatMap(({ sourceConnectionId, tables }, at) =>
    (tables ?? []).flatMap(({ tableName, filter = [] }, index): Fault[] => {
      const { columns = [] } =
        nameable.find(
          (each) => each.sourceConnectionId === sourceConnectionId && each.tableName === tableName,
        ) ?? {};
      const isSaved = (saved ?? []).some(
        (entry) =>
          entry.sourceConnectionId === sourceConnectionId &&
          entry.tables?.some(
            (table) => table.tableName === tableName && isDeepStrictEqual(table.filter ?? [], filter),
          ),
      );
      if (isSaved || filterFits(filter, columns)) return [];
      const pointer = `${POINTER}/${at}/tables/${index}/filter`;
      return [{ code: 'scope_filter_unfit', pointer, values: { name: tableName } }];
    }),
  );
  throwAll([...faults, ...unfit]);
}

/** Throws every text that is neither an address nor a network. */
export const requireNetworks = (networks: readonly string[]): void =>
  throwAll(
    networks.flatMap((name, at): Fault[] =>
      isNetwork(name)
        ? []
        : [{ code: 'network_invalid', pointer: `/data/attributes/networks/${at}`, values: { name } }],
    ),
  );

/** Returns what a scope names, and the workspace doesn't have anymore. */
export async function missingOf(
  db: WorkspaceDb,
  scope: DataScope | null,
): Promise<ServiceAccountAttributes['missing']> {
  if (scope === null) return [];
  const nameable = await listNameable(
    db,
    scope.map(({ sourceConnectionId }) => sourceConnectionId),
  );
  return scope.flatMap(({ sourceConnectionId, tables }): ServiceAccountAttributes['missing'] => {
    const there = nameable.filter((each) => each.sourceConnectionId === sourceConnectionId);
    if (there.length === 0) return [{ sourceConnectionId, tableName: null, column: null }];
    return (tables ?? []).flatMap(
      ({ tableName, columns, filter = [] }): ServiceAccountAttributes['missing'] => {
        const found = there.find((each) => each.tableName === tableName);
        if (!found) return [{ sourceConnectionId, tableName, column: null }];
        const names = new Set(found.columns.map(({ name }) => name));
        const named = new Set([...(columns ?? []), ...filter.flat().map(({ column }) => column)]);
        return [...named]
          .filter((name) => !names.has(name))
          .map((column) => ({ sourceConnectionId, tableName, column }));
      },
    );
  });
}

function throwAll([first, ...others]: Fault[]): void {
  if (first) throw new Refusal([first, ...others]);
}

/** Returns what an entry names, each with where it does: a connection, a table in it, or a column of that. */
function namesIn(
  { sourceConnectionId, tables }: DataScope[number],
  pointer = '',
): { parts: string[]; pointer: string }[] {
  return [
    { parts: [sourceConnectionId], pointer },
    ...(tables ?? []).flatMap(({ tableName, columns }, at) => [
      { parts: [sourceConnectionId, tableName], pointer: `${pointer}/tables/${at}` },
      ...(columns ?? []).map((column, position) => ({
        parts: [sourceConnectionId, tableName, column],
        pointer: `${pointer}/tables/${at}/columns/${position}`,
      })),
    ]),
  ];
}
