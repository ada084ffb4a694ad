import { api } from '@headwater/shared/api';
import type {
  NewSourceConnection,
  SourceConnectionChange,
  SourceConnectionResource,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';
import { pollWhile } from './poll-while.ts';

export type SourceConnection = Flat<SourceConnectionResource>;

/** A run is on its way, so the connection's figures move. */
export const isBusy = ({ status }: Pick<SourceConnection, 'status'>) =>
  status === 'running' || status === 'queued';

/** Connections that were deleted here: the server's event must not have them fetched once more, into a 404. */
const leaving = new Set<string>();
export const isLeaving = (id: string) => leaving.has(id);

const base = (organizationId: string) => `organizations/${organizationId}/source-connections`;
const type = 'source_connections';

/** Keys and fetchers of source connections, the same for loaders and pages. */
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
      queryFn: ({ signal }) => api.get<SourceConnection>(`${base(organizationId)}/${id}`, { signal }),
      refetchInterval: pollWhile(isBusy),
      enabled: () => !isLeaving(id),
    }),
};

export const createSource = (organizationId: string, attributes: NewSourceConnection) =>
  api.post<SourceConnection>(base(organizationId), { type, attributes });

/** Refused with 412 where somebody else has changed the connection since `version`. */
export const changeSource = (
  organizationId: string,
  { id, version }: SourceConnection,
  attributes: SourceConnectionChange,
) =>
  api.patch<SourceConnection>(
    `${base(organizationId)}/${id}`,
    { type, attributes },
    { headers: { 'if-match': String(version) } },
  );

/** From the first word of it on, nothing on screen asks for the connection again. */
export async function deleteSource(organizationId: string, id: string) {
  leaving.add(id);
  try {
    await api.delete(`${base(organizationId)}/${id}`);
  } catch (error) {
    leaving.delete(id);
    throw error;
  }
}

/** Makes a connection of the bundled sample files and starts its first run. */
export const loadSampleData = (organizationId: string) =>
  api.post<SourceConnection>(`organizations/${organizationId}/sample-data`, {
    type: 'sample_data',
    attributes: {},
  });
