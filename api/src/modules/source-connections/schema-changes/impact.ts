import type { Dependent, DependentPart } from '@headwater/shared/contract';
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
  const hit = dependencies.filter(({ column, type }) => {
    if (diff.table === 'removed') return isBreakingChange;
    // Rows of a table can be counted whatever its columns are.
    if (column === '') return isBreakingChange && type !== 'report';
    return touched.has(column);
  });
  const groups = Map.groupBy(hit, ({ type, id, name }) => JSON.stringify([type, id ?? name]));
  return [...groups.values()].map((group) => {
    const { type, id, name } = group[0]!;
    const parts = distinct(group.flatMap((one) => one.parts));
    return {
      type,
      columns: group.map(({ column }) => column).filter((column) => column !== ''),
      name,
      ...(id !== null && { id }),
      ...(parts.length > 0 && { parts }),
    };
  });
}

/** A card that uses several of the columns is named once. */
function distinct(parts: readonly DependentPart[]): DependentPart[] {
  const byText = new Map(parts.map(({ kind, name }) => [JSON.stringify([kind, name]), { kind, name }]));
  return [...byText.values()];
}
