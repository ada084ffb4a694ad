import { sampleDataBody, sourceConnectionDocument } from '@headwater/shared/contract';
import { member } from '../../http/access.ts';
import { defineRoute } from '../../http/define-route.ts';
import { factsOfOne, getSourceConnection, presentSourceConnection } from '../source-connections/index.ts';
import { loadSampleData } from './load-sample-data.ts';

const load = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/sample-data',
  summary: 'Connect the sample shop with all of its tables, and sync it.',
  access: member('sources:edit'),
  body: sampleDataBody,
  responses: { 202: sourceConnectionDocument },
  handler: async ({ workspace, request, services }) => {
    const id = await loadSampleData(services, workspace, { actor: workspace.principal, request });
    return workspace.transaction(async (db) => {
      const row = await getSourceConnection(db, id);
      return { data: presentSourceConnection(row, await factsOfOne(db, id), workspace) };
    });
  },
});

export const sampleDataRoutes = [load];
