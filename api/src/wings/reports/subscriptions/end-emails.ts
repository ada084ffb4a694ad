import type { FastifyRequest } from 'fastify';
import type { Services } from '../../../http/services.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import { deleteRecipient } from './subscriptions.repository.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

interface EndedEmails {
  readonly subscriptionId: string;
  /** Empty if the subscription was deleted, like the workspace. */
  readonly report: string;
  readonly workspace: string;
}

/**
 * Stops the emails of a subscription to the reader of a mail with this token. Does nothing if they have stopped.
 * Throws a Refusal for a token that we haven't signed.
 */
export async function endEmails(
  services: Services,
  token: string,
  request: FastifyRequest,
): Promise<EndedEmails> {
  const found = readUnsubscribeToken(services.keys.subscriptions, token);
  if (!found) throw new Refusal('unsubscribe_link_invalid');
  const { workspaceId, subscriptionId, userId } = found;
  return workspaceTransaction(services.database, workspaceId, async (db) => {
    const report = await db
      .selectFrom('report_subscriptions as subscription')
      // Also of a deleted report, which may come back.
      .innerJoin('all_reports as reports', (join) =>
        join
          .onRef('reports.workspace_id', '=', 'subscription.workspace_id')
          .onRef('reports.id', '=', 'subscription.report_id'),
      )
      .innerJoin('organizations', 'organizations.id', 'subscription.workspace_id')
      .select(['reports.id', 'reports.name as report', 'organizations.name as workspace'])
      .where('subscription.workspace_id', '=', workspaceId)
      .where('subscription.id', '=', subscriptionId)
      .executeTakeFirst();
    // The subscription was deleted, and nothing is sent anymore.
    if (!report) return { subscriptionId, report: '', workspace: '' };
    if (await deleteRecipient(db, subscriptionId, userId)) {
      await audit(db, {
        action: 'report_subscription.unsubscribe',
        actorId: userId,
        ...{ workspaceId, request, subject: { type: 'reports', id: report.id } },
        details: { name: report.report, subscription: subscriptionId },
      });
      await services.events.publishIn(db, { type: 'reports', id: report.id, sourceConnectionId: null });
    }
    return { subscriptionId, report: report.report, workspace: report.workspace };
  });
}
