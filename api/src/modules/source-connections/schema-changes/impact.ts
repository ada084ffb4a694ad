import type { Dependent } from '@headwater/shared/contract';
import type { Dependency } from './dependencies.repository.ts';
import type { SchemaDiff } from './schema-diff.ts';

/** Returns what a change of a table hits: what uses its lost or changed columns, and what uses it as a whole if it stops. */
export function impactOf(
  diff: SchemaDiff,
  isBreakingChange: boolean,
  dependencies: readonly Dependency[],
): Dependent[] {
  const touched = new Set([
    ...diff.removed.map(({ name }) => name),
    ...diff.retyped.map(({ name }) => name),
    ...(diff.key?.from ?? []),
  ]);
  const hit = dependencies.filter(({ column }) =>
    column === '' || diff.table === 'removed' ? isBreakingChange : touched.has(column),
  );
  const groups = Map.groupBy(hit, ({ type, name }) => JSON.stringify([type, name]));
  return [...groups.values()].map((group) => ({
    type: group[0]!.type,
    columns: group.map(({ column }) => column).filter((column) => column !== ''),
    name: group[0]!.name,
  }));
}
