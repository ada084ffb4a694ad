import { isTimeZone, sampleDataBody, sourceConnectionDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { requestLanguage } from '../../../http/request-language.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import {
  factsOfOne,
  getSourceConnection,
  presentSourceConnection,
} from '../../connections/source-connections/index.ts';
import { loadSampleData } from './load-sample-data.ts';

const load = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/sample-data',
  summary: 'Connect the sample shop with all of its tables and the reports that come with it, and sync it.',
  access: member('sources:edit'),
  body: sampleDataBody,
  responses: { 202: sourceConnectionDocument },
  handler: async ({ workspace, body, request, services }) => {
    const { timeZone = null } = body.data.attributes;
    if (timeZone !== null && !isTimeZone(timeZone))
      throw new Refusal('time_zone_unknown', { pointer: '/data/attributes/timeZone' });
    const by = { actor: workspace.principal, request, language: requestLanguage(request), timeZone };
    const id = await loadSampleData(services, workspace, by);
    return workspace.transaction(async (db) => {
      const row = await getSourceConnection(db, id);
      return { data: presentSourceConnection(row, await factsOfOne(db, id), workspace) };
    });
  },
});

export const sampleDataRoutes = [load];
