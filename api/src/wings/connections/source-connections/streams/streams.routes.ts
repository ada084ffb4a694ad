import { Type } from '@sinclair/typebox';
import {
  columnMatchesDocument,
  SEARCH_TEXT_MAX,
  streamColumnsDocument,
  streamPageDocument,
  type ColumnMatchesDocument,
  type StreamPageDocument,
} from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { JsonText } from '../../../../http/json-text.ts';
import { decodeCursor, encodeCursor, pageQuery } from '../../../../http/paging.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { presentColumn } from '../catalog/catalog.presenter.ts';
import { listWaitingColumns } from '../schema-changes/schema-changes.repository.ts';
import { getSourceConnection } from '../source-connections.repository.ts';
import { findStreamColumns, findStreamPage, listColumnMatches } from './stream-lists.repository.ts';

const CATALOG = '/organizations/:organizationId/source-connections/:sourceConnectionId/catalog';

const listStreams = defineRoute({
  method: 'GET',
  path: `${CATALOG}/streams`,
  summary: 'The tables that the source has, by name, without their columns, as many as fit into a response.',
  access: member('sources:read'),
  query: Type.Object({ 'page[after]': pageQuery['page[after]'] }, { additionalProperties: false }),
  responses: { 200: streamPageDocument },
  handler: async ({ workspace, params: { sourceConnectionId: id }, query: { 'page[after]': cursor } }) => {
    const after = cursor === undefined ? '' : decodeCursor(cursor, ['text'])[0];
    const page = await workspace.transaction((db) => findStreamPage(db, id, after));
    if (!page) throw new Refusal('not_found');
    const { json, next, version, discoveredAt } = page;
    const data = resourceText('stream_pages', id, { version, discoveredAt }, { streams: json });
    const links = { next: next === null ? null : encodeCursor([next]) };
    return new JsonText<StreamPageDocument>([`{"data":${data},"links":${JSON.stringify(links)}}`]);
  },
});

const getColumns = defineRoute({
  method: 'GET',
  path: `${CATALOG}/streams/:tableName/columns`,
  summary: 'The columns of one table of the source.',
  access: member('sources:read'),
  responses: { 200: streamColumnsDocument },
  handler: async ({ workspace, params: { sourceConnectionId, tableName } }) => {
    const { stream, waiting } = await workspace.transaction(async (db) => ({
      stream: await findStreamColumns(db, sourceConnectionId, tableName),
      waiting: await listWaitingColumns(db, sourceConnectionId, tableName),
    }));
    if (!stream) throw new Refusal('not_found');
    const said = new Map(Object.entries(stream.comments.columns ?? {}));
    const attributes = {
      columns: stream.columns.map((column) => ({
        ...presentColumn(column),
        waits: waiting.has(column.name),
        comment: said.get(column.name) ?? null,
      })),
    };
    return { data: { type: 'stream_columns' as const, id: tableName, attributes } };
  },
});

const searchQuery = Type.Object(
  { 'filter[name]': Type.String({ maxLength: SEARCH_TEXT_MAX, default: '' }) },
  { additionalProperties: false },
);

const searchColumns = defineRoute({
  method: 'GET',
  path: `${CATALOG}/column-matches`,
  summary: 'The tables of the source with columns whose names contain a text, ignoring case.',
  access: member('sources:read'),
  query: searchQuery,
  responses: { 200: columnMatchesDocument },
  handler: async ({ workspace, params: { sourceConnectionId: id }, query: { 'filter[name]': name } }) => {
    const { json, next } = await workspace.transaction(async (db) => {
      await getSourceConnection(db, id);
      return listColumnMatches(db, id, name);
    });
    const data = resourceText('column_matches', id, { cut: next !== null }, { matches: json });
    return new JsonText<ColumnMatchesDocument>([`{"data":${data}}`]);
  },
});

/** Returns a resource as JSON text. `lists` contain the JSON of their items, which isn't parsed, as it may be megabytes. */
function resourceText(type: string, id: string, facts: object, lists: Record<string, string>): string {
  const attributes = [
    ...Object.entries(facts).map(([name, value]) => `"${name}":${JSON.stringify(value)}`),
    ...Object.entries(lists).map(([name, json]) => `"${name}":[${json}]`),
  ];
  return `{"type":"${type}","id":${JSON.stringify(id)},"attributes":{${attributes.join(',')}}}`;
}

export const streamRoutes = [listStreams, getColumns, searchColumns];
