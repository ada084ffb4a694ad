import { api } from '@headwater/shared/api';
import type { FilePreview } from '@headwater/shared/contract';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';

/** What is in files or a spreadsheet, read with a configuration that need not be saved. The server is asked once for each. */
export const filePreviewQuery = (
  organizationId: string,
  connector: string,
  configuration: Record<string, unknown> | null,
  sourceConnectionId?: string,
) =>
  queryOptions({
    queryKey: ['file_previews', organizationId, connector, configuration, sourceConnectionId],
    queryFn: ({ signal }) =>
      api.post<FilePreview>(
        `organizations/${organizationId}/file-previews`,
        { type: 'file_previews', attributes: { connector, configuration, sourceConnectionId } },
        { signal },
      ),
    enabled: configuration !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
