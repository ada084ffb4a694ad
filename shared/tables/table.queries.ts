import { api } from '@headwater/shared/api';
import type {
  HeldVersionDecision,
  SourceConnectionAttributes,
  StoredDataAttributes,
  TableIndexAttributes,
  TableIndexState,
  TableResource,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@headwater/shared/query';

export type Table = Flat<TableResource>;

/** Identifies a table in a workspace. */
export interface TableAddress {
  organizationId: string;
  sourceConnectionId: string;
  tableName: string;
}

/** Which tables are searched for. Empty texts don't count. */
export interface IndexSearch {
  text: string;
  state: TableIndexState | '';
  connection: string;
  tag: string;
  owner: string;
}

type TableIndex = TableIndexAttributes;

const type = 'tables';
const indexesKey = (organizationId: string) => [type, organizationId, 'index'];

function indexPath(
  organizationId: string,
  { text, state, connection, tag, owner }: IndexSearch,
  page: Readonly<Record<string, string>> = {},
): string {
  const asked = {
    ...{ 'filter[text]': text, 'filter[state]': state, 'filter[connection]': connection },
    ...{ 'filter[tag]': tag, 'filter[owner]': owner },
    ...page,
  };
  const given = Object.entries(asked).filter(([, value]) => value !== '');
  const path = `organizations/${organizationId}/table-index`;
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

const sourcePath = ({ organizationId, sourceConnectionId }: Omit<TableAddress, 'tableName'>) =>
  `organizations/${organizationId}/source-connections/${sourceConnectionId}`;
export const tablePath = (table: TableAddress) =>
  `${sourcePath(table)}/tables/${encodeURIComponent(table.tableName)}`;

/** Keys and fetchers of tables, the same for loaders and pages. */
export const tableQueries = {
  /** All tables that match, by connection: the first ones of each. */
  index: (organizationId: string, asked: IndexSearch) =>
    queryOptions({
      queryKey: [...indexesKey(organizationId), asked],
      queryFn: ({ signal }) => api.get<TableIndex>(indexPath(organizationId, asked), { signal }),
      placeholderData: keepPreviousData,
    }),
  /** Those of one schema of a connection, page by page. Null for those that are in none. */
  indexOfSchema: (
    organizationId: string,
    asked: IndexSearch,
    { sourceConnectionId, schema }: { sourceConnectionId: string; schema: string | null },
  ) =>
    infiniteQueryOptions({
      queryKey: [...indexesKey(organizationId), asked, sourceConnectionId, schema],
      queryFn: ({ signal, pageParam }) => {
        const page = {
          'filter[source]': sourceConnectionId,
          'filter[schema]': schema ?? '',
          'page[after]': pageParam,
        };
        return api.get<TableIndex>(indexPath(organizationId, asked, page), { signal });
      },
      initialPageParam: '',
      getNextPageParam: ({ groups: [group] }) => group?.schemas[0]?.next ?? null,
    }),
  /** All tables of the workspace with their current versions, to choose from and for the cards of a report. */
  all: (organizationId: string) =>
    queryOptions({
      queryKey: [type, organizationId, 'all'],
      queryFn: ({ signal }) => api.every<Table>(`organizations/${organizationId}/tables`, { signal }),
    }),
  indexes: (organizationId: string) => ({ queryKey: indexesKey(organizationId) }),
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
