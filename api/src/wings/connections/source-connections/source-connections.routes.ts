import { Type } from '@sinclair/typebox';
import {
  attentionDocument,
  newSourceConnectionBody,
  sourceConnectionChangeBody,
  sourceConnectionCollection,
  sourceConnectionDocument,
  word,
} from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { member, memberOrToken } from '../../../http/access.ts';
import { noContent } from '../../../http/define-route.ts';
import { defineRoute, type Workspace } from '../../../http/define-route.ts';
import { decodeCursor, encodeCursor, pageQuery } from '../../../http/paging.ts';
import { requireWholeConnection, wholeConnections } from '../../../http/whole-connections.ts';
import { askerIn, CONFIGURATION_MAX_BYTES, examineConfiguration } from './setup/configuration.rules.ts';
import { requireAddress } from './setup/connection-address.ts';
import { connectionFacts, factsOfOne } from './connection-facts.ts';
import { storeSecrets } from './setup/connection-secrets.repository.ts';
import { createConnection } from './setup/create-connection.ts';
import { deleteConnection } from './delete-connection.ts';
import { startDiscovery } from './catalog/discoveries.ts';
import { readSettings } from './setup/settings.ts';
import { setupOf } from './setup/setup.ts';
import { countSourceConnections, listSourceConnections } from './source-connections.list.ts';
import { presentListed, presentSourceConnection } from './source-connection.presenter.ts';
import { getSourceConnection, lockForEdit, updateSourceConnection } from './source-connections.repository.ts';

const LIST = '/organizations/:organizationId/source-connections';
const ONE = `${LIST}/:sourceConnectionId` as const;

const attention = defineRoute({
  method: 'GET',
  path: `${LIST}/attention`,
  summary: 'How many source connections need someone, because they have failed and nothing tries them again.',
  access: member('sources:read'),
  responses: { 200: attentionDocument },
  handler: async ({ workspace }) =>
    workspace.transaction(async (db) => {
      const all = await listSourceConnections(db, null, null, await countSourceConnections(db, null));
      const facts = await connectionFacts(
        db,
        all.map(({ id }) => id),
      );
      const listed = all.map((row) => presentListed(row, facts.get(row.id)!, workspace));
      const count = listed.filter(({ attributes }) => attributes.status === 'failed').length;
      return { data: { type: 'attention' as const, id: workspace.id, attributes: { count } } };
    }),
});

const list = defineRoute({
  method: 'GET',
  path: LIST,
  summary: 'The source connections of a workspace, by name, without their configurations.',
  access: memberOrToken('sources:read', 'sources:read'),
  query: Type.Object(pageQuery, { additionalProperties: false }),
  responses: { 200: sourceConnectionCollection },
  handler: async ({ workspace, query }) => {
    const size = query['page[size]'];
    const cursor = query['page[after]'];
    const after = cursor === undefined ? null : decodeCursor(cursor, ['text', 'text']);
    return workspace.transaction(async (db) => {
      const ids = wholeConnections(workspace.principal);
      const found = await listSourceConnections(db, ids, after, size + 1);
      const page = found.slice(0, size);
      const facts = await connectionFacts(
        db,
        page.map(({ id }) => id),
      );
      const last = page.at(-1);
      return {
        data: page.map((row) => presentListed(row, facts.get(row.id)!, workspace)),
        links: { next: found.length > size && last ? encodeCursor([last.name, last.id]) : null },
        meta: { total: await countSourceConnections(db, ids) },
      };
    });
  },
});

const create = defineRoute({
  method: 'POST',
  path: LIST,
  summary: 'Connect a source. Nothing is read from it yet.',
  access: member('sources:edit'),
  body: newSourceConnectionBody,
  responses: { 201: sourceConnectionDocument },
  maxBytes: CONFIGURATION_MAX_BYTES,
  handler: async ({ workspace, body, request, services }) => {
    const { attributes } = body.data;
    const examined = await examineConfiguration(attributes, askerIn(workspace));
    return workspace.transaction(async (db) => {
      const id = await createConnection(db, services, attributes, examined);
      await audit(db, { action: 'source_connection.create', ...about(id, workspace), request });
      await services.events.publishIn(db, { type: 'source_connections', id, sourceConnectionId: id });
      return present(db, id, workspace);
    });
  },
});

const getOne = defineRoute({
  method: 'GET',
  path: ONE,
  summary: 'One source connection, without its secrets.',
  access: memberOrToken('sources:read', 'sources:read'),
  responses: { 200: sourceConnectionDocument },
  handler: async ({ workspace, params }) => {
    requireWholeConnection(workspace.principal, params.sourceConnectionId);
    return workspace.transaction((db) => present(db, params.sourceConnectionId, workspace));
  },
});

const change = defineRoute({
  method: 'PATCH',
  path: ONE,
  summary: 'Rename a source connection, or change its configuration, which discovers its tables again.',
  access: member('sources:edit'),
  body: sourceConnectionChangeBody,
  takes: 'If-Match',
  maxBytes: CONFIGURATION_MAX_BYTES,
  responses: { 200: sourceConnectionDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { sourceConnectionId: id } = params;
    const { name, configuration: given, connectionCheckId, ...others } = body.data.attributes;
    const visible = {
      name,
      accepts_shrinking: others.acceptsShrinking,
      change_policy: others.changePolicy,
      versions_kept: others.versionsKept,
      version_days: others.versionDays,
    };
    // A connection never changes its connector.
    const before = given && (await workspace.transaction((db) => getSourceConnection(db, id)));
    const examined =
      before && (await examineConfiguration({ ...before, configuration: given }, askerIn(workspace)));
    return workspace.transaction(async (db) => {
      const saved = await lockForEdit(db, id, request);
      if (examined) {
        const settings = await readSettings(db, examined, saved);
        const { configuration } = settings;
        const address = await requireAddress(db, configuration, examined);
        const setup = await setupOf(db, services.keys, settings, connectionCheckId);
        await updateSourceConnection(db, id, { ...visible, configuration, address, setup });
        await storeSecrets(db, services.keys, id, settings);
        await startDiscovery(db, services, id);
      } else await updateSourceConnection(db, id, visible);
      const { versionsKept, versionDays } = others;
      const details = {
        ...(versionsKept && { versionsKept }),
        ...(versionDays !== undefined && { versionDays }),
      };
      await audit(db, { action: 'source_connection.update', ...about(id, workspace), request, details });
      await services.events.publishIn(db, { type: 'source_connections', id, sourceConnectionId: id });
      return present(db, id, workspace);
    });
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary:
    'Delete a source connection: with its tables, or keeping those that have been loaded. What an earlier deletion has kept is deleted by a second one.',
  access: member('sources:edit'),
  query: Type.Object({ data: Type.Optional(word(['drop', 'keep'])) }, { additionalProperties: false }),
  responses: { 204: noContent },
  handler: async ({ workspace, params, query, request, services }) => {
    const { sourceConnectionId: id } = params;
    const deletion = { keepsTables: query.data === 'keep', by: workspace.principal.name };
    await workspace.transaction(async (db) => {
      const { name, isKept } = await deleteConnection(services, db, id, deletion);
      const details = { name, tables: isKept ? 'kept' : 'deleted' };
      await audit(db, { action: 'source_connection.delete', ...about(id, workspace), request, details });
      await services.events.publishIn(db, { type: 'source_connections', id, sourceConnectionId: id });
      await services.events.publishIn(db, { type: 'tables', id, sourceConnectionId: id });
    });
    return undefined;
  },
});

const about = (id: string, { id: workspaceId, principal: { id: actorId } }: Workspace) => ({
  actorId,
  workspaceId,
  subject: { type: 'source_connections', id },
});

async function present(db: WorkspaceDb, id: string, workspace: Workspace) {
  const row = await getSourceConnection(db, id);
  return { data: presentSourceConnection(row, await factsOfOne(db, id), workspace) };
}

export const sourceConnectionRoutes = [attention, list, create, getOne, change, remove];
