import { api } from '@headwater/shared/api';
import {
  newIdempotencyKey,
  type CatalogAttributes,
  type ConnectorAttributes,
  type DestinationSyncMode,
  type Failure,
  type RejectedRowAttributes,
  type SourceFileResource,
  type CatalogStream,
  type StreamPageAttributes,
  type StreamPreview,
  type StreamSettings,
  type StreamSettingsAttributes,
  type SyncRunListItem,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { keepPreviousData, queryOptions } from '@headwater/shared/query';
import type { ListedSource, SourceConnection } from '../../source.queries.ts';

export type Catalog = CatalogAttributes;
export type Stream = CatalogStream;
export type ImportedFile = Flat<SourceFileResource>;
export type Run = Flat<SyncRunListItem>;
export type RejectedRow = { id: string } & RejectedRowAttributes;
type Connector = { id: string } & ConnectorAttributes;

/** The connector whose connections are imports. */
export const FILES = 'csv';

/** In milliseconds. Server events usually arrive first; polling is for when they don't. */
const LOOK_AGAIN_MS = 1_500;
/** How many runs and rejected rows are listed. Pages of the connection have all of them. */
const SHOWN = 25;

/** Whether something that is in progress can change what is known about an import. */
export const isBusy = ({ status }: ListedSource) => status === 'running' || status === 'queued';

const base = (organizationId: string) => `organizations/${organizationId}/source-connections`;
const pathOf = (organizationId: string, id: string) => `${base(organizationId)}/${id}`;

/** Imports are connections, and are fetched from the same routes, with keys that the server's events mark as stale. */
export const importQueries = {
  list: (organizationId: string) =>
    queryOptions({
      queryKey: ['source_connections', organizationId, 'list'],
      queryFn: ({ signal }) => api.every<ListedSource>(base(organizationId), { signal }),
      refetchInterval: ({ state: { data } }) => (data?.some(isBusy) ? LOOK_AGAIN_MS : false),
    }),
  one: (organizationId: string, id: string) =>
    queryOptions({
      queryKey: ['source_connections', organizationId, id],
      queryFn: ({ signal }) => api.get<SourceConnection>(pathOf(organizationId, id), { signal }),
      refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? LOOK_AGAIN_MS : false),
    }),
  connectors: () =>
    queryOptions({
      queryKey: ['connectors'],
      queryFn: async ({ signal }) => (await api.list<Connector>('connectors', { signal })).items,
    }),
  catalog: (organizationId: string, id: string) =>
    queryOptions({
      queryKey: ['catalogs', organizationId, id],
      queryFn: ({ signal }) => api.get<Catalog>(`${pathOf(organizationId, id)}/catalog`, { signal }),
      refetchInterval: ({ state: { data } }) => (data?.state === 'discovering' ? LOOK_AGAIN_MS : false),
    }),
  /** The tables in the files: as many as one response has, which is more than people choose from here. */
  streams: (organizationId: string, id: string, { discoveredAt, version }: Catalog) =>
    queryOptions({
      queryKey: ['catalogs', organizationId, id, 'import', discoveredAt, version],
      queryFn: async ({ signal }) => {
        const path = `${pathOf(organizationId, id)}/catalog/streams`;
        const { data } = await api.raw<{ data: { attributes: StreamPageAttributes } }>(path, { signal });
        return data.attributes.streams;
      },
    }),
  files: (organizationId: string, id: string) =>
    queryOptions({
      queryKey: ['catalogs', organizationId, id, 'files'],
      queryFn: async ({ signal }) =>
        (await api.list<ImportedFile>(`${pathOf(organizationId, id)}/files`, { signal })).items,
    }),
  /** The first rows as they would be stored. `discoveredAt` changes with the files and with how they are read. */
  preview: (organizationId: string, id: string, tableName: string, discoveredAt: string | null) =>
    queryOptions({
      queryKey: ['stream_previews', organizationId, id, tableName, discoveredAt],
      queryFn: async ({ signal }) => {
        const stream = `${pathOf(organizationId, id)}/catalog/streams/${encodeURIComponent(tableName)}`;
        const settings = await api.get<StreamSettingsAttributes>(`${stream}/settings`, { signal });
        return api.post<{ preview: StreamPreview | null; failure: Failure | null }>(
          `${stream}/previews`,
          { type: 'stream_previews', attributes: settingsIn(settings) },
          { signal },
        );
      },
      staleTime: Infinity,
      retry: false,
      refetchOnReconnect: false,
    }),
  /** The last one's state and number change whenever the list does. */
  runs: (organizationId: string, id: string, last: SourceConnection['lastRun']) =>
    queryOptions({
      queryKey: ['sync_runs', organizationId, id, 'imports', last?.number, last?.state],
      placeholderData: keepPreviousData,
      queryFn: async ({ signal }) =>
        (await api.list<Run>(`${pathOf(organizationId, id)}/sync-runs?page[size]=${SHOWN}`, { signal }))
          .items,
    }),
  rejectedRows: (organizationId: string, id: string, runId: string) =>
    queryOptions({
      queryKey: ['sync_runs', organizationId, id, runId, 'rejected-rows', 'imports'],
      queryFn: async ({ signal }) => {
        const path = `${pathOf(organizationId, id)}/sync-runs/${runId}/rejected-rows?page[size]=${SHOWN}`;
        return (await api.list<RejectedRow>(path, { signal })).items;
      },
    }),
};

/** Returns what can be sent back of a stream's settings. */
const settingsIn = ({
  suggestion: _s,
  supportedSyncModes: _m,
  cursorColumns: _c,
  version: _v,
  ...settings
}: StreamSettingsAttributes & { id?: string; type?: string }): StreamSettings => {
  const { id: _id, type: _type, ...own } = settings;
  return own;
};

/** Makes an import of an upload. Nothing is read yet. */
export const createImport = (organizationId: string, name: string, configuration: Record<string, unknown>) =>
  api.post<SourceConnection>(base(organizationId), {
    type: 'source_connections',
    attributes: { name, connector: FILES, configuration },
  });

/** Reads the files to find their tables. Returns at once. */
export const readFiles = (organizationId: string, id: string) =>
  api.post<Catalog>(`${pathOf(organizationId, id)}/discoveries`, { type: 'discoveries', attributes: {} });

const ifMatch = ({ version }: Pick<SourceConnection, 'version'>) => ({
  headers: { 'if-match': String(version) },
});

/** Changes an import's files, or how they are read, and reads them again. */
export const changeImport = (
  organizationId: string,
  source: SourceConnection,
  configuration: Record<string, unknown>,
) =>
  api.patch<SourceConnection>(
    pathOf(organizationId, source.id),
    { type: 'source_connections', attributes: { configuration } },
    ifMatch(source),
  );

/** What becomes of the rows that a table has. */
export type Keeping = Extract<DestinationSyncMode, 'overwrite' | 'append'>;

/** Imports all selected tables, whose rows are replaced or added to. Their mode is only changed if it's another one. */
export async function startImport(
  organizationId: string,
  source: SourceConnection,
  streams: readonly Stream[],
  keeping: Keeping,
): Promise<void> {
  const path = pathOf(organizationId, source.id);
  const others = streams.filter(({ destinationSyncMode }) => destinationSyncMode !== keeping);
  if (others.length > 0) {
    const tables = others.map(({ tableName }) => tableName);
    const settings = [{ tables, change: { destinationSyncMode: keeping } }];
    await api.patch(`${path}/selection`, { type: 'selections', attributes: { settings } }, ifMatch(source));
  }
  await api.post(
    `${path}/sync-runs`,
    { type: 'sync_runs', attributes: {} },
    { headers: { 'idempotency-key': newIdempotencyKey() } },
  );
}

export const cancelImport = (organizationId: string, { id }: SourceConnection, runId: string) =>
  api.post(`${pathOf(organizationId, id)}/sync-runs/${runId}/cancellations`, {
    type: 'sync_run_cancellations',
    attributes: {},
  });

/** Deletes an import that has loaded nothing. */
export const discardImport = (organizationId: string, { id }: SourceConnection) =>
  api.delete(`${pathOf(organizationId, id)}?data=drop`);
