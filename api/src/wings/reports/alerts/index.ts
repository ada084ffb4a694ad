import type { Services } from '../../../http/services.ts';
import { ScanClock } from '../../../platform/jobs/scan-clock.ts';
import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { mail } from '../../ground/mail/index.ts';
import { reportFiles } from '../files/index.ts';
import { reportSubscriptions } from '../subscriptions/index.ts';
import { reports } from '../reports/index.ts';
import { deleteOldEvents, takeDueAlert, wakeAlerts } from './alerts.repository.ts';
import { alertRoutes } from './alerts.routes.ts';
import { look } from './look.ts';
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
    alertClock: new ScanClock({
      ...{ milliseconds: SCAN_MS, log: services.log, what: 'due alerts' },
      work: (isClosing) => lookAtAll(services, isClosing),
    }),
  }),
  start: async ({ jobs, alertClock }) => {
    const run = async () => alertClock.wake();
    await jobs.work('wake-alert-clock', { queue: { retryLimit: 0 }, run });
    alertClock.start();
  },
  onRunEnded: async ({ jobs }, db) => {
    if (await wakeAlerts(db)) await jobs.enqueue(db, 'wake-alert-clock', {});
  },
  nightly: (_services, db) => deleteOldEvents(db),
  close: ({ alertClock }) => alertClock.close(),
};

/** Looks at the alerts that are due, one at a time. */
async function lookAtAll(services: Services, isClosing: () => boolean): Promise<void> {
  while (!isClosing()) {
    const taken = await takeDueAlert(services.database);
    if (!taken) return;
    // One that fails is looked at again once it isn't taken anymore.
    await look(services, taken).catch((error) =>
      services.log.error({ err: error, ...taken }, 'looking at an alert failed'),
    );
  }
}
