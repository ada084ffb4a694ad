import { api } from '@headwater/shared/api';
import type { TableVersionResource } from '@headwater/shared/contract';
import type { Flat, Page } from '@headwater/shared/json-api';
import { tablePath, type Table, type TableAddress } from '@headwater/shared/tables';

export type TableVersion = Flat<TableVersionResource>;

/** The versions of a table that are kept, as of its current one. */
export const versionsQuery = (table: TableAddress, current: number | null) => ({
  queryKey: ['tables', table.organizationId, table.sourceConnectionId, 'versions', table.tableName, current],
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
    const after = pageParam === null ? '' : `?page[after]=${encodeURIComponent(pageParam)}`;
    return api.list<TableVersion>(`${tablePath(table)}/versions${after}`, { signal });
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page: Page<TableVersion>) => page.next,
});

/** Whether a version's file is intact, and it shows no values that are masked by now. */
export const isPresentable = ({ damagedAt, maskedSince }: TableVersion) =>
  damagedAt === null && maskedSince.length === 0;

/** Whether a version's rows can be read. */
export const isReadable = ({ state, damagedAt, maskedSince }: TableVersion) =>
  damagedAt === null && (state === 'current' || maskedSince.length === 0);

/** Whether a version can be brought back. */
export const isRestorable = (version: TableVersion) => version.state === 'kept' && isPresentable(version);

/** Makes a new version of an earlier one. 409 if that one is no longer kept. */
export const restoreVersion = (table: TableAddress, version: number) =>
  api.post<Table>(`${tablePath(table)}/restorations`, { type: 'restorations', attributes: { version } });
