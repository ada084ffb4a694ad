import { LeasedWork } from '../../../platform/jobs/leased-work.ts';
import type { ScanClock } from '../../../platform/jobs/scan-clock.ts';
import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { mail } from '../../ground/mail/index.ts';
import { reportFiles } from '../files/index.ts';
import { reportSubscriptions } from '../subscriptions/index.ts';
import { reports } from '../reports/index.ts';
import { deleteOldEvents, takeDueAlert, wakeAlerts } from './alerts.repository.ts';
import { alertRoutes } from './alerts.routes.ts';
import { evaluateAlert } from './evaluate-alert.ts';
import './report-alerts.tables.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly alertClock: ScanClock;
  }
}

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'wake-alert-clock': Record<string, never>;
  }
}

const SCAN_MS = 15_000;

/** Conditions on what cards of reports show, whose changes people are told about. */
export const reportAlerts: ApiModule = {
  name: 'report-alerts',
  needs: [reports, reportFiles, reportSubscriptions, mail, auditing],
  routes: alertRoutes,
  provide: (services) => ({
    alertClock: new LeasedWork({
      ...{ milliseconds: SCAN_MS, log: services.log, what: 'due alerts' },
      take: () => takeDueAlert(services.database),
      work: (taken) => evaluateAlert(services, taken),
      // It's looked at again once it isn't taken anymore.
      failed: (taken, error) => services.log.error({ err: error, ...taken }, 'looking at an alert failed'),
    }),
  }),
  start: async ({ jobs, alertClock }) => {
    await jobs.wakes('wake-alert-clock', alertClock);
    alertClock.start();
  },
  onRunEnded: async ({ jobs }, db) => {
    if (await wakeAlerts(db)) await jobs.enqueue(db, 'wake-alert-clock', {});
  },
  nightly: (_services, db) => deleteOldEvents(db),
  close: ({ alertClock }) => alertClock.close(),
};
