import { api } from '@headwater/shared/api';
import type { AlertRule, ReportAlertResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';

export type Alert = Flat<ReportAlertResource>;

export interface ReportAddress {
  organizationId: string;
  reportId: string;
}

const type = 'report_alerts';
const listPath = ({ organizationId, reportId }: ReportAddress) =>
  `organizations/${organizationId}/reports/${reportId}/alerts`;

/** What the keys of a workspace's alerts begin with. */
export const alertsOf = (organizationId: string) => ['reports', organizationId, 'alerts'] as const;

// Under the key of reports, so that they're fetched again when one changes.
export const alertsQuery = (report: ReportAddress) =>
  queryOptions({
    queryKey: [...alertsOf(report.organizationId), report.reportId],
    queryFn: async ({ signal }) => (await api.list<Alert>(listPath(report), { signal })).items,
  });

interface NewAlert {
  cardId: string;
  measure: string;
  rule: AlertRule;
  filters: string;
}

export const createAlert = (report: ReportAddress, attributes: NewAlert) =>
  api.post<Alert>(listPath(report), { type, attributes });

/** Fails with a 412 if someone else has changed the alert since that version. */
export const changeAlert = (
  report: ReportAddress,
  { id, version }: Pick<Alert, 'id' | 'version'>,
  attributes: { rule?: AlertRule; paused?: boolean },
) =>
  api.patch<Alert>(
    `${listPath(report)}/${id}`,
    { type, attributes },
    { headers: { 'If-Match': `"${version}"` } },
  );

export const deleteAlert = (report: ReportAddress, id: string) => api.delete(`${listPath(report)}/${id}`);
