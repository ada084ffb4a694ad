import { reportTestMailBody, unsubscriptionBody, unsubscriptionDocument } from '@headwater/shared/contract';
import { anonymous, member } from '../../http/access.ts';
import { defineRoute, noContent } from '../../http/define-route.ts';
import { workspaceTransaction } from '../../platform/database/workspace-db.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { audit } from '../audit/index.ts';
import { tablesOf } from '../report-files/index.ts';
import { contentOf, getReport } from '../reports/index.ts';
import { sendTest } from './deliverer.ts';
import { requireZone } from './subscription.rules.ts';
import { deleteRecipient, findMailbox } from './subscriptions.repository.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

const test = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/reports/:reportId/test-mails',
  summary: 'Send a report to yourself by email, at once and only once, to see what it looks like.',
  access: member('data:read'),
  body: reportTestMailBody,
  responses: { 204: noContent },
  handler: async ({ workspace, params, body, request, services }) => {
    const { id, isDemo } = workspace.principal;
    const { zone, filters, attachPdf } = body.data.attributes;
    if (isDemo) throw new Refusal('demo_forbidden');
    requireZone(zone);
    const { row, to } = await workspace.transaction(async (db) => ({
      row: await getReport(db, params.reportId, workspace),
      to: (await findMailbox(db, id))!,
    }));
    if (!services.mail.isOn) throw new Refusal('mail_is_off');
    services.limits.spend('report_test_mail', id);
    const report = { id: row.id, name: row.name, content: contentOf(row) };
    const tables = await tablesOf(workspace, report.content);
    const edition = { services, workspace, report, tables, filters, zone, attachPdf, signal: request.signal };
    await sendTest(edition, to).catch((error: unknown) => {
      if (error instanceof Refusal || request.signal.aborted) throw error;
      throw new Refusal('report_mail_failed', { cause: error });
    });
    return undefined;
  },
});

/** No account is needed, only the mail. The link's page sends this when its reader says so, not when it's opened. */
const unsubscribe = defineRoute({
  method: 'POST',
  path: '/report-unsubscriptions',
  summary: 'Stop the emails of a subscription to their reader, with the token of a link in one of them.',
  access: anonymous(),
  limit: 'unsubscribe',
  body: unsubscriptionBody,
  responses: { 201: unsubscriptionDocument },
  handler: async ({ body, request, services }) => {
    const found = readUnsubscribeToken(services.keys.subscriptions, body.data.attributes.token);
    if (!found) throw new Refusal('unsubscribe_link_invalid');
    const { workspaceId, subscriptionId, userId } = found;
    const attributes = await workspaceTransaction(services.database, workspaceId, async (db) => {
      const report = await db
        .selectFrom('report_subscriptions as subscription')
        .innerJoin('reports', (join) =>
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
      if (!report) return { report: '', workspace: '' };
      if (await deleteRecipient(db, subscriptionId, userId)) {
        await audit(db, {
          action: 'report_subscription.unsubscribe',
          actorId: userId,
          ...{ workspaceId, request, subject: { type: 'reports', id: report.id } },
          details: { name: report.report, subscription: subscriptionId },
        });
        await services.events.publishIn(db, { type: 'reports', id: report.id, sourceConnectionId: null });
      }
      return { report: report.report, workspace: report.workspace };
    });
    return { data: { type: 'report_unsubscriptions' as const, id: subscriptionId, attributes } };
  },
});

export const reportMailRoutes = [test, unsubscribe];
