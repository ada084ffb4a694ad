import { api } from '@headwater/shared/api';
import type { ConnectionCheckAttributes, NewConnectionCheck } from '@headwater/shared/contract';
import { queryOptions } from '@headwater/shared/query';
import { pollWhile } from './poll-while.ts';

export type ConnectionCheck = { id: string; type: 'connection_checks' } & ConnectionCheckAttributes;

const base = (organizationId: string) => `organizations/${organizationId}/connection-checks`;
const type = 'connection_checks';

export const checkQueries = {
  one: (organizationId: string, id: string) =>
    queryOptions({
      queryKey: [type, organizationId, id],
      queryFn: ({ signal }) => api.get<ConnectionCheck>(`${base(organizationId)}/${id}`, { signal }),
      // Steps take milliseconds: with the usual 2.5 s, most of them would finish between two polls.
      refetchInterval: pollWhile((check: ConnectionCheck) => check.state === 'running', 500),
    }),
};

export const startCheck = (organizationId: string, attributes: NewConnectionCheck) =>
  api.post<ConnectionCheck>(base(organizationId), { type, attributes });

export const cancelCheck = (organizationId: string, id: string) =>
  api.delete(`${base(organizationId)}/${id}`);
