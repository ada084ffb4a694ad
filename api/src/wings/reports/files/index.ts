import { Press } from '@headwater/press/press';
import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { organizations } from '../../people/organizations/index.ts';
import { reports } from '../reports/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { reportFileRoutes } from './report-files.routes.ts';

export { ageOf, computeCard, tablesOf, type ReportReading } from './computed-cards.ts';
export { pressed } from './pressed.ts';
export { pressedReport } from './pressed-report.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly press: Press;
  }
}

/** Reports as documents, and their cards as pictures and values. */
export const reportFiles: ApiModule = {
  name: 'report-files',
  needs: [reports, tables, organizations, auditing],
  routes: reportFileRoutes,
  provide: () => ({ press: new Press() }),
  close: ({ press }) => press.close(),
};
