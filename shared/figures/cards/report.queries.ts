import { api } from '@headwater/shared/api';
import type {
  DeletedReportResource,
  ListedReportResource,
  ListedReportVersionResource,
  ReportContent,
  ReportResource,
} from '@headwater/shared/contract';
import type { Flat, Page } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';

export type ListedReport = Flat<ListedReportResource>;
export type Report = Flat<ReportResource>;
export type DeletedReport = Flat<DeletedReportResource>;
export type ReportVersion = Flat<ListedReportVersionResource>;

/** What a report is called and what it contains: what is edited as one and kept as versions. */
export interface ReportText {
  name: string;
  content: ReportContent;
}

const type = 'reports';
const listPath = (organizationId: string) => `organizations/${organizationId}/reports`;
const deletedPath = (organizationId: string) => `organizations/${organizationId}/deleted-reports`;
const pathOf = (organizationId: string, id: string) => `${listPath(organizationId)}/${id}`;

/** Keys and fetchers of reports, the same for loaders and pages. */
export const reportQueries = {
  list: (organizationId: string) =>
    queryOptions({
      queryKey: [type, organizationId, 'list'],
      queryFn: async ({ signal }) =>
        (await api.list<ListedReport>(listPath(organizationId), { signal })).items,
    }),
  one: (organizationId: string, id: string) =>
    queryOptions({
      queryKey: [type, organizationId, 'one', id],
      queryFn: ({ signal }) => api.get<Report>(pathOf(organizationId, id), { signal }),
    }),
  deleted: (organizationId: string) =>
    queryOptions({
      queryKey: [type, organizationId, 'deleted'],
      queryFn: async ({ signal }) =>
        (await api.list<DeletedReport>(deletedPath(organizationId), { signal })).items,
    }),
  versions: (organizationId: string, id: string) => ({
    queryKey: [type, organizationId, 'versions', id],
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const after = pageParam === null ? '' : `?page[after]=${encodeURIComponent(pageParam)}`;
      return api.list<ReportVersion>(`${pathOf(organizationId, id)}/versions${after}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<ReportVersion>) => page.next,
  }),
};

export const createReport = (organizationId: string, attributes: { name: string } & Partial<ReportText>) =>
  api.post<Report>(listPath(organizationId), { type, attributes });

/** Fails with a 412 if someone else has changed the report since that version. */
export const saveReport = (
  organizationId: string,
  { id, version }: Pick<Report, 'id' | 'version'>,
  attributes: Partial<ReportText>,
) =>
  api.patch<Report>(
    pathOf(organizationId, id),
    { type, attributes },
    { headers: { 'if-match': String(version) } },
  );

export const copyReport = (organizationId: string, id: string, name: string) =>
  api.post<Report>(`${pathOf(organizationId, id)}/copies`, { type: 'report_copies', attributes: { name } });

export const deleteReport = (organizationId: string, id: string) => api.delete(pathOf(organizationId, id));

/** Undoes `deleteReport`, within 30 days. */
export const undeleteReport = (organizationId: string, id: string) =>
  api.post<Report>(`${deletedPath(organizationId)}/${id}/restorations`, {
    type: 'deleted_report_restorations',
    attributes: {},
  });

export const restoreReport = (organizationId: string, id: string, version: number) =>
  api.post<Report>(`${pathOf(organizationId, id)}/restorations`, {
    type: 'report_restorations',
    attributes: { version },
  });

/** Counts that a report was opened. */
export const countOpening = (organizationId: string, id: string) =>
  api.post(`${pathOf(organizationId, id)}/openings`, { type: 'report_openings', attributes: {} });

/** Makes a report one of the caller's favorites, or takes it off them. */
export async function setFavorite(organizationId: string, id: string, isFavorite: boolean): Promise<void> {
  const path = `${pathOf(organizationId, id)}/favorites`;
  if (isFavorite) await api.post(path, { type: 'report_favorites', attributes: {} });
  else await api.delete(path);
}
