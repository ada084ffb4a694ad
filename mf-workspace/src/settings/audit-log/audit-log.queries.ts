import { api } from '@headwater/shared/api';
import type { AuditEventResource, AuditFacetAttributes } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { infiniteQueryOptions, queryOptions } from '@headwater/shared/query';

export type AuditEvent = Flat<AuditEventResource>;

/** How far back the log is shown, in hours. `all` for everything. */
export const PERIODS = { day: 24, week: 7 * 24, month: 30 * 24, quarter: 90 * 24, all: null } as const;
export type Period = keyof typeof PERIODS;

/** What of the log is shown, as the URL has it. Empty for everything. */
export interface AuditFilter {
  period: Period;
  actor: string;
  action: string;
  outcome: string;
}

const PAGE = 50;

function queryOf({ period, actor, action, outcome }: AuditFilter): URLSearchParams {
  const query = new URLSearchParams();
  const hours = PERIODS[period];
  if (hours !== null) query.set('filter[since]', new Date(Date.now() - hours * 3_600_000).toISOString());
  for (const [name, value] of Object.entries({ actor, action, outcome }))
    if (value !== '') query.set(`filter[${name}]`, value);
  return query;
}

const LOG = (organizationId: string) => `organizations/${organizationId}/audit-events`;

/** The log, newest first, page by page. It grows all the time, so it's fetched whenever it's opened. */
export const auditLogQuery = (organizationId: string, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit_events', organizationId, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = queryOf(filter);
      query.set('page[size]', String(PAGE));
      if (pageParam) query.set('page[after]', pageParam);
      return api.list<AuditEvent>(`${LOG(organizationId)}?${query}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** Who and what the log can be filtered by. */
export const auditFacetsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['audit_facets', organizationId],
    queryFn: ({ signal }) =>
      api.get<AuditFacetAttributes>(`organizations/${organizationId}/audit-facets`, { signal }),
    staleTime: 0,
  });

/** Of a file with texts that are safe for spreadsheets: people open it in one. */
export const auditFileUrl = (organizationId: string, filter: AuditFilter): string =>
  api.fileUrl(`${LOG(organizationId)}.csv?texts=spreadsheet&${queryOf(filter)}`);
