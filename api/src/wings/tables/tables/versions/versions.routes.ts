import { Type } from '@sinclair/typebox';
import { restorationBody, tableDocument, tableVersionCollection } from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { decodeCursor, encodeCursor, pageQuery } from '../../../../http/paging.ts';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../../ground/audit/index.ts';
import { presentTable } from '../table.presenter.ts';
import { deleteOldVersions } from './kept-versions.repository.ts';
import { findTable, lockTable } from '../tables.repository.ts';
import { refuseDeleted, refuseMade, refuseUnmasked } from './version.policy.ts';
import { findKeptVersion, listVersions, restoreVersion, type KeptVersion } from './versions.repository.ts';

const TABLE = '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName';

const list = defineRoute({
  method: 'GET',
  path: `${TABLE}/versions`,
  summary: 'The versions of a table that are kept, newest first.',
  access: member('data:read'),
  query: Type.Object(pageQuery, { additionalProperties: false }),
  responses: { 200: tableVersionCollection },
  handler: async ({ workspace, params, query }) =>
    workspace.transaction(async (db) => {
      const { id } = await getTable(db, params);
      const cursor = query['page[after]'];
      const before = cursor === undefined ? null : decodeCursor(cursor, ['int4'])[0];
      const { versions, hasMore, total } = await listVersions(db, id, { before, limit: query['page[size]'] });
      const last = versions.at(-1);
      return {
        data: versions.map((version) => present(id, version)),
        links: { next: hasMore && last ? encodeCursor([last.version]) : null },
        meta: { total },
      };
    }),
});

const restore = defineRoute({
  method: 'POST',
  path: `${TABLE}/restorations`,
  summary: "Bring back an earlier version's data as a new version. The next sync continues from there.",
  access: member('sources:edit'),
  body: restorationBody,
  responses: { 200: tableDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { sourceConnectionId } = params;
    const { version } = body.data.attributes;
    const { document, tableId, tokens } = await workspace.transaction(async (db) => {
      const table = await getTable(db, params);
      refuseDeleted(table);
      refuseMade(table);
      const { id: tableId } = table;
      await lockTable(db, tableId);
      const found = await findKeptVersion(db, tableId, version);
      const at = { pointer: '/data/attributes/version', values: { version } };
      if (!found || found.state === 'held') throw new Refusal('version_not_kept', at);
      if (found.damagedAt) throw new Refusal('version_damaged', at);
      if (found.state === 'kept') refuseUnmasked(found, { pointer: at.pointer });
      let tokens: number[] = [];
      if (found.state === 'kept') {
        const restored = await restoreVersion(db, tableId, version, workspace.principal.name);
        tokens = await deleteOldVersions(db, tableId);
        await audit(db, {
          action: 'table.restore_version',
          actorId: workspace.principal.id,
          workspaceId: workspace.id,
          subject: { type: 'tables', id: tableId },
          request,
          details: { version, restored },
        });
        for (const changed of [
          { type: 'tables', id: tableId },
          { type: 'source_connections', id: sourceConnectionId },
        ] as const)
          await services.events.publishIn(db, { ...changed, sourceConnectionId });
      }
      return { tableId, tokens, document: { data: presentTable(await getTable(db, params), workspace) } };
    });
    // If a crash here leaves a file behind, the connection's next run deletes it.
    const key = { workspaceId: workspace.id, connectionId: sourceConnectionId, tableId };
    for (const token of tokens) await services.versions.remove({ ...key, token });
    return document;
  },
});

async function getTable(
  db: WorkspaceDb,
  { sourceConnectionId, tableName }: { sourceConnectionId: string; tableName: string },
) {
  const table = await findTable(db, sourceConnectionId, tableName);
  if (!table) throw new Refusal('not_found');
  return table;
}

const present = (
  tableId: string,
  { runId, runNumber, restoredFrom, restoredBy, damagedAt, ...version }: KeptVersion,
) => ({
  type: 'table_versions' as const,
  id: `${tableId}:${version.version}`,
  attributes: {
    ...version,
    committedAt: version.committedAt.toISOString(),
    freshAsOf: version.freshAsOf.toISOString(),
    damagedAt: damagedAt?.toISOString() ?? null,
    run: { id: runId, number: runNumber },
    restored: restoredFrom === null ? null : { from: restoredFrom, by: restoredBy },
  },
});

export const versionRoutes = [list, restore];
