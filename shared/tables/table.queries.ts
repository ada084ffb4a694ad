import { api } from '@headwater/shared/api';
import type {
  HeldVersionDecision,
  SourceConnectionAttributes,
  StoredDataAttributes,
  TableResource,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';

export type Table = Flat<TableResource>;

/** Identifies a table in a workspace. */
export interface TableAddress {
  organizationId: string;
  sourceConnectionId: string;
  tableName: string;
}

const type = 'tables';
const sourcePath = ({ organizationId, sourceConnectionId }: Omit<TableAddress, 'tableName'>) =>
  `organizations/${organizationId}/source-connections/${sourceConnectionId}`;
export const tablePath = (table: TableAddress) =>
  `${sourcePath(table)}/tables/${encodeURIComponent(table.tableName)}`;

/** Keys and fetchers of tables, the same for loaders and pages. */
export const tableQueries = {
  list: (organizationId: string) =>
    queryOptions({
      queryKey: [type, organizationId, 'list'],
      queryFn: ({ signal }) => api.every<Table>(`organizations/${organizationId}/tables`, { signal }),
    }),
  ofConnection: (organizationId: string, sourceConnectionId: string) =>
    queryOptions({
      queryKey: [type, organizationId, sourceConnectionId, 'list'],
      queryFn: ({ signal }) =>
        api.every<Table>(`${sourcePath({ organizationId, sourceConnectionId })}/tables`, { signal }),
    }),
  /** How much a connection has loaded. */
  stored: (organizationId: string, sourceConnectionId: string) =>
    queryOptions({
      queryKey: [type, organizationId, sourceConnectionId, 'stored'],
      queryFn: ({ signal }) =>
        api.get<StoredDataAttributes>(`${sourcePath({ organizationId, sourceConnectionId })}/stored-data`, {
          signal,
        }),
    }),
  one: (table: TableAddress) =>
    queryOptions({
      queryKey: [type, table.organizationId, table.sourceConnectionId, 'one', table.tableName],
      queryFn: ({ signal }) => api.get<Table>(tablePath(table), { signal }),
    }),
};

/** Deletes a table that is no longer synced. */
export const deleteTable = (table: TableAddress) => api.delete(tablePath(table));

/** Deletes all tables of a connection that was deleted without them. */
export const deleteKeptTables = (source: Omit<TableAddress, 'tableName'>) => api.delete(sourcePath(source));

/** Adds a table to the selection. */
export async function selectAgain(table: TableAddress): Promise<void> {
  const { version } = await api.get<SourceConnectionAttributes>(sourcePath(table));
  await api.patch(
    `${sourcePath(table)}/selection`,
    { type: 'selections', attributes: { add: [table.tableName] } },
    { headers: { 'if-match': String(version) } },
  );
}

/** Decides about a held version; 409 if that version is no longer held. */
export const decideHeldVersion = (table: TableAddress, attributes: HeldVersionDecision) =>
  api.post<Table>(`${tablePath(table)}/held-version-decisions`, {
    type: 'held_version_decisions',
    attributes,
  });
