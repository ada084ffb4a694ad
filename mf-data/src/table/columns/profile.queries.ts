import { api } from '@headwater/shared/api';
import type { ColumnProfileAttributes, TableProfileAttributes } from '@headwater/shared/contract';
import { queryOptions } from '@headwater/shared/query';
import { tablePath, type TableAddress } from '@headwater/shared/tables';

/** How often a profile is fetched while it's being made, in ms. */
const LOOK_AGAIN_MS = 1_500;

const keyOf = (table: TableAddress) => [
  'tables',
  table.organizationId,
  table.sourceConnectionId,
  'profile',
  table.tableName,
];

export const isBeingMade = ({ state }: TableProfileAttributes) => state === 'queued' || state === 'running';

/** What is known about the columns of a version. */
export const profileQuery = (table: TableAddress, version: number) =>
  queryOptions({
    queryKey: [...keyOf(table), version],
    queryFn: ({ signal }) =>
      api.get<TableProfileAttributes>(`${tablePath(table)}/profile?version=${version}`, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isBeingMade(data) ? LOOK_AGAIN_MS : false),
  });

/** All that is known about one of them. */
export const columnProfileQuery = (table: TableAddress, version: number, column: string) =>
  queryOptions({
    queryKey: [...keyOf(table), version, column],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ version: String(version), column });
      return api.get<ColumnProfileAttributes>(`${tablePath(table)}/column-profile?${query}`, { signal });
    },
  });

export const allProfiles = (table: TableAddress) => ({ queryKey: keyOf(table) });

/** Has a version profiled, or tries again what failed. */
export const requestProfile = (table: TableAddress, version: number) =>
  api.post<TableProfileAttributes>(`${tablePath(table)}/profiles`, {
    type: 'table_profiles',
    attributes: { version },
  });
