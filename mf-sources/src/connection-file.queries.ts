import { api } from '@headwater/shared/api';
import type {
  ConnectionImportPreview,
  ConnectionStateAttributes,
  NewSourceConnection,
} from '@headwater/shared/contract';
import { queryOptions } from '@headwater/shared/query';
import { isDeleted, type SourceConnection } from './source.queries.ts';

const base = (organizationId: string) => `organizations/${organizationId}`;
const one = (organizationId: string, id: string) => `${base(organizationId)}/source-connections/${id}`;

/** The URL of a file with everything that was chosen about a connection. */
export const exportFileUrl = (organizationId: string, id: string) =>
  api.fileUrl(`${one(organizationId, id)}/export-file`);

/** Returns what an exported file would create. Rejected with everything that is wrong with it. */
export const previewImport = (organizationId: string, file: string) =>
  api.post<ConnectionImportPreview>(`${base(organizationId)}/connection-import-previews`, {
    type: 'connection_import_previews',
    attributes: { file },
  });

/** Makes a connection from an exported file and what the file lacks, and discovers its tables. */
export const importSource = (
  organizationId: string,
  attributes: Omit<NewSourceConnection, 'connector'> & { file: string },
) =>
  api.post<SourceConnection>(`${base(organizationId)}/connection-imports`, {
    type: 'connection_imports',
    attributes,
  });

/** How far the tables of a connection have been read. Under the tables' key, because it changes with them. */
export const stateQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: ['tables', organizationId, id, 'state'],
    queryFn: ({ signal }) =>
      api.get<ConnectionStateAttributes>(`${one(organizationId, id)}/state`, { signal }),
    enabled: () => !isDeleted(id),
  });
