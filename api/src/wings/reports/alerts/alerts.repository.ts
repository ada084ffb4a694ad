import { sql, type Selectable } from 'kysely';
import { ALERT_EVENTS_SHOWN, type AlertRule } from '@headwater/shared/contract';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { installationTransaction, type InstallationDb } from '../../../platform/database/installation-db.ts';
import { isLiveWorkspace } from '../../../platform/database/live-workspaces.ts';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import { allows, stateAfter } from '../../../platform/database/transitions.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { ALERT } from './alert.states.ts';
import type { Verdict } from './alert-state.ts';
import './report-alerts.tables.ts';

export type AlertRow = Selectable<WorkspaceTables['report_alerts']>;
export type AlertEventRow = Selectable<WorkspaceTables['report_alert_events']>;

const EVENT_DAYS_KEPT = 90;
const LOOK_MINUTES = 15;

/** SQL for the state of an alert, or `paused`. */
const standing = sql<string>`case
  when paused_at is null and owner_id is not null and exists (
    select from reports where reports.workspace_id = report_alerts.workspace_id and reports.id = report_id)
  then state else 'paused' end`;

const alerts = (db: WorkspaceDb) =>
  db.selectFrom('report_alerts').selectAll().where('workspace_id', '=', db.workspaceId);

/** Lists the alerts of a report, the oldest first. */
export const listAlerts = (db: WorkspaceDb, reportId: string): Promise<AlertRow[]> =>
  alerts(db).where('report_id', '=', reportId).orderBy('created_at').orderBy('id').execute();

export const findAlert = (db: WorkspaceDb, id: string): Promise<AlertRow | undefined> =>
  alerts(db).where('id', '=', id).executeTakeFirst();

/** Returns an alert of a report, which nobody else changes until the transaction ends. */
export const lockAlert = (db: WorkspaceDb, reportId: string, id: string): Promise<AlertRow | undefined> =>
  alerts(db).where('report_id', '=', reportId).where('id', '=', id).forUpdate().executeTakeFirst();

/** Lists the latest changes of each of a report's alerts, newest first. */
export async function listEvents(db: WorkspaceDb, reportId: string): Promise<AlertEventRow[]> {
  const { rows } = await sql<AlertEventRow>`
    select event.* from report_alerts alert cross join lateral (
      select * from report_alert_events
      where workspace_id = alert.workspace_id and alert_id = alert.id
      order by at desc, id desc limit ${ALERT_EVENTS_SHOWN}) event
    where alert.workspace_id = ${db.workspaceId} and alert.report_id = ${reportId}
    order by event.at desc, event.id desc`.execute(db);
  return rows;
}

interface NewAlert {
  id: string;
  reportId: string;
  cardId: string;
  owner: { id: string; name: string };
  measure: string;
  rule: AlertRule;
  filters: string;
}

export async function insertAlert(db: WorkspaceDb, alert: NewAlert): Promise<void> {
  await db
    .insertInto('report_alerts')
    .values({
      ...{ workspace_id: db.workspaceId, id: alert.id, report_id: alert.reportId, card_id: alert.cardId },
      ...{ owner_id: alert.owner.id, owner_name: alert.owner.name, measure: alert.measure, reason: 'new' },
      ...{ rule: JSON.stringify(alert.rule), filters: alert.filters },
    })
    .execute();
}

interface AlertChange {
  readonly rule: AlertRule;
  readonly isPaused: boolean;
  readonly owner: { id: string | null; name: string };
}

/** Stores a change. What was known under another rule, or before a pause, isn't anymore. */
export async function updateAlert(
  db: WorkspaceDb,
  { id, paused_at }: AlertRow,
  { rule, isPaused, owner }: AlertChange,
): Promise<void> {
  await db
    .updateTable('report_alerts')
    .set({
      ...{ rule: JSON.stringify(rule), owner_id: owner.id, owner_name: owner.name },
      paused_at: isPaused ? (paused_at ?? sql<Date>`now()`) : null,
      due_at: isPaused ? null : sql<Date>`now()`,
      state: stateAfter(ALERT, 'changed', standing),
      ...{ reason: 'new', value: null, holds: 0, pin: null, was_triggered: false },
      told_at: null,
      version: sql<number>`version + 1`,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteAlert(db: WorkspaceDb, id: string): Promise<void> {
  await db
    .deleteFrom('report_alerts')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/**
 * Stores what has come of a look, with its event if the state has changed. Returns false if nobody is to look at the alert
 * anymore, somebody has changed it meanwhile, or another process has looked.
 */
export async function noteVerdict(
  db: WorkspaceDb,
  { id, version, looked_at }: AlertRow,
  verdict: Verdict,
  value: string | null,
): Promise<boolean> {
  const found = `found_${verdict.state}` as const;
  const { numUpdatedRows } = await db
    .updateTable('report_alerts')
    .set({
      state: stateAfter(ALERT, found, standing),
      ...{ reason: verdict.reason, holds: verdict.holds, pin: verdict.pin, value },
      ...{ was_triggered: verdict.wasTriggered },
      told_at: verdict.toldAt === null ? null : new Date(verdict.toldAt),
      looked_at: sql<Date>`now()`,
      // A run that has ended during this look wants another one.
      due_at: sql<Date>`
        case when due_at > clock_timestamp() then now() + make_interval(mins => ${LOOK_MINUTES}) else due_at end`,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where(allows(ALERT, found, standing))
    // A Date has no microseconds.
    .where(sql<boolean>`date_trunc('milliseconds', looked_at) is not distinct from ${looked_at}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (verdict.hasChanged)
    await db
      .insertInto('report_alert_events')
      .values({
        ...{ workspace_id: db.workspaceId, id: newId('ale'), alert_id: id, state: verdict.state },
        ...{ reason: verdict.reason, value, was_told: verdict.isTold },
      })
      .execute();
  return true;
}

/** Looks at the workspace's alerts now: a run has just ended. Returns whether there is any. */
export async function wakeAlerts(db: WorkspaceDb): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_alerts')
    .set({ due_at: sql<Date>`now()` })
    .where('workspace_id', '=', db.workspaceId)
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes the alert that has been due for longest, or returns undefined. Nobody else takes it for ten minutes. */
export const takeDueAlert = (database: Database): Promise<{ workspaceId: string; id: string } | undefined> =>
  installationTransaction(database, async (db) => {
    const { rows } = await sql<{ workspaceId: string; id: string }>`
      update report_alerts set due_at = now() + interval '10 minutes'
      where (workspace_id, id) in (
        select workspace_id, id from report_alerts
        where due_at <= now() and ${isLiveWorkspace('report_alerts.workspace_id')}
          and ${allows(ALERT, 'found_unknown', standing)}
        order by due_at limit 1 for update skip locked)
      returning workspace_id as "workspaceId", id`.execute(db);
    return rows[0];
  });

export async function deleteOldEvents(db: InstallationDb): Promise<void> {
  await sql`
    delete from report_alert_events where at < now() - make_interval(days => ${EVENT_DAYS_KEPT})`.execute(db);
}
