import {
  oneClickBody,
  paths,
  reportTestMailBody,
  unsubscriptionBody,
  unsubscriptionDocument,
} from '@headwater/shared/contract';
import { anonymous, member } from '../../../http/access.ts';
import { defineRoute, noContent, redirection } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { MailUnwritable } from '../../ground/mail/index.ts';
import { tablesOf } from '../files/index.ts';
import { contentOf, getReport } from '../reports/index.ts';
import { sendTest } from './deliverer.ts';
import { endEmails } from './end-emails.ts';
import { requireZone } from './subscription.rules.ts';
import { findMailbox } from './subscriptions.repository.ts';
import { ONE_CLICK_PATH, readUnsubscribeToken } from './unsubscribe-token.ts';

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
      const isOurs = error instanceof MailUnwritable;
      throw new Refusal(isOurs ? 'report_mail_unwritable' : 'report_mail_failed', { cause: error });
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
    const { subscriptionId, ...attributes } = await endEmails(services, body.data.attributes.token, request);
    return { data: { type: 'report_unsubscriptions' as const, id: subscriptionId, attributes } };
  },
});

const oneClick = defineRoute({
  method: 'POST',
  path: ONE_CLICK_PATH,
  summary:
    'Stop the emails of a subscription to their reader with one request, which mail programs send (RFC 8058). Sending it again changes nothing and returns the same.',
  access: anonymous(),
  limit: 'unsubscribe',
  form: true,
  body: oneClickBody,
  responses: { 204: noContent },
  handler: async ({ params, request, services }) => {
    await endEmails(services, params.unsubscribeToken, request);
    return undefined;
  },
});

/** Programs that look at links in mails read them. That changes nothing. */
const openPage = defineRoute({
  method: 'GET',
  path: ONE_CLICK_PATH,
  summary: 'The page that asks whether to stop the emails of a subscription.',
  access: anonymous(),
  limit: 'unsubscribe',
  responses: { 303: redirection },
  handler: async ({ params: { unsubscribeToken: token }, services }) => {
    if (!readUnsubscribeToken(services.keys.subscriptions, token))
      throw new Refusal('unsubscribe_link_invalid');
    return paths.unsubscribe(token);
  },
});

export const reportMailRoutes = [test, unsubscribe, oneClick, openPage];
