import { Type } from '@sinclair/typebox';
import {
  schemaChangeCollection,
  schemaChangeDecisionBody,
  schemaChangeDocument,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { decodeCursor, encodeCursor, pageQuery } from '../../../http/paging.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { audit } from '../../audit/index.ts';
import { getSourceConnection } from '../source-connections.repository.ts';
import { canApprove, currentImpact, decideSchemaChange } from './schema-change-decisions.ts';
import { presentSchemaChange } from './schema-change.presenter.ts';
import {
  countChanges,
  firstVersionWith,
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
      const data = [];
      for (const change of found.slice(0, size)) data.push(await present(db, change));
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
  path: `${LIST}/:schemaChangeId/decisions`,
  summary: 'Approve a change that waits for a decision, or ignore it. It applies from the next run on.',
  access: member('sources:edit'),
  body: schemaChangeDecisionBody,
  responses: { 200: schemaChangeDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { sourceConnectionId } = params;
    const { decision } = body.data.attributes;
    return workspace.transaction(async (db) => {
      const change = await decideSchemaChange(db, params, decision, workspace.principal.name);
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
      return { data: await present(db, change) };
    });
  },
});

async function present(db: WorkspaceDb, change: SchemaChangeRow) {
  const isPending = change.state === 'pending';
  return presentSchemaChange(change, {
    canApprove: isPending && (await canApprove(db, change)),
    impact: isPending ? await currentImpact(db, change) : change.impact,
    fromVersion: isPending ? null : await firstVersionWith(db, change),
  });
}

export const schemaChangeRoutes = [list, decide];
