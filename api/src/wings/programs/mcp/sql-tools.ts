import { Type } from '@sinclair/typebox';
import { SQL_BYTES_MAX, sqlRunDocument } from '@headwater/shared/contract';
import { fitRows } from './fit-rows.ts';
import { object } from './input.ts';
import { defineTool } from './tool.ts';

const ROWS_DEFAULT = 100;
const ROWS_MAX = 1_000;

const runSql = defineTool({
  name: 'run_sql',
  title: 'Run a query',
  description: `Runs one SELECT statement in DuckDB’s SQL over the tables, by the sql_name of list_tables, and returns at most ${ROWS_MAX} rows. Days, hours, and times without an offset are those of the workspace’s time zone, which the result names, unless the text begins with another: set TimeZone = 'UTC'; select … It can’t change anything. Aggregate in SQL rather than reading many rows.`,
  right: 'sql:run',
  input: object({
    sql: Type.String({ minLength: 1, maxLength: SQL_BYTES_MAX, description: 'One SELECT statement.' }),
    parameters: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
        description: 'The values of $name in the statement, as text.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: ROWS_MAX, default: ROWS_DEFAULT, description: 'The most rows.' }),
    ),
  }),
  call: async ({ sql, parameters = {}, limit = ROWS_DEFAULT }, caller) => {
    const { data } = await caller.ask('POST /organizations/:organizationId/sql-runs', sqlRunDocument, {
      body: { data: { type: 'sql_runs', attributes: { sql, parameters, limit } } },
    });
    const { columns, rows: all, isCutBy, tables, zone } = data.attributes;
    const { rows, cutCells } = fitRows(all);
    return {
      columns: columns.map(({ name, type }) => ({ name, type })),
      rows,
      time_zone: zone,
      cut_cells: cutCells,
      has_more: isCutBy !== null || rows.length < all.length,
      read: tables.map(({ tableName, version, freshAsOf }) => ({
        table: tableName,
        version,
        fresh_as_of: freshAsOf,
      })),
    };
  },
});

export const sqlTools = [runSql];
