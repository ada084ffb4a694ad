import { api } from '@headwater/shared/api';
import type { SourceFileResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';

export type SourceFile = Flat<SourceFileResource>;

/** The files of a source. Their key is under the catalog's, because they change with it. */
export const sourceFileQueries = {
  list: (organizationId: string, sourceConnectionId: string) =>
    queryOptions({
      queryKey: ['catalogs', organizationId, sourceConnectionId, 'files'],
      queryFn: async ({ signal }) => {
        const path = `organizations/${organizationId}/source-connections/${sourceConnectionId}/files`;
        return (await api.list<SourceFile>(path, { signal })).items;
      },
    }),
};
