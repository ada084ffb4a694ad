import { Type } from '@sinclair/typebox';
import { rowSqlDocument } from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import {
  columnsParameter,
  filterParameter,
  findReadableVersion,
  namedColumns,
  requireQueryFits,
  sortParameter,
  tableQueryOf,
} from '../../tables/tables/index.ts';
import { rowSql } from './row-sql.ts';
import { sqlNamesByTable } from './sql-tables.repository.ts';

const read = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/row-sql',
  summary:
    'The rows of the current version that match, in their order, as a statement that the SQL editor runs as it is.',
  access: member('data:read'),
  query: Type.Object(
    { ...filterParameter, ...sortParameter, ...columnsParameter },
    { additionalProperties: false },
  ),
  responses: { 200: rowSqlDocument },
  handler: async ({ workspace, params, query: parameters }) => {
    const asked = tableQueryOf(parameters);
    const version = await findReadableVersion(workspace, params.sourceConnectionId, params.tableName);
    const query = asked && requireQueryFits(asked, version);
    const shown = namedColumns(parameters.columns ?? '', version.columns);
    const names = await workspace.transaction(sqlNamesByTable);
    const sql = rowSql(names.get(version.tableId)!, version.columns, shown, query);
    return { data: { type: 'row_sql' as const, id: version.tableId, attributes: { sql } } };
  },
});

export const rowSqlRoutes = [read];
