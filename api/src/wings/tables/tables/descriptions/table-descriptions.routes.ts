import { tableDescriptionBody, tableDocument, type TableDescriptionChange } from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { expectedVersion } from '../../../../http/if-match.ts';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../../ground/audit/index.ts';
import { isMember } from '../../../people/identity/index.ts';
import { lockDescription, saveDescription, type StoredDescription } from './table-descriptions.repository.ts';
import { presentTable } from '../table.presenter.ts';
import { findTable, type TableRow } from '../tables.repository.ts';

const describe = defineRoute({
  method: 'PATCH',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/description',
  summary:
    'Change what is said about a table: its description, owner, and tags, and descriptions of columns.',
  access: member('data:edit'),
  body: tableDescriptionBody,
  takes: 'If-Match',
  responses: { 200: tableDocument },
  handler: async ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const { sourceConnectionId, tableName } = params;
      const table = await findTable(db, sourceConnectionId, tableName);
      if (!table) throw new Refusal('not_found');
      const { version, ...stored } = await lockDescription(db, table.id);
      if (version !== expectedVersion(request))
        throw new Refusal('version_conflict', { parameter: 'If-Match' });
      const change = body.data.attributes;
      await saveDescription(db, table.id, await changed(db, table, stored, change));
      await audit(db, {
        action: 'table.describe',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'tables', id: table.id },
        request,
        details: { name: tableName, changed: Object.keys(change).join(', ') },
      });
      await services.events.publishIn(db, { type: 'tables', id: table.id, sourceConnectionId });
      return { data: presentTable((await findTable(db, sourceConnectionId, tableName))!, workspace) };
    }),
});

export const tableDescriptionRoutes = [describe];

async function changed(
  db: WorkspaceDb,
  table: TableRow,
  stored: StoredDescription,
  { description, ownerId, tags, columns = [] }: TableDescriptionChange,
): Promise<StoredDescription> {
  if (ownerId != null && ownerId !== stored.ownerId && !(await isMember(db, ownerId)))
    throw new Refusal('owner_unknown', { pointer: '/data/attributes/ownerId' });
  return {
    description: description?.trim() ?? stored.description,
    ownerId: ownerId === undefined ? stored.ownerId : ownerId,
    tags: tags ? withoutDoubles(tags) : stored.tags,
    columns: withColumns(table, stored.columns, columns),
  };
}

function withColumns(
  table: TableRow,
  stored: StoredDescription['columns'],
  changes: readonly { name: string; description: string }[],
): StoredDescription['columns'] {
  const known = new Set(table.columns?.map(({ name }) => name));
  const texts = new Map(Object.entries(stored));
  changes.forEach(({ name, description }, at) => {
    if (!known.has(name) && !texts.has(name))
      throw new Refusal('query_column_unknown', {
        pointer: `/data/attributes/columns/${at}/name`,
        values: { column: name },
      });
    if (description.trim() === '') texts.delete(name);
    else texts.set(name, description.trim());
  });
  return Object.fromEntries(texts);
}

/** Tags that differ only in case are the same: the first of them stays. */
const withoutDoubles = (tags: readonly string[]): string[] => {
  const folded = tags.map((tag) => tag.toLowerCase());
  return tags.filter((_, at) => folded.indexOf(folded[at]!) === at);
};
