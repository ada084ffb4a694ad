import { api } from '@headwater/shared/api';
import type {
  CatalogAttributes,
  ColumnMatchesAttributes,
  Selection,
  StreamColumnsAttributes,
  StreamPageAttributes,
  StreamPageDocument,
} from '@headwater/shared/contract';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';
import { pollWhile } from './poll-while.ts';
import type { SourceConnection } from './source.queries.ts';
import { isActive } from './sync-run.queries.ts';

export type Catalog = { id: string; type: 'catalogs' } & CatalogAttributes;

/** All tables of a source, with the version of its connection that their selection belongs to. */
export type StreamList = StreamPageAttributes;

/** Identifies one state of a list of tables: the list doesn't change unless one of these does, or a run loads tables. */
type Edition = Pick<Catalog, 'discoveredAt' | 'version'>;

type RunFacts = Pick<SourceConnection, 'id' | 'lastRun'>;

const base = (organizationId: string, sourceConnectionId: string) =>
  `organizations/${organizationId}/source-connections/${sourceConnectionId}`;

/** What a source has to offer, and which of its tables are selected. */
export const catalogQueries = {
  one: (organizationId: string, sourceConnectionId: string) =>
    queryOptions({
      queryKey: ['catalogs', organizationId, sourceConnectionId],
      queryFn: ({ signal }) =>
        api.get<Catalog>(`${base(organizationId, sourceConnectionId)}/catalog`, { signal }),
      refetchInterval: pollWhile((catalog: Catalog) => catalog.state === 'discovering', 1_000),
    }),
  /**
   * Its key isn't under `catalogs`, which server events mark as stale: the list can be megabytes in size, and its
   * edition and the last run that has ended show whether it has changed.
   */
  streams: (organizationId: string, source: RunFacts, { discoveredAt, version }: Edition) =>
    queryOptions({
      queryKey: ['streams', organizationId, source.id, discoveredAt, version, lastEndedRun(source)],
      queryFn: ({ signal }) =>
        everyStream(base(organizationId, source.id), { discoveredAt, version }, signal),
      placeholderData: keepPreviousData,
    }),
  columns: (organizationId: string, sourceConnectionId: string, tableName: string) =>
    queryOptions({
      queryKey: ['catalogs', organizationId, sourceConnectionId, 'columns', tableName],
      queryFn: async ({ signal }) => {
        const path = `${base(organizationId, sourceConnectionId)}/catalog/streams/${encodeURIComponent(tableName)}`;
        return (await api.get<StreamColumnsAttributes>(`${path}/columns`, { signal })).columns;
      },
    }),
  /** Tables with columns whose names contain `search`. The previous search's tables remain until it is done. */
  columnMatches: (organizationId: string, sourceConnectionId: string, search: string) =>
    queryOptions({
      queryKey: ['catalogs', organizationId, sourceConnectionId, 'column-matches', search],
      queryFn: ({ signal }) =>
        api.get<ColumnMatchesAttributes>(
          `${base(organizationId, sourceConnectionId)}/catalog/column-matches?filter[name]=${encodeURIComponent(search)}`,
          { signal },
        ),
      enabled: search !== '',
      placeholderData: keepPreviousData,
    }),
};

/** Returns the number of the last run that has ended. One that will be retried hasn't. */
const lastEndedRun = ({ lastRun }: RunFacts): number => {
  if (lastRun === null) return 0;
  return isActive(lastRun) || lastRun.state === 'incomplete' ? lastRun.number - 1 : lastRun.number;
};

/** How often a list that changes while it is read is read again, before that fails. */
const READS_MAX = 5;

/** Fetches page by page, and starts again if the list changes in the meantime. */
async function everyStream(path: string, known: Edition, signal: AbortSignal): Promise<StreamList> {
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    const list = await readStreams(path, signal);
    // The response to an early request can be older than the edition that is known by now.
    if (list && !isOlder(list, known)) return list;
  }
  throw new Error('The list of tables keeps changing while it is read');
}

/** Returns null if the pages don't belong to the same edition. */
async function readStreams(path: string, signal: AbortSignal): Promise<StreamList | null> {
  const pages: StreamPageAttributes[] = [];
  for (let query = ''; ;) {
    const { data, links } = await api.raw<StreamPageDocument>(`${path}/catalog/streams${query}`, { signal });
    pages.push(data.attributes);
    const [first] = pages;
    if (!first || !isSame(first, data.attributes)) return null;
    if (data.attributes.streams.length === 0 && links.next !== null) return null; // it would never end
    if (links.next === null) return { ...first, streams: pages.flatMap(({ streams }) => streams) };
    query = `?page[after]=${encodeURIComponent(links.next)}`;
  }
}

const isSame = (one: Edition, other: Edition) =>
  one.version === other.version && one.discoveredAt === other.discoveredAt;
const isOlder = (one: Edition, other: Edition) =>
  one.version < other.version || (one.discoveredAt ?? '') < (other.discoveredAt ?? '');

/** Starts a new discovery of the source. Returns at once, with the catalog in the state `discovering`. */
export const discover = (organizationId: string, sourceConnectionId: string) =>
  api.post<Catalog>(`${base(organizationId, sourceConnectionId)}/discoveries`, {
    type: 'discoveries',
    attributes: {},
  });

/** Cancels the discovery in progress. The tables that were found before stay. */
export const cancelDiscovery = (organizationId: string, sourceConnectionId: string) =>
  api.delete(`${base(organizationId, sourceConnectionId)}/discoveries`);

/** Forgets the imported settings of tables that the source has never had. */
export const forgetMissingTables = (organizationId: string, sourceConnectionId: string) =>
  api.delete(`${base(organizationId, sourceConnectionId)}/catalog/missing-tables`);

/** Saves the selection. Rejected with 412 if the connection has changed since `version`. */
export const saveSelection = (
  organizationId: string,
  sourceConnectionId: string,
  version: number,
  selection: Selection,
) =>
  api.patch<Catalog>(
    `${base(organizationId, sourceConnectionId)}/selection`,
    { type: 'selections', attributes: selection },
    { headers: { 'if-match': String(version) } },
  );
