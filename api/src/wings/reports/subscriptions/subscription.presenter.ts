import {
  may,
  type ReportDelivery,
  type ReportDeliveryResource,
  type ReportSubscriptionResource,
} from '@headwater/shared/contract';
import type { Workspace } from '../../../http/define-route.ts';
import type { ListedDelivery } from './deliveries.repository.ts';
import { choicesOf, type ListedSubscription, type SubscriptionRow } from './subscriptions.repository.ts';

/** Whether somebody may change a subscription: their own, or as somebody who may edit reports. */
export const canChange = ({ role, principal }: Workspace, { owner_id }: SubscriptionRow): boolean =>
  may(role, 'data:edit') || owner_id === principal.id;

export const presentSubscription = (
  row: ListedSubscription,
  workspace: Workspace,
  last: ListedDelivery | undefined,
): ReportSubscriptionResource => ({
  type: 'report_subscriptions',
  id: row.id,
  attributes: {
    ...choicesOf(row),
    memberIds: row.recipients.map(({ id }) => id),
    members: row.recipients.map(({ name }) => name),
    owner: row.owner_name,
    pause: row.owner_id === null ? 'owner_left' : row.paused_at === null ? null : 'paused',
    nextAt: row.owner_id === null ? null : (row.next_at?.toISOString() ?? null),
    canChange: canChange(workspace, row),
    lastDelivery: last ? attributesOf(last) : null,
    version: row.version,
  },
});

const attributesOf = (row: ListedDelivery): ReportDelivery => ({
  at: row.created_at.toISOString(),
  cause: row.cause,
  state: row.state,
  fault: row.fault,
  attempts: row.attempts,
  endedAt: row.ended_at?.toISOString() ?? null,
  nextAt: row.due_at?.toISOString() ?? null,
  sent: row.sent,
});

export const presentDelivery = (row: ListedDelivery): ReportDeliveryResource => ({
  type: 'report_deliveries',
  id: row.id,
  attributes: attributesOf(row),
});
