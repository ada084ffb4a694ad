import { api } from '@headwater/shared/api';
import type { VersionDiff, VersionDiffAttributes } from '@headwater/shared/contract';
import { queryOptions } from '@headwater/shared/query';
import { tablePath, type TableAddress } from '@headwater/shared/tables';

/** Two versions of a table, by their numbers. */
export interface ComparedVersions {
  before: number;
  after: number;
}

/**
 * How two versions differ. The API responds every few seconds while it compares; whoever leaves the page stops asking,
 * which cancels the comparison.
 */
export const diffQuery = (table: TableAddress, { before, after }: ComparedVersions) =>
  queryOptions({
    queryKey: [
      'version_diffs',
      table.organizationId,
      table.sourceConnectionId,
      table.tableName,
      before,
      after,
    ],
    queryFn: async ({ signal }): Promise<VersionDiff> => {
      for (;;) {
        const { diff } = await api.get<VersionDiffAttributes>(
          `${tablePath(table)}/version-diffs?before=${before}&after=${after}`,
          { signal },
        );
        if (diff) return diff;
      }
    },
    staleTime: Number.POSITIVE_INFINITY, // versions never change
  });
