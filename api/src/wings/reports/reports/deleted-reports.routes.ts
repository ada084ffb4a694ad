import {
  deletedReportCollection,
  deletedReportRestorationBody,
  REPORTS_MAX,
  reportDocument,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { documentAfter, getLocked } from './change-report.ts';
import { listDeleted, unmarkDeleted } from './deleted-reports.repository.ts';
import { indexReport } from './index-report.ts';
import { contentOf } from './report.presenter.ts';
import { countReports } from './reports.repository.ts';

const DELETED = '/organizations/:organizationId/deleted-reports';

const list = defineRoute({
  method: 'GET',
  path: DELETED,
  summary: 'The reports that were deleted in the last 30 days and can be brought back, the latest first.',
  access: member('data:edit'),
  responses: { 200: deletedReportCollection },
  handler: async ({ workspace }) => {
    const found = await workspace.transaction(listDeleted);
    const data = found.map(({ id, deletedAt, restorableUntil, ...rest }) => ({
      type: 'deleted_reports' as const,
      id,
      attributes: {
        ...rest,
        deletedAt: deletedAt.toISOString(),
        restorableUntil: restorableUntil.toISOString(),
      },
    }));
    return { data, links: { next: null }, meta: { total: data.length } };
  },
});

const restore = defineRoute({
  method: 'POST',
  path: `${DELETED}/:reportId/restorations`,
  summary: 'Bring a deleted report back, with its versions, links, deliveries, and alerts.',
  access: member('data:edit'),
  body: deletedReportRestorationBody,
  responses: { 200: reportDocument },
  handler: async ({ workspace, params, request, services }) =>
    workspace.transaction(async (db) => {
      if ((await countReports(db)) >= REPORTS_MAX)
        throw new Refusal('too_many_reports', { values: { most: REPORTS_MAX } });
      if (!(await unmarkDeleted(db, params.reportId))) throw new Refusal('not_found');
      const report = await getLocked(db, params.reportId, workspace);
      await indexReport(db, report, contentOf(report));
      return documentAfter({ db, workspace, services, request }, 'report.undelete', report.id);
    }),
});

export const deletedReportRoutes = [list, restore];
