import { streamSettingsBody, streamSettingsDocument } from '@headwater/shared/contract';
import { canBeCursor } from '@headwater/protocol/cursor-types';
import { suggestKeyAndCursor } from '@headwater/protocol/suggest-key-and-cursor';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../../ground/audit/index.ts';
import { requireConnector } from '../setup/configuration.rules.ts';
import { closeBySettings, listBlockedChanges } from '../schema-changes/schema-change-decisions.ts';
import {
  getSourceConnection,
  lockForEdit,
  updateSourceConnection,
  type SourceConnectionRow,
} from '../source-connections.repository.ts';
import { findStreamWithSettings, storeStreamSettings } from './stream-settings.repository.ts';
import { checkedStream, requireUsableSettings } from './stream-settings.rules.ts';

const SETTINGS =
  '/organizations/:organizationId/source-connections/:sourceConnectionId/catalog/streams/:tableName/settings';

const getSettings = defineRoute({
  method: 'GET',
  path: SETTINGS,
  summary: 'How one table of the source is read and kept, with a suggested key and cursor.',
  access: member('sources:read'),
  responses: { 200: streamSettingsDocument },
  handler: async ({ workspace, params: { sourceConnectionId, tableName } }) =>
    workspace.transaction(async (db) =>
      present(db, await getSourceConnection(db, sourceConnectionId), tableName),
    ),
});

const changeSettings = defineRoute({
  method: 'PATCH',
  path: SETTINGS,
  summary: 'Change how one table of the source is read and kept, from its next sync on.',
  access: member('sources:edit'),
  body: streamSettingsBody,
  takes: 'If-Match',
  responses: { 200: streamSettingsDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { sourceConnectionId, tableName } = params;
    const changed = await workspace.transaction(async (db) => {
      await getStream(db, sourceConnectionId, tableName);
      const connection = await lockForEdit(db, sourceConnectionId, request);
      const found = await getStream(db, sourceConnectionId, tableName); // no discovery ends from now on
      const settings = body.data.attributes;
      const { stream_key: streamKey } = found.stream;
      const stream = checkedStream(found.stream, found.settings.masks);
      requireUsableSettings(settings, stream, requireConnector(connection.connector).spec());
      const blocked = await listBlockedChanges(db, sourceConnectionId);
      await storeStreamSettings(db, sourceConnectionId, [[streamKey, settings]]);
      await closeBySettings(db, sourceConnectionId, blocked, workspace.principal.name);
      await updateSourceConnection(db, sourceConnectionId, {});
      await audit(db, {
        action: 'stream_settings.change',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'source_connections', id: sourceConnectionId },
        request,
        details: { table: tableName },
      });
      for (const type of ['catalogs', 'schema_changes', 'source_connections'] as const)
        await services.events.publishIn(db, { type, id: sourceConnectionId, sourceConnectionId });
      return present(db, await getSourceConnection(db, sourceConnectionId), tableName);
    });
    await services.hooks.announce('onSchemaChangesDecided', { workspace, sourceConnectionId, request });
    return changed;
  },
});

async function getStream(db: WorkspaceDb, sourceConnectionId: string, tableName: string) {
  const found = await findStreamWithSettings(db, sourceConnectionId, tableName);
  if (!found) throw new Refusal('not_found');
  return found;
}

async function present(db: WorkspaceDb, connection: SourceConnectionRow, tableName: string) {
  const { stream, settings } = await getStream(db, connection.id, tableName);
  const { supportedSyncModes } = requireConnector(connection.connector).spec();
  const canContinue = supportedSyncModes.includes('incremental');
  const { columns, primary_key: primaryKey, system_cursor: systemCursor } = stream;
  const suggestion = suggestKeyAndCursor({ columns, primaryKey, systemCursor });
  const attributes = {
    ...settings,
    suggestion: canContinue ? suggestion : { ...suggestion, cursor: null, systemCursor: null },
    supportedSyncModes: [...supportedSyncModes],
    cursorColumns: columns.filter(canBeCursor).map(({ name }) => name),
    version: connection.version,
  };
  return { data: { type: 'stream_settings' as const, id: tableName, attributes } };
}

export const streamSettingsRoutes = [getSettings, changeSettings];
