import { CONDITION_VALUES_MAX, writeFilter, type QueryFilter } from '@headwater/shared/contract';
import { paths } from '@headwater/shared/routing';
import type { ToolRun } from './frame/tool.queries.ts';

/** Values of one column, as a result shows them. */
interface ShownValues {
  column: string;
  values: readonly (string | null)[];
}

/**
 * Returns the path of the rows that have these values in a table. Null if a run has read an earlier version, or a
 * value is missing, shortened, or one too many for a filter.
 */
export function rowsPath(
  organizationId: string,
  table: ToolRun['tables'][number],
  shown: readonly ShownValues[],
): string | null {
  const filter: QueryFilter = shown.map(({ column, values }) => [
    { column, operator: 'one_of', values: [...new Set(values.filter((value) => value !== null))] },
  ]);
  const fits = filter.every(([condition]) => {
    const { values } = condition!;
    return (
      values.length > 0 &&
      values.length <= CONDITION_VALUES_MAX &&
      values.every((value) => !value.endsWith('…'))
    );
  });
  const isWhole = shown.every(({ values }) => values.every((value) => value !== null));
  if (!fits || !isWhole || !table.isCurrent) return null;
  const path = paths.table(organizationId, table.sourceConnectionId, table.tableName);
  return `${path}?filter=${encodeURIComponent(writeFilter(filter))}`;
}
