import { TableWriter } from '@headwater/warehouse';
import type { ScanClock } from '../../../platform/jobs/scan-clock.ts';
import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { sync } from '../runs/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { runFactsClock } from './run-facts-clock.ts';
import { dropTaken } from './run-facts.repository.ts';
import { runFactsRoutes } from './run-facts.routes.ts';
import './run-facts.tables.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly tableWriter: TableWriter;
    readonly runFactsClock: ScanClock;
  }
}

/**
 * The workspace's own runs as a table, for those who want to know how its syncs are doing. Its connection is the
 * product's own, and only what reads tables knows it.
 */
export const runFacts: ApiModule = {
  name: 'run-facts',
  needs: [tables, sync, auditing],
  routes: runFactsRoutes,
  provide: (services) => {
    const tableWriter = new TableWriter();
    return {
      tableWriter,
      runFactsClock: runFactsClock({ ...services, tableWriter } as typeof services),
    };
  },
  start: async ({ config, database, runFactsClock: clock }) => {
    if (config.databaseUrl === null) await dropTaken(database);
    clock.start();
  },
  close: async ({ runFactsClock: clock, tableWriter }) => {
    await tableWriter.close();
    await clock.close();
  },
};
