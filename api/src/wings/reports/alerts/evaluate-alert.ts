import { measuredWords } from '@headwater/shared/charts';
import { asSeen, localeOf, paths, type Language, type Measure } from '@headwater/shared/contract';
import { pageUrl } from '../../../http/own-origins.ts';
import type { Services } from '../../../http/services.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { findMailbox, workspaceOfOwner, type Mailbox } from '../subscriptions/index.ts';
import { contentOf, getReport } from '../reports/index.ts';
import { judged, type Known, type Reading, type Verdict } from './alert-state.ts';
import { findAlert, noteVerdict, type AlertRow } from './alerts.repository.ts';
import { measureOf, readCard, watchable } from './card-reading.ts';

/** Looks at an alert that this process has taken, with its owner's rights, and tells people if its state has changed. */
export async function evaluateAlert(
  services: Services,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
    workspaceTransaction(services.database, workspaceId, work);
  const alert = await inWorkspace((db) => findAlert(db, id));
  if (!alert || alert.paused_at !== null || alert.owner_id === null) return;
  const ownerId = alert.owner_id;
  const owner = await inWorkspace((db) => findMailbox(db, ownerId));
  if (!owner) return;
  const workspace = workspaceOfOwner(services, workspaceId, owner);
  const report = await workspace.transaction((db) => getReport(db, alert.report_id, workspace));
  const watched = { cardId: alert.card_id, measure: alert.measure, filters: alert.filters };
  const content = contentOf(report);
  const reading = await readCard(services, workspace, content, watched);
  const verdict = judged(knownOf(alert), alert.rule, reading, Date.now());
  const value = valueIn(reading);
  await inWorkspace(async (db) => {
    if (!(await noteVerdict(db, alert, verdict, value))) return;
    const card = content.cards.find((one) => one.id === alert.card_id)?.title ?? '';
    const watchedCard = watchable(content, alert.card_id);
    const measure = watchedCard && measureOf(watchedCard, alert.measure);
    if (verdict.isTold) await tell(services, db, { alert, owner, report, card, measure, verdict, value });
    if (verdict.hasChanged)
      await services.events.publishIn(db, { type: 'reports', id: report.id, sourceConnectionId: null });
  });
}

const knownOf = (alert: AlertRow): Known => ({
  ...{ state: alert.state, holds: alert.holds, pin: alert.pin, wasTriggered: alert.was_triggered },
  toldAt: alert.told_at?.getTime() ?? null,
});

const valueIn = (reading: Reading) => ('values' in reading ? String(reading.values.at(-1)) : null);

interface Told {
  readonly alert: AlertRow;
  readonly owner: Mailbox;
  readonly report: { readonly id: string; readonly name: string };
  readonly card: string;
  readonly measure: Measure | undefined;
  readonly verdict: Verdict;
  readonly value: string | null;
}

/** Tells the owner by mail, and the workspace's notification channels, in the transaction of the change. */
async function tell(
  services: Services,
  db: WorkspaceDb,
  { alert, owner, report, card, measure, verdict, value }: Told,
): Promise<void> {
  const plain = (text: string) => asSeen(text).slice(0, 200);
  const name = plain(card === '' ? report.name : `${report.name}: ${card}`);
  const { state } = verdict;
  const written = (number: number, language: Language) => measuredWords(localeOf(language))(number, measure);
  const valueWrittenIn = (language: Language) => (value === null ? '' : written(Number(value), language));
  await services.hooks.within('onNotification', db, {
    kind: `report_alert.${state}`,
    reportId: report.id,
    alertId: alert.id,
    details: { name, value: value ?? '', operator: alert.rule.operator, limit: alert.rule.value },
    valueIn: valueWrittenIn,
  });
  if (!services.mail.isOn) return;
  await services.mail.send(db, {
    ...{ template: 'report_alert', to: owner.address, language: owner.language, state, name },
    ...{ value: valueWrittenIn(owner.language), operator: alert.rule.operator },
    limit: written(alert.rule.value, owner.language),
    reason: verdict.reason ?? '',
    link: pageUrl(services.config, `${paths.report(db.workspaceId, report.id)}?dialog=alerts`),
  });
}
