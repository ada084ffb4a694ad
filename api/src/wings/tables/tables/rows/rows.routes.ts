import { Type } from '@sinclair/typebox';
import {
  columnValuesDocument,
  rowCountDocument,
  rowPageDocument,
  SEARCH_TEXT_MAX,
} from '@headwater/shared/contract';
import { reader } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { pageQuery } from '../../../../http/paging.ts';
import { isForPeople } from '../../../../http/principal.ts';
import type { Workspace } from '../../../../http/route-context.ts';
import { presentColumn } from '../../../connections/source-connections/index.ts';
import { readVersions } from '../versions/read-versions.ts';
import { readingVersion } from '../versions/reading-version.ts';
import { rowCursorsOf } from './row-cursors.ts';
import { decodePosition, readRowPage } from './row-page.ts';
import {
  columnsParameter,
  filterOf,
  filterParameter,
  namedColumns,
  requireListable,
  requireQueryFits,
  sortParameter,
  tableQueryOf,
  versionParameter,
} from '../queries/table-query.ts';

const MOST_ROWS = 1_000;
const TABLE = '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName';

const getRows = defineRoute({
  method: 'GET',
  path: `${TABLE}/rows`,
  summary:
    "A page of a table's rows, pinned to one version. By default, all of them in the order in which they were loaded. `filter=status:one_of:paid,shipped;total:less:0|total:is_null` has either status, and a total that is negative or missing; `sort=-placed_at,total` starts with the latest; texts are sorted by code points for service accounts, and alphabetically for people. `columns=id,total` has only those. Names and values are percent-encoded.",
  access: reader(),
  query: Type.Object(
    {
      ...pageQuery,
      ...filterParameter,
      ...sortParameter,
      ...columnsParameter,
      'page[size]': Type.Integer({ minimum: 1, maximum: MOST_ROWS, default: 100 }),
    },
    { additionalProperties: false },
  ),
  responses: { 200: rowPageDocument },
  handler: async ({ workspace, params, query: parameters, request, services }) => {
    const query = tableQueryOf(parameters);
    const cursor = parameters['page[after]'];
    const cursors = rowCursorsOf(services.keys, workspace, params);
    const position = cursor === undefined ? null : decodePosition(cursors.reveal(cursor), query);
    const size = parameters['page[size]'];
    const asking = { requester: askerOf(workspace), signal: request.signal };
    const asked = { ...params, number: position?.version, parameter: 'page[after]' };
    return readingVersion(workspace, asked, (version) => {
      const fitting = query && requireQueryFits(query, version);
      const shown = namedColumns(parameters.columns ?? '', version.columns);
      const isAlphabetical = isForPeople(workspace.principal);
      const page = { query: fitting, asked: query, isAlphabetical, shown, position, size, cursors };
      return readRowPage(services, asking, version, page);
    });
  },
});

const getCount = defineRoute({
  method: 'GET',
  path: `${TABLE}/row-counts`,
  summary: 'How many rows of a version, by default the current one, match a filter.',
  access: reader(),
  query: Type.Object({ ...filterParameter, ...versionParameter }, { additionalProperties: false }),
  responses: { 200: rowCountDocument },
  handler: async ({ workspace, params, query: parameters, request, services }) => {
    const asked = filterOf(parameters.filter ?? '');
    const of = { ...params, number: parameters.version, parameter: 'version' };
    return readingVersion(workspace, of, async (version) => {
      const { filter } = requireQueryFits({ filter: asked, sort: [] }, version);
      const requester = askerOf(workspace);
      const rows = await services.rowCounts.of(services, requester, version, filter, request.signal);
      const attributes = { version: version.version, rows };
      return {
        data: { type: 'row_counts' as const, id: `${version.tableId}:${version.version}`, attributes },
      };
    });
  },
});

const VALUES_LISTED = 50;

const getValues = defineRoute({
  method: 'GET',
  path: `${TABLE}/column-values`,
  summary:
    'The most frequent values of a column, among rows that match a filter, to choose from. NULL is one of them.',
  access: reader(),
  query: Type.Object(
    {
      ...filterParameter,
      ...versionParameter,
      column: Type.String({ maxLength: 1_000 }),
      /** A part of the values, regardless of case. */
      search: Type.Optional(Type.String({ maxLength: SEARCH_TEXT_MAX })),
    },
    { additionalProperties: false },
  ),
  responses: { 200: columnValuesDocument },
  handler: async ({ workspace, params, query: parameters, request, services }) => {
    const { column, search = '' } = parameters;
    const asked = filterOf(parameters.filter ?? '');
    const of = { ...params, number: parameters.version, parameter: 'version' };
    return readingVersion(workspace, of, async (version) => {
      const { filter } = requireQueryFits({ filter: asked, sort: [] }, version);
      requireListable(column, version.columns);
      const columns = version.columns.map(presentColumn);
      const wanted = {
        ...{ kind: 'values' as const, columns, column, filter, search, limit: VALUES_LISTED + 1 },
        isAlphabetical: isForPeople(workspace.principal),
      };
      const found = await readVersions(services, workspace.id, [version], ([file]) =>
        services.queries.run({ ...wanted, file: file! }, askerOf(workspace), request.signal),
      );
      const attributes = {
        version: version.version,
        values: firstOf(found, VALUES_LISTED),
        hasMore: found.length > VALUES_LISTED,
      };
      const id = `${version.tableId}:${version.version}:${column}`;
      return { data: { type: 'column_values' as const, id, attributes } };
    });
  },
});

/** Returns the first values, and NULL, which is always one to choose from. */
function firstOf<T extends { value: string | null }>(values: readonly T[], count: number): T[] {
  const last = values.findIndex(({ value }, at) => value === null && at >= count);
  return last < 0 ? values.slice(0, count) : [...values.slice(0, count - 1), values[last]!];
}

const askerOf = ({ id, principal }: Workspace) => ({ workspaceId: id, userId: principal.id });

export const rowRoutes = [getRows, getCount, getValues];
