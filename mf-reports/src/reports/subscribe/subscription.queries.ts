import { api } from '@headwater/shared/api';
import type {
  ReportDeliveryResource,
  ReportSubscriptionResource,
  SubscriptionChoices,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryOptions } from '@headwater/shared/query';

export type Subscription = Flat<ReportSubscriptionResource>;
export type ReportDelivery = Flat<ReportDeliveryResource>;
export type Choices = SubscriptionChoices;

export interface ReportAddress {
  organizationId: string;
  reportId: string;
}

const type = 'report_subscriptions';
const reportPath = ({ organizationId, reportId }: ReportAddress) =>
  `organizations/${organizationId}/reports/${reportId}`;
const listPath = (report: ReportAddress) => `${reportPath(report)}/subscriptions`;

/** What the keys of a workspace's subscriptions begin with. */
export const subscriptionsOf = (organizationId: string) =>
  ['reports', organizationId, 'subscriptions'] as const;

// Under the key of reports, so that they're fetched again when one changes.
export const subscriptionsQuery = (report: ReportAddress) =>
  queryOptions({
    queryKey: [...subscriptionsOf(report.organizationId), report.reportId],
    queryFn: async ({ signal }) => (await api.list<Subscription>(listPath(report), { signal })).items,
  });

export const deliveriesQuery = (report: ReportAddress, id: string) =>
  queryOptions({
    queryKey: ['reports', report.organizationId, 'deliveries', id],
    queryFn: async ({ signal }) =>
      (await api.list<ReportDelivery>(`${listPath(report)}/${id}/deliveries`, { signal })).items,
  });

export const createSubscription = (report: ReportAddress, attributes: Choices) =>
  api.post<Subscription>(listPath(report), { type, attributes });

/** Fails with a 412 if someone else has changed the subscription since that version. */
export const changeSubscription = (
  report: ReportAddress,
  { id, version }: Pick<Subscription, 'id' | 'version'>,
  attributes: Partial<Choices> & { paused?: boolean },
) =>
  api.patch<Subscription>(
    `${listPath(report)}/${id}`,
    { type, attributes },
    { headers: { 'If-Match': `"${version}"` } },
  );

export const deleteSubscription = (report: ReportAddress, id: string) =>
  api.delete(`${listPath(report)}/${id}`);

export const sendTestMail = (report: ReportAddress, { zone, filters, attachPdf }: Choices) =>
  api.post(`${reportPath(report)}/test-mails`, {
    type: 'report_test_mails',
    attributes: { zone, filters, attachPdf },
  });
