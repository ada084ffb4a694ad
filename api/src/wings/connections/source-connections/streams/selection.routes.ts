import { catalogDocument, SELECTION_MAX, selectionBody, type Selection } from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../../ground/audit/index.ts';
import { changeManySettings } from './many-stream-settings.ts';
import { presentedCatalog } from '../catalog/presented-catalog.ts';
import {
  closeBySelection,
  closeBySettings,
  listBlockedChanges,
} from '../schema-changes/schema-change-decisions.ts';
import { lockForEdit, updateSourceConnection } from '../source-connections.repository.ts';
import { changeSelection } from './stream-settings.repository.ts';

const change = defineRoute({
  method: 'PATCH',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/selection',
  summary:
    'Add tables to the selection to sync, remove others from it, and change how tables are read and kept. All of it, or nothing.',
  access: member('sources:edit'),
  body: selectionBody,
  takes: 'If-Match',
  responses: { 200: catalogDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { sourceConnectionId } = params;
    const { add = [], remove = [], settings = [] } = body.data.attributes;
    const changed = await workspace.transaction(async (db) => {
      const connection = await lockForEdit(db, sourceConnectionId, request);
      const { known, selected } = await changeSelection(db, sourceConnectionId, add, remove);
      requireKnown({ add, remove }, known);
      if (selected > SELECTION_MAX && add.length > 0)
        throw new Refusal('too_many_selected', {
          pointer: '/data/attributes/add',
          values: { count: SELECTION_MAX },
        });
      const blocked = await listBlockedChanges(db, sourceConnectionId);
      await changeManySettings(db, connection, settings);
      await closeBySelection(db, sourceConnectionId, { add, remove }, workspace.principal.name);
      await closeBySettings(db, sourceConnectionId, blocked, workspace.principal.name);
      await updateSourceConnection(db, sourceConnectionId, {});
      await audit(db, {
        action: 'selection.change',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'source_connections', id: sourceConnectionId },
        request,
        details: {
          added: add.length,
          removed: remove.length,
          changed: settings.reduce((sum, { tables }) => sum + tables.length, 0),
        },
      });
      for (const type of ['catalogs', 'schema_changes', 'source_connections'] as const)
        await services.events.publishIn(db, { type, id: sourceConnectionId, sourceConnectionId });
      return presentedCatalog(db, services, sourceConnectionId);
    });
    await services.hooks.announce('onSchemaChangesDecided', { workspace, sourceConnectionId, request });
    return changed;
  },
});

/** Throws at the first table that the source doesn't have, with a pointer to its name. */
function requireKnown(names: Required<Pick<Selection, 'add' | 'remove'>>, known: ReadonlySet<string>): void {
  for (const list of ['add', 'remove'] as const) {
    const at = names[list].findIndex((name) => !known.has(name));
    if (at < 0) continue;
    const pointer = `/data/attributes/${list}/${at}`;
    throw new Refusal('stream_unknown', { pointer, values: { table: names[list][at]! } });
  }
}

export const selectionRoutes = [change];
