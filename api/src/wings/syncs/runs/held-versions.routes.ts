import { heldVersionDecisionBody, tableDocument } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { findTable, presentTable } from '../../tables/tables/index.ts';
import { decideHeldVersion } from './held-versions.ts';

const decide = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/held-version-decisions',
  summary:
    'Accept a version that was held back because the table had lost most of its rows, or keep the old one.',
  access: member('sources:edit'),
  body: heldVersionDecisionBody,
  responses: { 200: tableDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { sourceConnectionId, tableName } = params;
    const { decision, version } = body.data.attributes;
    const { document, tableId, tokens } = await workspace.transaction(async (db) => {
      const decided = await decideHeldVersion(db, params, body.data.attributes);
      await audit(db, {
        action: decision === 'accept' ? 'table.accept_version' : 'table.keep_version',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'tables', id: decided.tableId },
        request,
        details: { version },
      });
      // Other connections may be scheduled after a success of this one.
      const { runId, ended } = decided;
      if (ended) await services.hooks.within('onRunEnded', db, { sourceConnectionId, runId, ...ended });
      for (const changed of [
        { type: 'tables', id: decided.tableId },
        { type: 'sync_runs', id: decided.runId },
        { type: 'source_connections', id: sourceConnectionId },
      ] as const)
        await services.events.publishIn(db, { ...changed, sourceConnectionId });
      const table = await findTable(db, sourceConnectionId, tableName);
      return { ...decided, document: { data: presentTable(table!, workspace) } };
    });
    // If a crash here leaves a file behind, the connection's next run deletes it.
    const key = { workspaceId: workspace.id, connectionId: sourceConnectionId, tableId };
    for (const token of tokens) await services.versions.remove({ ...key, token });
    return document;
  },
});

export const heldVersionRoutes = [decide];
