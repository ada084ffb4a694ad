import { useQuery } from '@headwater/shared/query';
import type { Table } from '@headwater/shared/tables';
import { sqlViewQueries, type SqlView } from '@headwater/shared/figures';

/** Returns the view that a table is: null for one that is none, and undefined until it's known. */
export function useView(organizationId: string, table: Table | undefined): SqlView | null | undefined {
  const isView = table?.selection === 'view';
  const { data: views } = useQuery({ ...sqlViewQueries.list(organizationId), enabled: isView });
  if (!isView) return null;
  return views && (views.find(({ id }) => id === table.id) ?? null);
}
