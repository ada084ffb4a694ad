import {
  alertChangeBody,
  ALERTS_MAX,
  newAlertBody,
  reportAlertCollection,
  reportAlertDocument,
  type AlertRule,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { expectedVersion } from '../../../http/if-match.ts';
import { newId } from '../../../platform/database/ids.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { AuditAction } from '../../ground/audit/index.ts';
import { contentOf, getLocked, getReport, noteChange, type Change } from '../reports/index.ts';
import { presentAlert } from './alert.presenter.ts';
import {
  deleteAlert,
  findAlert,
  insertAlert,
  listAlerts,
  listEvents,
  lockAlert,
  updateAlert,
} from './alerts.repository.ts';
import { watchable } from './card-reading.ts';

const ALERTS = '/organizations/:organizationId/reports/:reportId/alerts';
const ONE = `${ALERTS}/:alertId` as const;

const list = defineRoute({
  method: 'GET',
  path: ALERTS,
  summary: 'The alerts on the cards of a report, each with its state and how that has changed.',
  access: member('data:read'),
  responses: { 200: reportAlertCollection },
  handler: ({ workspace, params }) =>
    workspace.transaction(async (db) => {
      const report = await getReport(db, params.reportId, workspace);
      const alerts = await listAlerts(db, report.id);
      // Read after the states, so that none of them has no event yet.
      const events = await listEvents(db, report.id);
      const content = contentOf(report);
      const data = alerts.map((row) => presentAlert(row, content, events));
      return { data, links: { next: null }, meta: { total: data.length } };
    }),
});

const create = defineRoute({
  method: 'POST',
  path: ALERTS,
  summary:
    'Watch what a card shows: a number, or values over time of which only complete periods count. Its owner gets an email when the state changes, and so do notification channels.',
  access: member('data:edit'),
  body: newAlertBody,
  responses: { 201: reportAlertDocument },
  handler: ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const { principal } = workspace;
      const { cardId, measure, rule, filters } = body.data.attributes;
      const report = await getLocked(db, params.reportId, workspace);
      if (principal.isDemo) throw new Refusal('demo_forbidden');
      if ((await listAlerts(db, report.id)).length >= ALERTS_MAX)
        throw new Refusal('too_many_alerts', { values: { most: ALERTS_MAX } });
      const card = watchable(contentOf(report), cardId);
      if (!card) throw new Refusal('alert_card_unfit', { pointer: '/data/attributes/cardId' });
      if (!card.query.measures.some(({ as }) => as === measure))
        throw new Refusal('alert_measure_unknown', { pointer: '/data/attributes/measure' });
      requireRule(rule);
      const id = newId('alt');
      await insertAlert(db, { id, reportId: report.id, cardId, owner: principal, measure, rule, filters });
      await services.jobs.enqueue(db, 'wake-alert-clock', {});
      return documentAfter({ db, workspace, services, request }, 'report_alert.create', report, id);
    }),
});

const change = defineRoute({
  method: 'PATCH',
  path: ONE,
  summary: 'Change, pause, or resume an alert. Its state is unknown until it has been looked at again.',
  access: member('data:edit'),
  body: alertChangeBody,
  takes: 'If-Match',
  responses: { 200: reportAlertDocument },
  handler: ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const report = await getReport(db, params.reportId, workspace);
      const row = await lockAlert(db, report.id, params.alertId);
      if (!row) throw new Refusal('not_found');
      if (row.version !== expectedVersion(request))
        throw new Refusal('version_conflict', { parameter: 'If-Match' });
      const { rule = row.rule, paused } = body.data.attributes;
      requireRule(rule);
      const isTakenOver = paused === false && row.owner_id === null;
      await updateAlert(db, row, {
        rule,
        isPaused: paused ?? row.paused_at !== null,
        owner: isTakenOver ? workspace.principal : { id: row.owner_id, name: row.owner_name },
      });
      await services.jobs.enqueue(db, 'wake-alert-clock', {});
      const action = paused === undefined ? 'update' : paused ? ('pause' as const) : ('resume' as const);
      return documentAfter({ db, workspace, services, request }, `report_alert.${action}`, report, row.id);
    }),
});

const remove = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete an alert with its history.',
  access: member('data:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params, request, services }) => {
    await workspace.transaction(async (db) => {
      const { id, name } = await getReport(db, params.reportId, workspace);
      const row = await lockAlert(db, id, params.alertId);
      if (!row) throw new Refusal('not_found');
      await deleteAlert(db, row.id);
      const facts = { name, alert: row.id };
      await noteChange({ db, workspace, services, request }, 'report_alert.delete', id, facts);
    });
    return undefined;
  },
});

export const alertRoutes = [list, create, change, remove];

/** An alert that is over while its condition holds would change its state with each look. */
function requireRule({ operator, value, clear }: AlertRule): void {
  if (clear === null || (operator === 'above' ? clear <= value : clear >= value)) return;
  throw new Refusal('alert_clear_wrong', { pointer: '/data/attributes/rule/clear' });
}

/** Notes the change, and returns the alert as it is now. */
async function documentAfter(
  change: Change,
  action: AuditAction & `report_alert.${string}`,
  report: Awaited<ReturnType<typeof getReport>>,
  id: string,
) {
  const { db } = change;
  await noteChange(change, action, report.id, { name: report.name, alert: id });
  const row = (await findAlert(db, id))!;
  return { data: presentAlert(row, contentOf(report), await listEvents(db, report.id)) };
}
