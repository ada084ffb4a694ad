import { api } from '@headwater/shared/api';
import type { BuiltQueryAttributes } from '@headwater/shared/contract';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';
import type { ToolAddress, ToolConfig } from '../frame/tool.queries.ts';

export type BuiltQuery = BuiltQueryAttributes;

/** The query that a tool makes of a config, with its first rows. Under the key `tables`, which server events invalidate. */
export const builtQuery = ({ organizationId, slug }: ToolAddress, config: object) =>
  queryOptions({
    queryKey: ['tables', organizationId, 'built', slug, config],
    queryFn: ({ signal }) =>
      api.post<BuiltQuery>(
        `organizations/${organizationId}/tools/${slug}/built-queries`,
        { type: 'built_queries', attributes: { config: config as ToolConfig } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
