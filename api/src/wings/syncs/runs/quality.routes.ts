import { sql } from 'kysely';
import { DRIFT, qualityDocument, tableQualityDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { getSourceConnection } from '../../connections/source-connections/index.ts';
import { findTable } from '../../tables/tables/index.ts';
import { detailsOf, qualityOf, runTotals } from './quality.ts';
import { listLoadedTables, listRunTotals, listTableRuns } from './quality.repository.ts';

const CONNECTION = '/organizations/:organizationId/source-connections/:sourceConnectionId';
/** How many runs a chart shows. */
const RUNS_SHOWN = 20;

const ofConnection = defineRoute({
  method: 'GET',
  path: `${CONNECTION}/quality`,
  summary: 'How complete the last runs were, and which tables drift.',
  access: member('data:read'),
  responses: { 200: qualityDocument },
  handler: async ({ workspace, params: { sourceConnectionId: id } }) =>
    workspace.transaction(async (db) => {
      await getSourceConnection(db, id);
      const runs = await listRunTotals(db, id, RUNS_SHOWN);
      const byTable = Map.groupBy(await listTableRuns(db, id, DRIFT.runs + 1), ({ tableName }) => tableName);
      const tables = (await listLoadedTables(db, id)).flatMap((table) => {
        const found = byTable.get(table.tableName);
        return found ? [qualityOf(table, found)] : [];
      });
      return { data: { type: 'qualities' as const, id, attributes: { runs: runs.map(runTotals), tables } } };
    }),
});

const ofTable = defineRoute({
  method: 'GET',
  path: `${CONNECTION}/tables/:tableName/quality`,
  summary: 'How complete the last runs of a table were, and what its rows and NULLs are compared with.',
  access: member('data:read'),
  responses: { 200: tableQualityDocument },
  handler: async ({ workspace, params: { sourceConnectionId, tableName } }) =>
    workspace.transaction(async (db) => {
      await getSourceConnection(db, sourceConnectionId);
      const table = await findTable(db, sourceConnectionId, tableName);
      if (!table) throw new Refusal('not_found');
      const runs = await listTableRuns(db, sourceConnectionId, RUNS_SHOWN, sql`table_name = ${tableName}`);
      const names = (table.columns ?? []).map(({ name }) => name);
      const attributes = detailsOf(runs, RUNS_SHOWN, names);
      return { data: { type: 'table_qualities' as const, id: table.id, attributes } };
    }),
});

export const qualityRoutes = [ofConnection, ofTable];
