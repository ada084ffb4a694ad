import { api } from '@headwater/shared/api';
import type { NewRowExport, RowExportResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';
import { tablePath, type TableAddress } from '@headwater/shared/tables';

export type RowExport = Flat<RowExportResource>;

const base = (organizationId: string) => `organizations/${organizationId}/row-exports`;
const POLL_MS = 1_500;

export const isUnfinished = ({ state }: RowExport) => state === 'queued' || state === 'running';

/** The user's own exports that are prepared in the background or ready, newest first. Followed until all are finished. */
export const myExports = (organizationId: string) =>
  queryOptions({
    queryKey: ['row_exports', organizationId],
    queryFn: async ({ signal }) => (await api.list<RowExport>(base(organizationId), { signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? POLL_MS : false),
    staleTime: 0,
  });

/** Starts to prepare a file. Rejected with 409 if the user has too many. */
export const startExport = (table: TableAddress, attributes: NewRowExport) =>
  api.post(`${tablePath(table)}/row-exports`, { type: 'row_exports', attributes });

/** Deletes an export with its file, or cancels it. */
export const deleteExport = (organizationId: string, id: string) =>
  api.delete(`${base(organizationId)}/${id}`);

export const exportFileUrl = (organizationId: string, id: string) =>
  api.fileUrl(`${base(organizationId)}/${id}/file`);
