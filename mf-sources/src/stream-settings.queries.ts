import { api } from '@headwater/shared/api';
import type { StreamSettingsAttributes } from '@headwater/shared/contract';
import { queryOptions } from '@headwater/shared/query';

const pathOf = (organizationId: string, sourceConnectionId: string, tableName: string) =>
  `organizations/${organizationId}/source-connections/${sourceConnectionId}/catalog/streams/${encodeURIComponent(tableName)}/settings`;

/** How one table of a source is read and kept. Server events about its catalog mark it as stale. */
export const streamSettingsQuery = (organizationId: string, sourceConnectionId: string, tableName: string) =>
  queryOptions({
    queryKey: ['catalogs', organizationId, sourceConnectionId, 'settings', tableName],
    queryFn: ({ signal }) =>
      api.get<StreamSettingsAttributes>(pathOf(organizationId, sourceConnectionId, tableName), { signal }),
  });
