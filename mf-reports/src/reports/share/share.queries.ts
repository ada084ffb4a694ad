import { api } from '@headwater/shared/api';
import type { ShareLinkResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';

export type ShareLink = Flat<ShareLinkResource>;

export interface NewShareLink {
  days: number;
  password?: string;
  filtersOpen: boolean;
  /** The values of the report's filters, as in its URL. */
  filters: string;
}

interface ReportAddress {
  organizationId: string;
  reportId: string;
}

const pathOf = ({ organizationId, reportId }: ReportAddress) =>
  `organizations/${organizationId}/reports/${reportId}/share-links`;

/** The links of a report. Under the key of reports, so that they're fetched again when one changes. */
export const shareLinks = (report: ReportAddress) =>
  queryOptions({
    queryKey: ['reports', report.organizationId, 'share-links', report.reportId],
    queryFn: async ({ signal }) => (await api.list<ShareLink>(pathOf(report), { signal })).items,
  });

/** Creates a link. Only this response has its token. */
export const createShareLink = (report: ReportAddress, attributes: NewShareLink) =>
  api.post<ShareLink & { token: string }>(pathOf(report), { type: 'share_links', attributes });

export const revokeShareLink = (report: ReportAddress, id: string) => api.delete(`${pathOf(report)}/${id}`);

/** Whether anybody can open the report by it now. */
export const isLive = ({ isExpired, isBacked }: ShareLink) => !isExpired && isBacked;
