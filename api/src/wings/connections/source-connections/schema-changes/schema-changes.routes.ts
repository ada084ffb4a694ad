import { Type } from '@sinclair/typebox';
import { schemaChangeCollection, schemaChangeDecisionBody } from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute, noContent } from '../../../../http/define-route.ts';
import { decodeCursor, encodeCursor, pageQuery } from '../../../../http/paging.ts';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { audit } from '../../../ground/audit/index.ts';
import { getSourceConnection } from '../source-connections.repository.ts';
import { decideSchemaChanges, factsOf } from './schema-change-decisions.ts';
import { presentSchemaChange } from './schema-change.presenter.ts';
import {
  countChanges,
  firstVersionsWith,
  listChanges,
  type SchemaChangeRow,
} from './schema-changes.repository.ts';

const LIST = '/organizations/:organizationId/source-connections/:sourceConnectionId/schema-changes';

const list = defineRoute({
  method: 'GET',
  path: LIST,
  summary: 'What has changed in the tables of a source, the latest first.',
  access: member('sources:read'),
  query: Type.Object(
    { ...pageQuery, 'filter[pending]': Type.Boolean({ default: true }) },
    { additionalProperties: false },
  ),
  responses: { 200: schemaChangeCollection },
  handler: async ({ workspace, params: { sourceConnectionId: id }, query }) => {
    const size = query['page[size]'];
    const cursor = query['page[after]'];
    const isPending = query['filter[pending]'];
    const before = cursor === undefined ? null : decodeCursor(cursor, ['int8', 'text']);
    return workspace.transaction(async (db) => {
      await getSourceConnection(db, id);
      const found = await listChanges(db, id, isPending, before, size + 1);
      const last = found[size - 1];
      const data = await present(db, id, found.slice(0, size));
      return {
        data,
        links: { next: found.length > size && last ? encodeCursor([last.foundMicros, last.id]) : null },
        meta: { total: await countChanges(db, id, isPending) },
      };
    });
  },
});

const decide = defineRoute({
  method: 'POST',
  path: `${LIST}/decisions`,
  summary:
    'Approve changes that wait for a decision, or ignore them. All of them, or none. It applies from the next run on.',
  access: member('sources:edit'),
  body: schemaChangeDecisionBody,
  responses: { 204: noContent },
  handler: async ({ workspace, params: { sourceConnectionId }, body, request, services }) => {
    const { decision, changes: ids } = body.data.attributes;
    await workspace.transaction(async (db) => {
      const { name } = workspace.principal;
      for (const change of await decideSchemaChanges(db, sourceConnectionId, decision, ids, name))
        await audit(db, {
          action: decision === 'approve' ? 'schema_change.approve' : 'schema_change.ignore',
          actorId: workspace.principal.id,
          workspaceId: workspace.id,
          subject: { type: 'source_connections', id: sourceConnectionId },
          request,
          details: { table: change.table_name },
        });
      for (const type of ['schema_changes', 'catalogs', 'source_connections'] as const)
        await services.events.publishIn(db, { type, id: sourceConnectionId, sourceConnectionId });
    });
    await services.hooks.announce('onSchemaChangesDecided', { workspace, sourceConnectionId, request });
    return undefined;
  },
});

async function present(db: WorkspaceDb, sourceConnectionId: string, changes: readonly SchemaChangeRow[]) {
  const pending = changes.filter(({ state }) => state === 'pending');
  const facts = await factsOf(db, sourceConnectionId, pending);
  const versions = await firstVersionsWith(db, changes);
  return changes.map((change) =>
    presentSchemaChange(change, {
      ...(facts.get(change.id) ?? { canApprove: false, impact: change.impact }),
      fromVersion: versions.get(change.id) ?? null,
    }),
  );
}

export const schemaChangeRoutes = [list, decide];
