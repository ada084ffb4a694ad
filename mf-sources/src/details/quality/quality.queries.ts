import { api } from '@headwater/shared/api';
import type { QualityAttributes, TableQualityAttributes } from '@headwater/shared/contract';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';
import { isDeleted } from '../../source.queries.ts';

const base = (organizationId: string, sourceConnectionId: string) =>
  `organizations/${organizationId}/source-connections/${sourceConnectionId}`;

/** The queries of how good a connection's data are. Their keys begin like those of tables, whose events concern them. */
export const qualityQueries = {
  ofConnection: (organizationId: string, sourceConnectionId: string) =>
    queryOptions({
      queryKey: ['tables', organizationId, sourceConnectionId, 'quality'],
      queryFn: ({ signal }) =>
        api.get<QualityAttributes>(`${base(organizationId, sourceConnectionId)}/quality`, { signal }),
      enabled: () => !isDeleted(sourceConnectionId),
      placeholderData: keepPreviousData,
    }),
  ofTable: (organizationId: string, sourceConnectionId: string, tableName: string) =>
    queryOptions({
      queryKey: ['tables', organizationId, sourceConnectionId, 'quality', tableName],
      queryFn: ({ signal }) =>
        api.get<TableQualityAttributes>(
          `${base(organizationId, sourceConnectionId)}/tables/${encodeURIComponent(tableName)}/quality`,
          { signal },
        ),
    }),
};
