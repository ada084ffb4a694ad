import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { sourceConnections } from '../../connections/source-connections/index.ts';
import { sync } from '../runs/index.ts';
import { followFailures } from './failing-runs.ts';
import { planFollowers } from './followers.ts';
import { pauseRoutes, resumeDecided } from './pauses.routes.ts';
import { Scheduler } from './scheduler.ts';
import { scheduleRoutes } from './schedules.routes.ts';
import { deleteSchedule } from './schedules.repository.ts';
import './schedules.tables.ts';

export { chosenSchedule, storeNewSchedule } from './new-schedule.ts';
export { nextRunAfter } from './planned-runs.ts';
export { checkSchedule } from './schedule.rules.ts';
export { databaseNow, UNSAVED } from './schedules.repository.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly scheduler: Scheduler;
  }
}

/** When connections are synced by themselves. README.md says how times are found. */
export const schedules: ApiModule = {
  name: 'schedules',
  needs: [auditing, sourceConnections, sync],
  routes: [...scheduleRoutes, ...pauseRoutes],
  provide: (services) => ({ scheduler: new Scheduler(services) }),
  start: async ({ jobs, scheduler }) => {
    await jobs.wakes('wake-scheduler', scheduler);
    scheduler.start();
  },
  onRunEnded: async (services, db, ended) => {
    await planFollowers(db, services.jobs, ended);
    await followFailures(services, db, ended);
  },
  onSchemaChangesDecided: resumeDecided,
  onTablesKept: (_services, db, sourceConnectionId) => deleteSchedule(db, sourceConnectionId),
  close: ({ scheduler }) => scheduler.close(),
};
