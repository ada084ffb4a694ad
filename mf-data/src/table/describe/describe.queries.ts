import { api, ApiError } from '@headwater/shared/api';
import type { TableDescriptionChange } from '@headwater/shared/contract';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { tablePath, tableQueries, type Table, type TableAddress } from '@headwater/shared/tables';

/**
 * Changes what is said about a table. If someone else has changed it meanwhile, it fails, and the table is fetched
 * again, so that a second attempt is made with their change in view.
 */
export function useDescribe(address: TableAddress, table: Table) {
  const client = useQueryClient();
  const { queryKey } = tableQueries.one(address);
  return useMutation({
    mutationFn: (attributes: TableDescriptionChange) =>
      api.patch<Table>(
        `${tablePath(address)}/description`,
        { type: 'table_descriptions', attributes },
        { headers: { 'if-match': String(table.about.version) } },
      ),
    onSuccess: (changed) => {
      client.setQueryData(queryKey, changed);
      void client.invalidateQueries({ queryKey: tableQueries.indexes(address.organizationId).queryKey });
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

/** Returns whether someone else has changed the description since it was fetched. */
export const isConflict = (error: Error): boolean => error instanceof ApiError && error.status === 412;
