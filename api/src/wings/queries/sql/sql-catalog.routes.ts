import { saidOfColumns, saidOfTable, sqlCatalogDocument, type Said } from '@headwater/shared/contract';
import { OFFERED_FUNCTIONS } from '@headwater/warehouse';
import { memberOrToken } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { presentAbout, visibleOf } from '../../tables/tables/index.ts';
import { sqlNamesOf } from './sql-names.ts';
import { readZone } from '../../people/organizations/index.ts';
import { listShapes, listSqlTables } from './sql-tables.repository.ts';

const read = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/sql-catalog',
  summary: 'What SQL can name: tables that have been synced, with their columns, and functions.',
  access: memberOrToken('data:read', 'sql:run'),
  responses: { 200: sqlCatalogDocument },
  handler: async ({ workspace, request, services }) => {
    // Whoever asks is likely to run a statement next.
    services.sandboxes.prepare();
    const { named, shapes, zone } = await workspace.transaction(async (db) => ({
      zone: await readZone(db),
      named: sqlNamesOf(await listSqlTables(db, workspace.principal)),
      shapes: new Map((await listShapes(db)).map((shape) => [shape.tableId, shape])),
    }));
    const tables = named.flatMap(({ tableId, sourceConnectionId, tableName, schema, name, isUnique }) => {
      const shape = shapes.get(tableId);
      const seen =
        shape &&
        visibleOf(workspace.principal, { ...shape, sourceConnectionId, tableName, primaryKey: null });
      if (!seen) return [];
      const about = presentAbout(seen);
      const saidOf = saidOfColumns(about);
      const columns = (seen.columns ?? []).map(({ name: column, kind, type }) => ({
        ...{ name: column, kind, type },
        ...inALine(saidOf.get(column)),
      }));
      return [
        {
          sourceConnectionId,
          tableName,
          schema,
          name,
          isUnique,
          rows: seen.only ? null : seen.rows,
          ...inALine(saidOfTable(about)),
          columns,
        },
      ];
    });
    const requester = { workspaceId: workspace.id, userId: workspace.principal.id };
    const zoneDiffersFrom = await services.zoneDifferences.of(zone, requester, request.signal);
    const attributes = { tables, zone, zoneDiffersFrom, functions: [...OFFERED_FUNCTIONS] };
    return { data: { type: 'sql_catalogs' as const, id: workspace.id, attributes } };
  },
});

/** Longer texts are for the table's own page. */
const LETTERS = 160;

function inALine(said: Said | null | undefined): { description?: string } {
  if (!said) return {};
  const line = said.text.replaceAll(/\s+/g, ' ');
  return { description: line.length > LETTERS ? `${line.slice(0, LETTERS - 1)}…` : line };
}

export const sqlCatalogRoutes = [read];
