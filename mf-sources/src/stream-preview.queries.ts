import { api } from '@headwater/shared/api';
import type { Failure, StreamPreview, StreamSettings } from '@headwater/shared/contract';
import { queryOptions } from '@headwater/shared/query';

interface Result {
  preview: StreamPreview | null;
  failure: Failure | null;
}

/** How long the rows of a preview are shown again without asking the source. */
const KEPT_MS = 60_000;

/**
 * The first rows of a table of the source, as they would be stored with these settings. The source is asked each time,
 * so only people can repeat it.
 */
export const streamPreviewQuery = (
  organizationId: string,
  sourceConnectionId: string,
  tableName: string,
  settings: StreamSettings,
) =>
  queryOptions({
    queryKey: ['stream_previews', organizationId, sourceConnectionId, tableName, settings],
    queryFn: ({ signal }) => {
      const path = `organizations/${organizationId}/source-connections/${sourceConnectionId}/catalog/streams/${encodeURIComponent(tableName)}/previews`;
      return api.post<Result>(path, { type: 'stream_previews', attributes: settings }, { signal });
    },
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
