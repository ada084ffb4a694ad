import { api } from '@headwater/shared/api';
import type { WorkspaceShareLinkResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { infiniteQueryOptions, keepPreviousData, queryClient } from '@headwater/shared/query';

export type ShareLink = Flat<WorkspaceShareLinkResource>;

const PAGE = 50;

const linksOf = (organizationId: string) => ['reports', organizationId, 'share-links'] as const;

/**
 * The links of all reports, newest first, page by page. Under the key of reports, so that server events invalidate them.
 * When a link was last opened is no such event, so they're fetched whenever the page is opened, too.
 */
export const shareLinksQuery = (organizationId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...linksOf(organizationId), 'all', search],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams();
      if (search) query.set('search', search);
      if (pageParam) query.set('page[after]', pageParam);
      // Begins as written in package.json, where the page requests it early.
      const path = `organizations/${organizationId}/share-links?page[size]=${PAGE}`;
      return api.list<ShareLink>(query.size === 0 ? path : `${path}&${query}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Ends a link. Fails with 404 if it has ended. */
export async function revokeShareLink(organizationId: string, { id, report }: ShareLink): Promise<void> {
  try {
    await api.delete(`organizations/${organizationId}/reports/${report.id}/share-links/${id}`);
  } finally {
    await queryClient.invalidateQueries({ queryKey: linksOf(organizationId) });
  }
}
