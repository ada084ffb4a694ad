import { Type, type Static } from '@sinclair/typebox';
import {
  AGGREGATES,
  BREAKOUTS_MAX,
  columnValuesDocument,
  GRAINS,
  MEASURES_MAX,
  isMade,
  queryResultDocument,
  QUERY_CONDITIONS_MAX,
  QUERY_OPERATORS,
  rowPageDocument,
  saidOfColumns,
  saidOfTable,
  SORT_KEYS_MAX,
  sqlCatalogDocument,
  sqlNameOf,
  tableCollection,
  tableDocument,
  TIME_UNITS,
  writeFilter,
  writeNames,
  writeSort,
  type Said,
  type TableAttributes,
} from '@headwater/shared/contract';
import { Refusal } from '@headwater/base/refusals/refusal';
import { fitRows } from './fit-rows.ts';
import { object, text, word } from './input.ts';
import { resultOf } from './query-result.ts';
import { defineTool, type RouteCaller } from './tool.ts';

const CONNECTIONS = '/organizations/:organizationId/source-connections/:sourceConnectionId';
const TABLE = `${CONNECTIONS}/tables/:tableName`;
const MISSING =
  'There is no such table, or this service account doesn’t see it. Call list_tables for the connection_id and the table of each that it sees.';
const ROWS_DEFAULT = 50;
const ROWS_MAX = 500;

const cursor = Type.Optional(text('The next_cursor of the page before. Leave it out for the first page.'));
const ofTable = {
  connection_id: text('The connection_id of the table, from list_tables.'),
  table: text('The name of the table, from list_tables.'),
};
/** All of them are run by a test, and a model copies them. */
const CONDITION_EXAMPLES = [
  { column: 'status', operator: 'one_of', values: ['paid', 'shipped'] },
  { column: 'status', operator: 'none_of', values: ['lost'], or_null: true },
  { column: 'amount', operator: 'greater', values: ['3.50'] },
  { column: 'placed_on', operator: 'greater_or_equal', values: ['2026-01-31'] },
  { column: 'placed_at', operator: 'less', values: ['2026-01-31 12:00:00'] },
  { column: 'placed_on', operator: 'in_range', values: ['last.7.day', 'Europe/Berlin'] },
  { column: 'placed_on', operator: 'in_range', values: ['last.3.month.with', 'Europe/Berlin'] },
  { column: 'placed_at', operator: 'in_range', values: ['this.year', 'America/New_York'] },
  { column: 'note', operator: 'is_null', values: [] },
];
const condition = Type.Object(
  {
    column: text('The name of a column.'),
    operator: word(
      QUERY_OPERATORS,
      'one_of and none_of compare with several values. none_of keeps rows without a value.',
    ),
    values: Type.Array(Type.String(), {
      maxItems: 100,
      description: `Values as text. None for is_null and is_not_null. in_range has two: a range of time and the time zone in which its days begin. last.7.day is the 7 days before today, last.7.day.with has today too, and this.month is the current month. Units are ${TIME_UNITS.join(', ')}.`,
    }),
    or_null: Type.Optional(
      Type.Boolean({ description: 'For one_of and none_of: whether NULL is one of the values, too.' }),
    ),
  },
  { additionalProperties: false, examples: CONDITION_EXAMPLES },
);
const filter = Type.Optional(
  Type.Array(condition, {
    maxItems: QUERY_CONDITIONS_MAX,
    description: 'Conditions that all hold for each row.',
  }),
);

/** Returns the conditions as the routes have them. */
const filterOf = (conditions: readonly Static<typeof condition>[]) =>
  conditions.map(({ or_null: orNull, ...rest }) => [{ ...rest, ...(orNull !== undefined && { orNull }) }]);

const tableOf = ({ connection_id, table }: { connection_id: string; table: string }) => ({
  sourceConnectionId: connection_id,
  tableName: table,
});

const listTables = defineTool({
  name: 'list_tables',
  title: 'List tables',
  description:
    'Lists the tables that can be read, by connection and name, with their rows and how fresh they are. Start here.',
  right: 'data:read',
  input: object({
    connection_id: Type.Optional(text('Only tables of this connection.')),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    cursor,
  }),
  missing: 'There is no such connection, or this service account doesn’t see it. Leave out connection_id.',
  call: async ({ connection_id, limit = 50, cursor: after }, caller) => {
    const query = { 'page[size]': limit, ...(after !== undefined && { 'page[after]': after }) };
    const { data, links } =
      connection_id === undefined
        ? await caller.ask('GET /organizations/:organizationId/tables', tableCollection, { query })
        : await caller.ask(`GET ${CONNECTIONS}/tables`, tableCollection, {
            params: { sourceConnectionId: connection_id },
            query,
          });
    const names = await sqlNames(caller);
    return {
      tables: data.map(({ attributes }) => ({
        ...outline(attributes, names),
        columns: attributes.columns.length,
      })),
      next_cursor: links.next,
    };
  },
});

const describeTable = defineTool({
  name: 'describe_table',
  title: 'Describe a table',
  description:
    'Returns the columns of a table with their types and descriptions, its primary key, how many rows it has, and how fresh it is. Descriptions are those of people, or else the comments of the source, as described_by says.',
  right: 'data:read',
  input: object(ofTable),
  missing: MISSING,
  call: async (asked, caller) => {
    const { data } = await caller.ask(`GET ${TABLE}`, tableDocument, { params: tableOf(asked) });
    const { attributes } = data;
    const saidOf = saidOfColumns(attributes.about);
    return {
      ...outline(attributes, await sqlNames(caller)),
      primary_key: attributes.primaryKey,
      columns: attributes.columns.map(({ name, type, nullable }) => ({
        name,
        type,
        nullable,
        ...describedAs(saidOf.get(name)),
      })),
    };
  },
});

const readRows = defineTool({
  name: 'read_rows',
  title: 'Read rows',
  description: `Returns rows of a table, at most ${ROWS_MAX} at once, filtered and sorted. Ask for the columns that you need. To compute something of many rows, use summarize_table or run_sql instead of reading all of them.`,
  right: 'data:read',
  input: object({
    ...ofTable,
    columns: Type.Optional(
      Type.Array(Type.String(), { maxItems: 100, description: 'By default, all columns.' }),
    ),
    filter,
    sort: Type.Optional(
      Type.Array(object({ column: Type.String(), descending: Type.Optional(Type.Boolean()) }), {
        maxItems: SORT_KEYS_MAX,
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ROWS_MAX, default: ROWS_DEFAULT })),
    cursor,
  }),
  missing: MISSING,
  call: async ({ columns = [], filter: wanted = [], sort = [], limit = ROWS_DEFAULT, ...asked }, caller) => {
    const page = (size: number) =>
      caller.ask(`GET ${TABLE}/rows`, rowPageDocument, {
        params: tableOf(asked),
        query: {
          'page[size]': size,
          ...(asked.cursor !== undefined && { 'page[after]': asked.cursor }),
          filter: writeFilter(filterOf(wanted)),
          sort: writeSort(sort.map((key) => ({ descending: false, ...key }))),
          columns: writeNames(columns),
        },
      });
    const whole = await page(limit);
    const fitting = fitRows(whole.data.attributes.rows).rows.length;
    // The cursor is for what comes after the rows that are returned.
    const isWhole = fitting === whole.data.attributes.rows.length;
    const { data, links } = isWhole ? whole : await page(Math.max(1, fitting));
    const { rows, cutCells } = fitRows(data.attributes.rows);
    if (rows.length < data.attributes.rows.length)
      throw new Refusal('query_too_large', {
        detail: 'A single row of this table is too long. Name the columns that you need.',
      });
    return {
      columns: data.attributes.columns.map(({ name, type }) => ({ name, type })),
      rows,
      cut_cells: cutCells,
      total_rows: data.attributes.totalRows,
      next_cursor: links.next,
    };
  },
});

const listValues = defineTool({
  name: 'list_column_values',
  title: 'List values of a column',
  description:
    'Returns the most frequent values of a column with the number of their rows, to find out what to filter by. Null stands for rows without a value.',
  right: 'data:read',
  input: object({
    ...ofTable,
    column: text('The name of the column.'),
    search: Type.Optional(text('A part of the values, regardless of case.')),
  }),
  missing: MISSING,
  call: async ({ column, search, ...asked }, caller) => {
    const { data } = await caller.ask(`GET ${TABLE}/column-values`, columnValuesDocument, {
      params: tableOf(asked),
      query: { column, ...(search !== undefined && { search }) },
    });
    const { values, hasMore } = data.attributes;
    return { values, has_more: hasMore };
  },
});

const summarizeTable = defineTool({
  name: 'summarize_table',
  title: 'Summarize a table',
  description:
    'Groups the rows of a table and computes counts, sums, averages, and the like of each group, over all of its rows.',
  right: 'data:read',
  input: object({
    ...ofTable,
    filter,
    group_by: Type.Array(
      object({
        column: text('The name of a column.'),
        period: Type.Optional(word(GRAINS, 'Into which periods dates and timestamps are grouped.')),
      }),
      { maxItems: BREAKOUTS_MAX, description: 'Empty for one group of all rows.' },
    ),
    measures: Type.Array(
      object({
        function: word(AGGREGATES, 'count without a column counts rows.'),
        column: Type.Optional(Type.String()),
      }),
      { minItems: 1, maxItems: MEASURES_MAX },
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ROWS_MAX, default: 100 })),
  }),
  missing: MISSING,
  call: async ({ filter: wanted = [], group_by, measures, limit = 100, ...asked }, caller) => {
    const query = {
      filter: filterOf(wanted),
      breakouts: group_by.map(({ column, period }) => ({
        as: column,
        column,
        ...(period && { grain: period }),
      })),
      measures: measures.map(({ function: agg, column }) => ({
        as: column === undefined ? agg : `${agg} of ${column}`,
        agg,
        ...(column !== undefined && { column }),
      })),
      limit,
    };
    const { data } = await caller.ask(`POST ${TABLE}/query-results`, queryResultDocument, {
      params: tableOf(asked),
      body: { data: { type: 'query_results', attributes: { query } } },
    });
    return resultOf(data.attributes);
  },
});

export const tableTools = [listTables, describeTable, readRows, listValues, summarizeTable];

const outline = (table: TableAttributes, names: Map<string, string>) => {
  const name = names.get(keyOf(table));
  return {
    connection_id: table.sourceConnectionId,
    connection: table.sourceConnectionName,
    table: table.tableName,
    ...(name !== undefined && { sql_name: name }),
    ...describedAs(saidOfTable(table.about)),
    rows: table.rows,
    fresh_as_of: table.freshAsOf,
    ...freshness(table),
  };
};

const describedAs = (said: Said | null | undefined) =>
  said ? { description: said.text, described_by: said.by } : {};

/** What a reader has to know before relying on a table. */
function freshness({ version, stale, lateAt, damagedAt, selection }: TableAttributes): { note?: string } {
  if (damagedAt !== null) return { note: 'Can’t be read at the moment, because its file is damaged.' };
  if (version === null) return { note: 'Has no rows yet, because it hasn’t been synced.' };
  if (selection !== 'selected' && !isMade(selection)) return { note: 'Isn’t synced anymore.' };
  if (stale) return { note: 'The last sync failed, so these are the rows of the one before.' };
  if (lateAt !== null && new Date(lateAt) < new Date())
    return { note: 'Older than its schedule wants it to be.' };
  return {};
}

/** Returns how SQL names each table, for accounts that may run it. */
async function sqlNames({ rights, ask }: RouteCaller): Promise<Map<string, string>> {
  if (!rights.includes('sql:run')) return new Map();
  const { data } = await ask('GET /organizations/:organizationId/sql-catalog', sqlCatalogDocument);
  return new Map(data.attributes.tables.map((table) => [keyOf(table), sqlNameOf(table)]));
}

const keyOf = ({ sourceConnectionId, tableName }: { sourceConnectionId: string; tableName: string }) =>
  `${sourceConnectionId}/${tableName}`;
