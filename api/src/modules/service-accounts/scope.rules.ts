import type { DataScope } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import { Refusal, type Fault } from '../../platform/refusals/refusal.ts';
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
        ...columns.map((column) => ({ parts: [sourceConnectionId, tableName!, column] })),
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
  const [first, ...others] = faults;
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
