import { api } from '@headwater/shared/api';
import type {
  RejectedRowAttributes,
  RunState,
  SyncRunListItem,
  SyncRunResource,
} from '@headwater/shared/contract';
import type { Flat, Page } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';
import { pollWhile } from './poll-while.ts';

export type SyncRun = Flat<SyncRunResource>;
export type ListedRun = Flat<SyncRunListItem>;
export type RejectedRow = { id: string } & RejectedRowAttributes;

const ACTIVE: ReadonlySet<RunState> = new Set(['pending', 'queued', 'running', 'cancelling']);
/** It has not ended: its figures move. */
export const isActive = ({ state }: Pick<SyncRun, 'state'>) => ACTIVE.has(state);

const base = (organizationId: string, sourceConnectionId: string) =>
  `organizations/${organizationId}/source-connections/${sourceConnectionId}/sync-runs`;
const type = 'sync_runs';

interface PageRequest {
  pageParam: string | null;
  signal: AbortSignal;
}
/** What a list that is read page by page needs, beside its key and its path. */
const pages = <T>(path: string) => ({
  queryFn: ({ pageParam, signal }: PageRequest) =>
    api.list<T>(pageParam === null ? path : `${path}?page[after]=${encodeURIComponent(pageParam)}`, {
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: (page: Page<T>) => page.next,
});

/** Runs of one connection, newest first, and what each of them did. */
export const runQueries = {
  list: (organizationId: string, sourceConnectionId: string) => ({
    queryKey: [type, organizationId, sourceConnectionId, 'list'],
    ...pages<ListedRun>(base(organizationId, sourceConnectionId)),
  }),
  one: (organizationId: string, sourceConnectionId: string, runId: string) =>
    queryOptions({
      queryKey: [type, organizationId, sourceConnectionId, runId],
      queryFn: ({ signal }) =>
        api.get<SyncRun>(`${base(organizationId, sourceConnectionId)}/${runId}`, { signal }),
      refetchInterval: pollWhile(isActive),
    }),
  rejectedRows: (organizationId: string, sourceConnectionId: string, runId: string) => ({
    queryKey: [type, organizationId, sourceConnectionId, runId, 'rejected-rows'],
    ...pages<RejectedRow>(`${base(organizationId, sourceConnectionId)}/${runId}/rejected-rows`),
  }),
};

/** `idempotencyKey`: the same for each repetition of one press, so that a lost answer starts no second run. */
export const startRun = (organizationId: string, sourceConnectionId: string, idempotencyKey: string) =>
  api.post<SyncRun>(
    base(organizationId, sourceConnectionId),
    { type, attributes: {} },
    { headers: { 'idempotency-key': idempotencyKey } },
  );

/** Tables that are loaded by then keep their new version; the others keep their last good one. */
export const cancelRun = (organizationId: string, sourceConnectionId: string, runId: string) =>
  api.post<SyncRun>(`${base(organizationId, sourceConnectionId)}/${runId}/cancellations`, {
    type: 'sync_run_cancellations',
    attributes: {},
  });
