import { runFactsBody, tableDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import { findTable, presentTable } from '../../tables/tables/index.ts';
import { makeRunFacts } from './make-run-facts.ts';
import { ensureRunTable, RUN_TABLE } from './run-facts.repository.ts';

const create = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/run-facts',
  summary:
    "Have a table of the workspace's own sync runs, which is made again whenever one ends, or return the one that there is.",
  access: member('data:edit'),
  body: runFactsBody,
  responses: { 200: tableDocument },
  handler: async ({ workspace, request, services }) => {
    const { sourceConnectionId } = await workspace.transaction(async (db) => {
      const table = await ensureRunTable(db);
      if (table.isNew)
        await audit(db, {
          action: 'table.create',
          actorId: workspace.principal.id,
          workspaceId: workspace.id,
          subject: { type: 'tables', id: table.tableId },
          request,
          details: { name: RUN_TABLE },
        });
      return table;
    });
    const find = async () => {
      const table = await workspace.transaction((db) => findTable(db, sourceConnectionId, RUN_TABLE));
      if (!table) throw new Refusal('not_found');
      return table;
    };
    let table = await find();
    if (table.version === null) {
      await makeRunFacts(services, workspace.id, request.signal);
      table = await find();
    }
    return { data: presentTable(table, workspace) };
  },
});

export const runFactsRoutes = [create];
