import { api } from '@headwater/shared/api';
import type { TableVersionResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';
import { tablePath, type Table, type TableAddress } from '@headwater/shared/tables';

export type TableVersion = Flat<TableVersionResource>;

/** The versions of a table that are kept, as of its current one. */
export const versionsQuery = (table: TableAddress, current: number | null) =>
  queryOptions({
    queryKey: [
      'tables',
      table.organizationId,
      table.sourceConnectionId,
      'versions',
      table.tableName,
      current,
    ],
    queryFn: ({ signal }) => api.get<TableVersion[]>(`${tablePath(table)}/versions`, { signal }),
  });

/** Makes a new version of an earlier one. 409 if that one is no longer kept. */
export const restoreVersion = (table: TableAddress, version: number) =>
  api.post<Table>(`${tablePath(table)}/restorations`, { type: 'restorations', attributes: { version } });
