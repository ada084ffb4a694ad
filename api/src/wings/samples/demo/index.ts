import { installationTransaction } from '../../../platform/database/installation-db.ts';
import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { identity } from '../../people/identity/index.ts';
import { organizations } from '../../people/organizations/index.ts';
import { sampleData } from '../sample-data/index.ts';
import { demoRoutes } from './demo.routes.ts';
import { endDemos } from './end-demos.ts';
import { prepareDemo } from './prepared-demo.ts';
import './demo.tables.ts';

export { insertDemoCode, listDemoCodes, revokeDemoCode, type DemoCode } from './demo-codes.repository.ts';

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'end-demos': Record<string, never>;
    'prepare-demo': Record<string, never>;
  }
}

const EVERY_FIVE_MINUTES = '*/5 * * * *';
const EVERY_HOUR = '0 * * * *';

/** A look at the product without signing up. Everything that it creates is deleted after two hours. */
export const demo: ApiModule = {
  name: 'demo',
  needs: [identity, organizations, sampleData, auditing],
  routes: demoRoutes,
  start: async (services) => {
    await services.jobs.work('end-demos', { run: () => endDemos(services) });
    await services.jobs.schedule('end-demos', EVERY_FIVE_MINUTES, {});
    // The next hour tries again.
    await services.jobs.work('prepare-demo', { queue: { retryLimit: 0 }, run: () => prepareDemo(services) });
    await services.jobs.schedule('prepare-demo', EVERY_HOUR, {});
    await installationTransaction(services.database, (db) => services.jobs.enqueue(db, 'prepare-demo', {}));
  },
};
