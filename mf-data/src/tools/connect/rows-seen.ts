import { writeFilter, writeNames, type DataScope } from '@headwater/shared/contract';
import type { Table } from '@headwater/shared/tables';
import type { QueryText } from '@headwater/shared/figures';

/**
 * Returns which rows and columns of a table a scope shows, as the Rows tab asks for them. Null if one request can't ask
 * for that: several entries name the table, and not all of its rows.
 */
export function rowsSeen(scope: DataScope | null, table: Table): QueryText | null {
  const all = { filter: '', sort: '', columns: '' };
  if (scope === null) return all;
  const entries = scope
    .filter(({ sourceConnectionId }) => sourceConnectionId === table.sourceConnectionId)
    .flatMap(({ tables }) => tables ?? [{ tableName: table.tableName, columns: null }])
    .filter(({ tableName }) => tableName === table.tableName);
  const [only, ...others] = entries;
  if (!only) return null;
  if (others.length > 0)
    return entries.some((one) => one.columns === null && !one.filter?.length) ? all : null;
  const { columns } = only;
  const shown = table.columns.map(({ name }) => name).filter((name) => columns?.includes(name) ?? true);
  if (shown.length === 0) return null;
  return {
    ...all,
    filter: only.filter?.length ? writeFilter(only.filter) : '',
    columns: columns === null ? '' : writeNames(shown),
  };
}
