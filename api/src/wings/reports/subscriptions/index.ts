import type { ScanClock } from '../../../platform/jobs/scan-clock.ts';
import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { mail } from '../../ground/mail/index.ts';
import { reportFiles } from '../files/index.ts';
import { reports } from '../reports/index.ts';
import { schedules } from '../../syncs/schedules/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { deleteOldDeliveries, wakeWaiting } from './deliveries.repository.ts';
import { deliveryClock } from './delivery-clock.ts';
import { reportMailRoutes } from './report-mails.routes.ts';
import './report-subscriptions.tables.ts';
import { subscriptionRoutes } from './subscriptions.routes.ts';

export { workspaceOfOwner } from './owner-workspace.ts';
export { unsubscribeToken } from './unsubscribe-token.ts';
export { findMailbox, type Mailbox } from './subscriptions.repository.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly deliveryClock: ScanClock;
  }
}

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'wake-delivery-clock': Record<string, never>;
  }
}

/** Sends reports to members by mail: on a schedule, or after syncs of their tables. */
export const reportSubscriptions: ApiModule = {
  name: 'report-subscriptions',
  needs: [reports, reportFiles, schedules, tables, mail, auditing],
  routes: [...subscriptionRoutes, ...reportMailRoutes],
  provide: (services) => ({ deliveryClock: deliveryClock(services) }),
  start: async ({ jobs, deliveryClock }) => {
    await jobs.wakes('wake-delivery-clock', deliveryClock);
    deliveryClock.start();
  },
  onRunEnded: async ({ jobs }, db) => {
    if (await wakeWaiting(db)) await jobs.enqueue(db, 'wake-delivery-clock', {});
  },
  nightly: (_services, db) => deleteOldDeliveries(db),
  close: ({ deliveryClock }) => deliveryClock.close(),
};
