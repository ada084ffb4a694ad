import { Type } from '@sinclair/typebox';
import {
  SEARCH_TEXT_MAX,
  TABLE_INDEX_STATES,
  tableIndexDocument,
  TAG_MAX,
  word,
} from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { decodeCursor } from '../../../../http/paging.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { presentGroups, PAGE_OF_SCHEMA } from './table-index.presenter.ts';
import { listFacets, listIndex } from './table-index.repository.ts';

/** So many tables of each schema are listed at first, and those of so many schemas. */
const FIRST_TABLES = 25;
const FIRST_SCHEMAS = 50;

const id = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }));

const getIndex = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/table-index',
  summary:
    'The tables of the workspace by connection and schema, found by names and descriptions of tables and columns, tags, and owners, and by connection and state. With a source, a page of the tables of one of its schemas, by default of those that are in none.',
  access: member('data:read'),
  query: Type.Object(
    {
      'filter[text]': Type.String({ maxLength: SEARCH_TEXT_MAX, default: '' }),
      'filter[tag]': Type.Optional(Type.String({ minLength: 1, maxLength: TAG_MAX })),
      'filter[owner]': id,
      'filter[state]': Type.Optional(word(TABLE_INDEX_STATES)),
      'filter[connection]': id,
      'filter[source]': id,
      'filter[schema]': Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
      'page[after]': Type.Optional(Type.String({ maxLength: 2_000 })),
    },
    { additionalProperties: false },
  ),
  responses: { 200: tableIndexDocument },
  handler: async ({ workspace, query }) => {
    const source = query['filter[source]'] ?? null;
    const cursor = query['page[after]'];
    if (cursor !== undefined && source === null)
      throw new Refusal('cursor_invalid', { parameter: 'page[after]' });
    const [tableName, tableId] = cursor === undefined ? [] : decodeCursor(cursor, ['text', 'text']);
    const limit = source === null ? FIRST_TABLES : PAGE_OF_SCHEMA;
    // A zero byte can't be part of any name.
    const words = query['filter[text]']
      .replaceAll('\0', ' ')
      .split(/\s+/)
      .filter((word) => word !== '');
    const wanted = {
      words,
      tag: query['filter[tag]'] ?? null,
      ownerId: query['filter[owner]'] ?? null,
      state: query['filter[state]'] ?? null,
      connectionId: query['filter[connection]'] ?? null,
      sourceConnectionId: source,
      schema: query['filter[schema]']?.replaceAll('\0', ' ') ?? null,
      after: tableName === undefined || tableId === undefined ? null : { tableName, id: tableId },
      limit: limit + 1,
      schemas: FIRST_SCHEMAS,
    };
    return workspace.transaction(async (db) => {
      const rows = await listIndex(db, wanted);
      const groups = presentGroups(rows, { words, limit, schemas: FIRST_SCHEMAS, role: workspace.role });
      const facets = source === null ? await listFacets(db, wanted) : null;
      const attributes = { groups, facets };
      return { data: { type: 'table_indexes' as const, id: workspace.id, attributes } };
    });
  },
});

export const tableIndexRoutes = [getIndex];
