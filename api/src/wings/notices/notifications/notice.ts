import { sql } from 'kysely';
import { asSeen, localeOf, paths, type Language, type NotificationTrigger } from '@headwater/shared/contract';
import { pageUrl } from '../../../http/own-origins.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Notification } from '../../hooks.ts';
import { workspaceName } from './channels.repository.ts';

/** What people and programs are told about something that happened. */
export interface Notice {
  readonly trigger: NotificationTrigger;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly subject: {
    readonly type: 'source_connection' | 'service_account' | 'report';
    readonly id: string;
    readonly name: string;
  };
  readonly runId: string | null;
  readonly link: string;
  readonly details: Notification['details'];
  /** How many or how much it is, as people write it. Empty if nothing was counted. */
  countIn(language: Language): string;
}

/** Which trigger something belongs to. Null if nobody is told: a failure after a failure isn't news. */
function triggerOf({ kind, details }: Notification): NotificationTrigger | null {
  switch (kind) {
    case 'sync_run.fail':
      return details.failures === 1 ? 'sync_failed' : null;
    case 'source_connection.keeps_failing':
      return 'sync_keeps_failing';
    case 'sync_run.recover':
      return 'sync_recovered';
    case 'source_connection.auto_pause':
      return 'auto_paused';
    case 'schema_change.break':
      return 'breaking_change';
    case 'source_connection.late':
      return 'late';
    case 'service_token.expiring':
      return 'token_expiring';
    case 'report_alert.triggered':
      return 'alert_triggered';
    case 'report_alert.ok':
      return 'alert_ok';
    case 'report_alert.unknown':
      return 'alert_unknown';
  }
}

/** Returns what to tell, or null for nothing. */
export async function noticeOf(
  db: WorkspaceDb,
  config: Config,
  notification: Notification,
): Promise<Notice | null> {
  const trigger = triggerOf(notification);
  if (trigger === null) return null;
  const { workspaceId } = db;
  const base = {
    trigger,
    workspace: { id: workspaceId, name: plain(await workspaceName(db)) },
    details: notification.details,
    countIn: countOf(notification),
  };
  if (notification.kind === 'service_token.expiring') {
    const { serviceAccountId: id, details } = notification;
    const link = pageUrl(config, paths.serviceAccount(workspaceId, id));
    return {
      ...base,
      subject: { type: 'service_account', id, name: plain(String(details.name)) },
      runId: null,
      link,
    };
  }
  if ('alertId' in notification) {
    const { reportId: id, details } = notification;
    const link = pageUrl(config, `${paths.report(workspaceId, id)}?dialog=alerts`);
    return { ...base, subject: { type: 'report', id, name: plain(String(details.name)) }, runId: null, link };
  }
  const { sourceConnectionId: id, runId } = notification;
  const path = runId ? paths.run(workspaceId, id, runId) : paths.sourceConnection(workspaceId, id);
  const name = plain(await connectionName(db, id));
  return { ...base, subject: { type: 'source_connection', id, name }, runId, link: pageUrl(config, path) };
}

function countOf(notification: Notification): Notice['countIn'] {
  if ('valueIn' in notification) return notification.valueIn;
  const { failures, count } = notification.details;
  const counted = failures ?? count;
  return (language) => (counted === undefined ? '' : Number(counted).toLocaleString(localeOf(language)));
}

async function connectionName(db: WorkspaceDb, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from all_source_connections where workspace_id = ${db.workspaceId} and id = ${id}`.execute(
    db,
  );
  return rows[0]?.name ?? id;
}

/** Returns a name that fits into any mail. What can't be sent must not keep a run from ending. */
export const plain = (text: string): string => asSeen(text).slice(0, 200);

/** Returns what a webhook gets. `text` is for chat programs, which show it as it is. */
export const bodyOf = (notice: Notice, at: Date): string =>
  JSON.stringify({
    type: notice.trigger,
    timestamp: at.toISOString(),
    text: `${ENGLISH[notice.trigger](notice.subject.name)} (${notice.workspace.name}) ${notice.link}`,
    data: {
      workspace: notice.workspace,
      subject: notice.subject,
      runId: notice.runId,
      url: notice.link,
      details: notice.details,
    },
  });

const ENGLISH: Record<NotificationTrigger, (name: string) => string> = {
  sync_failed: (name) => `The sync of “${name}” has failed.`,
  sync_keeps_failing: (name) => `The sync of “${name}” keeps failing.`,
  sync_recovered: (name) => `The sync of “${name}” has succeeded again.`,
  auto_paused: (name) => `“${name}” has been paused, because its sync keeps failing.`,
  breaking_change: (name) => `The source of “${name}” has changed where something depends on it.`,
  late: (name) => `The data of “${name}” is older than its freshness target.`,
  token_expiring: (name) => `The last valid token of the service account “${name}” expires soon.`,
  alert_triggered: (name) => `An alert on “${name}” was triggered.`,
  alert_ok: (name) => `The alert on “${name}” is OK again.`,
  alert_unknown: (name) => `The value that the alert on “${name}” watches isn’t known.`,
};
