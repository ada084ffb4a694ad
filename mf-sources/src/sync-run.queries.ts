import { api } from '@headwater/shared/api';
import type {
  NewSyncRun,
  RejectedRowAttributes,
  RunState,
  RunTrigger,
  SyncRunListItem,
  SyncRunResource,
} from '@headwater/shared/contract';
import type { Flat, Page } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';
import { pollWhile } from './poll-while.ts';

export type SyncRun = Flat<SyncRunResource>;
export type ListedRun = Flat<SyncRunListItem>;
export type RejectedRow = { id: string } & RejectedRowAttributes;

const ACTIVE: ReadonlySet<RunState> = new Set(['pending', 'queued', 'running', 'canceling']);
/** Returns true while the run's numbers can change. An interrupted run isn't active while it waits for its retry. */
export const isActive = ({ state }: Pick<SyncRun, 'state'>) => ACTIVE.has(state);

/** Where a run is. */
export interface RunAddress {
  organizationId: string;
  sourceConnectionId: string;
  runId: string;
}

const base = (organizationId: string, sourceConnectionId: string) =>
  `organizations/${organizationId}/source-connections/${sourceConnectionId}/sync-runs`;
const type = 'sync_runs';

/** Which runs to list; null for all of them. */
export interface RunFilter {
  state: RunState | null;
  trigger: RunTrigger | null;
}

interface PageRequest {
  pageParam: string | null;
  signal: AbortSignal;
}
/** The options of a paged list, except its key. */
const pages = <T>(path: string, filter: Record<string, string> = {}) => ({
  queryFn: ({ pageParam, signal }: PageRequest) => {
    const query = new URLSearchParams({ ...filter, ...(pageParam !== null && { 'page[after]': pageParam }) });
    return api.list<T>(query.size === 0 ? path : `${path}?${query}`, { signal });
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page: Page<T>) => page.next,
});

/** The queries of a connection's runs: the list, newest first, one run, and its rejected rows. */
export const runQueries = {
  list: (organizationId: string, sourceConnectionId: string, { state, trigger }: RunFilter) => ({
    queryKey: [type, organizationId, sourceConnectionId, 'list', state, trigger],
    ...pages<ListedRun>(base(organizationId, sourceConnectionId), {
      ...(state && { 'filter[state]': state }),
      ...(trigger && { 'filter[trigger]': trigger }),
    }),
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

/** The URL of a run's rejected rows as a CSV file that is safe for spreadsheets, in which people open it. */
export const rejectedRowFileUrl = ({ organizationId, sourceConnectionId, runId }: RunAddress) =>
  api.fileUrl(`${base(organizationId, sourceConnectionId)}/${runId}/rejected-row-file?texts=spreadsheet`);

/** Starts a run. A retry sends the same `idempotencyKey`, so that a lost response doesn't start a second run. */
export const startRun = (
  organizationId: string,
  sourceConnectionId: string,
  idempotencyKey: string,
  attributes: NewSyncRun = {},
) =>
  api.post<SyncRun>(
    base(organizationId, sourceConnectionId),
    { type, attributes },
    { headers: { 'idempotency-key': idempotencyKey } },
  );

/** Cancels a run. Tables that are already loaded keep their new version; the others keep their last good one. */
export const cancelRun = (organizationId: string, sourceConnectionId: string, runId: string) =>
  api.post<SyncRun>(`${base(organizationId, sourceConnectionId)}/${runId}/cancellations`, {
    type: 'sync_run_cancellations',
    attributes: {},
  });
