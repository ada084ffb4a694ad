import { api } from '@headwater/shared/api';
import type { CatalogAttributes } from '@headwater/shared/contract';
import { queryOptions } from '@headwater/shared/query';
import { pollWhile } from './poll-while.ts';

export type Catalog = { id: string; type: 'catalogs' } & CatalogAttributes;

const base = (organizationId: string, sourceConnectionId: string) =>
  `organizations/${organizationId}/source-connections/${sourceConnectionId}`;

/** What a source has to offer, and what of it is chosen. */
export const catalogQueries = {
  one: (organizationId: string, sourceConnectionId: string) =>
    queryOptions({
      queryKey: ['catalogs', organizationId, sourceConnectionId],
      queryFn: ({ signal }) =>
        api.get<Catalog>(`${base(organizationId, sourceConnectionId)}/catalog`, { signal }),
      refetchInterval: pollWhile((catalog: Catalog) => catalog.state === 'discovering', 1_000),
    }),
};

/** Has the source looked at again; answers at once with the catalog that is now `discovering`. */
export const discover = (organizationId: string, sourceConnectionId: string) =>
  api.post<Catalog>(`${base(organizationId, sourceConnectionId)}/discoveries`, {
    type: 'discoveries',
    attributes: {},
  });

/** Takes note of what has changed at the source. */
export const dismissChanges = (organizationId: string, sourceConnectionId: string) =>
  api.delete(`${base(organizationId, sourceConnectionId)}/catalog/changes`);

/** Refused with 412 where the connection has changed since `version`. */
export const saveSelection = (
  organizationId: string,
  sourceConnectionId: string,
  version: number,
  tableNames: string[],
) =>
  api.patch<Catalog>(
    `${base(organizationId, sourceConnectionId)}/selection`,
    { type: 'selections', attributes: { tableNames } },
    { headers: { 'if-match': String(version) } },
  );
