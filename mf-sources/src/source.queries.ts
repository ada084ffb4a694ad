import { api } from '@headwater/shared/api';
import type {
  ListedConnection,
  NewSourceConnection,
  SourceConnectionChange,
  SourceConnectionResource,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';
import { pollWhile } from './poll-while.ts';

/** A connection as lists have it. */
export type SourceConnection = Flat<ListedConnection>;
export type ConfiguredSource = Flat<SourceConnectionResource>;

/** Returns true if a run is queued or running, so that the connection's numbers can change. */
export const isBusy = ({ status }: Pick<SourceConnection, 'status'>) =>
  status === 'running' || status === 'queued';

/** The IDs of connections deleted in this tab. The server's event must not refetch them, which would return a 404. */
const deleted = new Set<string>();
export const isDeleted = (id: string) => deleted.has(id);

const base = (organizationId: string) => `organizations/${organizationId}/source-connections`;
const type = 'source_connections';

/** The queries of source connections, shared by loaders and pages. */
export const sourceQueries = {
  list: (organizationId: string) =>
    queryOptions({
      queryKey: [type, organizationId, 'list'],
      queryFn: ({ signal }) => api.every<SourceConnection>(base(organizationId), { signal }),
      refetchInterval: pollWhile((sources: SourceConnection[]) => sources.some(isBusy)),
    }),
  one: (organizationId: string, id: string) =>
    queryOptions({
      queryKey: [type, organizationId, id],
      queryFn: ({ signal }) => api.get<ConfiguredSource>(`${base(organizationId)}/${id}`, { signal }),
      refetchInterval: pollWhile(isBusy),
      enabled: () => !isDeleted(id),
    }),
};

export const createSource = (organizationId: string, attributes: NewSourceConnection) =>
  api.post<ConfiguredSource>(base(organizationId), { type, attributes });

/** Changes a connection. Rejected with 412 if it has changed since `version`. */
export const changeSource = (
  organizationId: string,
  { id, version }: SourceConnection,
  attributes: SourceConnectionChange,
) =>
  api.patch<ConfiguredSource>(
    `${base(organizationId)}/${id}`,
    { type, attributes },
    { headers: { 'if-match': String(version) } },
  );

/** Makes a connection like another, without its data. Secrets are copied in the server. */
export const copySource = (organizationId: string, id: string, name: string) =>
  api.post<ConfiguredSource>(`${base(organizationId)}/${id}/copies`, {
    type: 'connection_copies',
    attributes: { name },
  });

/**
 * Deletes a connection, and what it has loaded unless that is kept. From the start of the request, it isn't fetched
 * again unless the deletion fails.
 */
export async function deleteSource(organizationId: string, id: string, data: 'keep' | 'drop') {
  deleted.add(id);
  try {
    await api.delete(`${base(organizationId)}/${id}?data=${data}`);
  } catch (error) {
    deleted.delete(id);
    throw error;
  }
}

/** Connects the sample shop, with reports whose days begin in a time zone, and starts its first run. */
export const loadSampleData = (organizationId: string, timeZone: string) =>
  api.post<ConfiguredSource>(`organizations/${organizationId}/sample-data`, {
    type: 'sample_data',
    attributes: { timeZone },
  });
