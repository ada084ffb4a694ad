import { Type, type Static } from '@sinclair/typebox';
import { document, nameText, object, requestBody, resource } from '../ground/json-api.ts';
import { VIEW_NAME_MAX, VIEW_QUERY_MAX } from './view-query.ts';

const name = nameText(VIEW_NAME_MAX);
const query = Type.String({ maxLength: VIEW_QUERY_MAX });

export const newTableViewBody = requestBody('table_views', object({ name, query }));
export const tableViewChangeBody = requestBody(
  'table_views',
  object({ name: Type.Optional(name), query: Type.Optional(query) }),
);

const tableViewAttributes = object({
  name: Type.String(),
  /** The URL's query of the Rows tab: filter, sort, columns, and how they look. */
  query: Type.String(),
  /** Increases with each change. An edit sends the one that it has seen. */
  version: Type.Integer(),
});

export const tableViewResource = resource('table_views', tableViewAttributes);
export type TableViewResource = Static<typeof tableViewResource>;
export const tableViewDocument = document(tableViewResource);
export const tableViewCollection = object({
  data: Type.Array(tableViewResource),
  links: object({ next: Type.Null() }),
  meta: object({ total: Type.Integer() }),
});
