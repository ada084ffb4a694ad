import {
  may,
  newSubscriptionBody,
  reportDeliveryCollection,
  reportSubscriptionCollection,
  reportSubscriptionDocument,
  SUBSCRIPTIONS_MAX,
  subscriptionChangeBody,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute, noContent, type Workspace } from '../../../http/define-route.ts';
import { expectedVersion } from '../../../http/if-match.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { AuditAction } from '../../ground/audit/index.ts';
import { getLocked, getReport, noteChange, type Change } from '../reports/index.ts';
import { databaseNow } from '../../syncs/schedules/index.ts';
import { latestDeliveries, listDeliveries } from './deliveries.repository.ts';
import { canChange, presentDelivery, presentSubscription } from './subscription.presenter.ts';
import { nextDueAfter, requireZone } from './subscription.rules.ts';
import {
  choicesOf,
  deleteSubscription,
  findSubscription,
  insertSubscription,
  listSubscriptions,
  lockSubscription,
  membersAmong,
  storeRecipients,
  updateSubscription,
  type ListedSubscription,
} from './subscriptions.repository.ts';

const SUBSCRIPTIONS = '/organizations/:organizationId/reports/:reportId/subscriptions';
const ONE = `${SUBSCRIPTIONS}/:subscriptionId` as const;

const list = defineRoute({
  method: 'GET',
  path: SUBSCRIPTIONS,
  summary: 'The subscriptions by which a report is sent to members by email, the oldest first.',
  access: member('data:read'),
  responses: { 200: reportSubscriptionCollection },
  handler: ({ workspace, params }) =>
    workspace.transaction(async (db) => {
      const { id } = await getReport(db, params.reportId, workspace);
      const last = await latestDeliveries(db, id);
      const data = (await listSubscriptions(db, id)).map((row) =>
        presentSubscription(row, workspace, last.get(row.id)),
      );
      return { data, links: { next: null }, meta: { total: data.length } };
    }),
});

const create = defineRoute({
  method: 'POST',
  path: SUBSCRIPTIONS,
  summary:
    'Send a report by email: on a schedule, or after the first sync of a day that changes its data. It is computed with the rights that the caller has then.',
  access: member('data:read'),
  body: newSubscriptionBody,
  responses: { 201: reportSubscriptionDocument },
  handler: ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const { principal } = workspace;
      if (principal.isDemo) throw new Refusal('demo_forbidden');
      const { memberIds = [principal.id], ...choices } = body.data.attributes;
      requireOwn(workspace, memberIds, []);
      requireZone(choices.zone);
      const report = await getLocked(db, params.reportId, workspace);
      if ((await listSubscriptions(db, report.id)).length >= SUBSCRIPTIONS_MAX)
        throw new Refusal('too_many_subscriptions', { values: { most: SUBSCRIPTIONS_MAX } });
      await requireMembers(db, memberIds);
      const id = newId('rsb');
      const nextAt = nextDueAfter(choices, await databaseNow(db));
      await insertSubscription(db, { id, reportId: report.id, owner: principal, choices, nextAt });
      await storeRecipients(db, id, memberIds);
      return documentAfter({ db, workspace, services, request }, 'report_subscription.create', report, id);
    }),
});

const change = defineRoute({
  method: 'PATCH',
  path: ONE,
  summary: 'Change, pause, or resume a subscription. One whose owner has left belongs to whoever resumes it.',
  access: member('data:read'),
  body: subscriptionChangeBody,
  takes: 'If-Match',
  responses: { 200: reportSubscriptionDocument },
  handler: ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const { report, row } = await getChangeable(db, workspace, params);
      if (row.version !== expectedVersion(request))
        throw new Refusal('version_conflict', { parameter: 'If-Match' });
      const { paused, memberIds, ...given } = body.data.attributes;
      const choices = { ...choicesOf(row), ...given };
      requireZone(choices.zone);
      if (memberIds) {
        const known = row.recipients.map(({ id }) => id);
        requireOwn(workspace, memberIds, known);
        await requireMembers(db, memberIds);
        await storeRecipients(db, row.id, memberIds);
      }
      const { principal } = workspace;
      const isResumed = paused === false;
      const isPaused = paused ?? row.paused_at !== null;
      const isTakenOver = isResumed && row.owner_id === null;
      await updateSubscription(db, row, {
        choices,
        pausedBy: isPaused ? (row.paused_by ?? principal.name) : null,
        owner: isTakenOver ? principal : { id: row.owner_id as string, name: row.owner_name },
        nextAt: isPaused ? null : nextDueAfter(choices, await databaseNow(db)),
        startsAnew: isResumed || (given.schedule === null && row.schedule !== null),
      });
      const action = paused === undefined ? 'update' : paused ? ('pause' as const) : ('resume' as const);
      return documentAfter(
        { db, workspace, services, request },
        `report_subscription.${action}`,
        report,
        row.id,
      );
    }),
});

const remove = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a subscription with the log of what it has sent.',
  access: member('data:read'),
  responses: { 204: noContent },
  handler: async ({ workspace, params, request, services }) => {
    await workspace.transaction(async (db) => {
      const { report, row } = await getChangeable(db, workspace, params);
      await deleteSubscription(db, row.id);
      const facts = { name: report.name, subscription: row.id };
      await noteChange({ db, workspace, services, request }, 'report_subscription.delete', report.id, facts);
    });
    return undefined;
  },
});

const log = defineRoute({
  method: 'GET',
  path: `${ONE}/deliveries`,
  summary: 'The latest deliveries of a subscription, and why one was not sent. They are kept for 30 days.',
  access: member('data:read'),
  responses: { 200: reportDeliveryCollection },
  handler: ({ workspace, params }) =>
    workspace.transaction(async (db) => {
      const { id } = await getReport(db, params.reportId, workspace);
      const row = await findSubscription(db, params.subscriptionId);
      if (row?.report_id !== id) throw new Refusal('not_found');
      const data = (await listDeliveries(db, row.id)).map(presentDelivery);
      return { data, links: { next: null }, meta: { total: data.length } };
    }),
});

export const subscriptionRoutes = [list, create, change, remove, log];

/** Returns a subscription that the caller may change, and that nobody else changes until the transaction ends. */
async function getChangeable(
  db: WorkspaceDb,
  workspace: Workspace,
  { reportId, subscriptionId }: { reportId: string; subscriptionId: string },
): Promise<{ report: { id: string; name: string }; row: ListedSubscription }> {
  const report = await getReport(db, reportId, workspace);
  const row = await lockSubscription(db, report.id, subscriptionId);
  if (!row) throw new Refusal('not_found');
  if (!canChange(workspace, row)) throw new Refusal('subscription_not_yours');
  return { report, row };
}

const MEMBERS = '/data/attributes/memberIds';

/** Throws if the caller may only subscribe themselves and chooses others. Who gets it already may go on. */
function requireOwn(
  { role, principal }: Workspace,
  memberIds: readonly string[],
  known: readonly string[],
): void {
  const others = memberIds.filter((id) => id !== principal.id && !known.includes(id));
  if (others.length > 0 && !may(role, 'data:edit'))
    throw new Refusal('subscription_others', { pointer: MEMBERS });
}

async function requireMembers(db: WorkspaceDb, memberIds: readonly string[]): Promise<void> {
  const found = await membersAmong(db, memberIds);
  if (memberIds.some((id) => !found.has(id)))
    throw new Refusal('subscription_member_unknown', { pointer: MEMBERS });
}

/** Notes the change, and returns the subscription as it is now. */
async function documentAfter(
  change: Change,
  action: AuditAction & `report_subscription.${string}`,
  report: { id: string; name: string },
  id: string,
) {
  const { db, workspace } = change;
  await noteChange(change, action, report.id, { name: report.name, subscription: id });
  const row = (await findSubscription(db, id))!;
  const last = (await latestDeliveries(db, report.id)).get(id);
  return { data: presentSubscription(row, workspace, last) };
}
