import { api } from '@headwater/shared/api';
import type { StreamSettings, StreamSettingsAttributes } from '@headwater/shared/contract';
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

/** Saves all settings of one table. Rejected with 412 if the connection has changed since `version`. */
export const saveStreamSettings = (
  organizationId: string,
  sourceConnectionId: string,
  tableName: string,
  version: number,
  settings: StreamSettings,
) =>
  api.patch<StreamSettingsAttributes>(
    pathOf(organizationId, sourceConnectionId, tableName),
    { type: 'stream_settings', attributes: settings },
    { headers: { 'if-match': String(version) } },
  );
