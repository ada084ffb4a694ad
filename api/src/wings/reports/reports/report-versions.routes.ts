import { Type } from '@sinclair/typebox';
import {
  collection,
  listedReportVersion,
  reportDocument,
  reportRestorationBody,
  reportVersionDocument,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { decodeCursor, encodeCursor, pageQuery } from '../../../http/paging.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { documentAfter, getLocked, getReport } from './change-report.ts';
import { indexReport } from './index-report.ts';
import { contentOf, presentVersion } from './report.presenter.ts';
import { findVersion, listVersions } from './report-versions.repository.ts';
import { appendVersion } from './reports.repository.ts';

const ONE = '/organizations/:organizationId/reports/:reportId';

const list = defineRoute({
  method: 'GET',
  path: `${ONE}/versions`,
  summary: 'The versions of a report that are kept, newest first: 90 days, and at least a hundred.',
  access: member('data:read'),
  query: Type.Object(pageQuery, { additionalProperties: false }),
  responses: { 200: collection(listedReportVersion) },
  handler: async ({ workspace, params, query }) =>
    workspace.transaction(async (db) => {
      const { id } = await getReport(db, params.reportId, workspace);
      const cursor = query['page[after]'];
      const before = cursor === undefined ? null : decodeCursor(cursor, ['int4'])[0];
      const { versions, hasMore, total } = await listVersions(db, id, { before, limit: query['page[size]'] });
      const last = versions.at(-1);
      return {
        data: versions.map((version) => presentVersion(id, version)),
        links: { next: hasMore && last ? encodeCursor([last.version]) : null },
        meta: { total },
      };
    }),
});

const read = defineRoute({
  method: 'GET',
  path: `${ONE}/versions/:reportVersion`,
  summary: 'A version of a report with its content.',
  access: member('data:read'),
  responses: { 200: reportVersionDocument },
  handler: async ({ workspace, params }) =>
    workspace.transaction(async (db) => {
      const { id } = await getReport(db, params.reportId, workspace);
      const number = /^[1-9]\d{0,8}$/.test(params.reportVersion) ? Number(params.reportVersion) : 0;
      const found = await findVersion(db, id, number);
      if (!found) throw new Refusal('not_found');
      const { attributes, ...rest } = presentVersion(id, found);
      return { data: { ...rest, attributes: { ...attributes, content: contentOf(found) } } };
    }),
});

const restore = defineRoute({
  method: 'POST',
  path: `${ONE}/restorations`,
  summary: 'Bring back the name and the whole content of an earlier version, as a new version.',
  access: member('data:edit'),
  body: reportRestorationBody,
  responses: { 200: reportDocument },
  handler: async ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const { id, version: current } = await getLocked(db, params.reportId, workspace);
      const { version } = body.data.attributes;
      const found = await findVersion(db, id, version);
      if (!found)
        throw new Refusal('report_version_gone', {
          pointer: '/data/attributes/version',
          values: { version },
        });
      const content = contentOf(found);
      if (version !== current) {
        await appendVersion(db, id, { name: found.name, content, by: workspace.principal }, version);
        await indexReport(db, { id, name: found.name }, content);
      }
      return documentAfter({ db, workspace, services, request }, 'report.restore', id, { version });
    }),
});

export const reportVersionRoutes = [list, read, restore];
