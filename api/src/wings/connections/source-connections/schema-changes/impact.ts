import type { Dependent, DependentPart, DependentType } from '@headwater/shared/contract';
import type { Dependency } from './dependencies.repository.ts';
import type { SchemaDiff } from './schema-diff.ts';

/** What uses a table without naming columns in it goes on whatever they are: it counts rows, or looks at what is there. */
const WORKS_WITH_ANY_COLUMNS: ReadonlySet<DependentType> = new Set(['report', 'tool_setup']);

/** Returns what a change of a table affects: what uses its lost or changed columns, and what uses it as a whole if it stops. */
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
  const hit = dependencies.filter(({ column, type, through }) => {
    if (diff.table === 'removed') return isBreakingChange;
    if (column === '') return isBreakingChange && (through !== null || !WORKS_WITH_ANY_COLUMNS.has(type));
    return touched.has(column);
  });
  const groups = Map.groupBy(hit, ({ type, id, name }) => JSON.stringify([type, id ?? name]));
  return [...groups.values()].map((group) => {
    const { type, id, name } = group[0]!;
    const parts = distinct(group.flatMap((one) => one.parts));
    const through = [...new Set(group.flatMap((one) => one.through ?? []))];
    return {
      type,
      columns: [...new Set(group.map(({ column }) => column))].filter((column) => column !== ''),
      name,
      ...(through.length > 0 && { through }),
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
