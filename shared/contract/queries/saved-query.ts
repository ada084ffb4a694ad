import { Type, type Static } from '@sinclair/typebox';
import {
  document,
  nameText,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { sqlParameters } from '../tables/parameter-values.ts';
import { sqlText } from './sql.ts';
import { QUERY_DESCRIPTION_MAX, QUERY_NAME_MAX } from './sql-limits.ts';
import { COLUMN_KINDS } from '../ground/words.ts';

const name = nameText(QUERY_NAME_MAX);
const description = Type.String({ maxLength: QUERY_DESCRIPTION_MAX });

export const newSavedQueryBody = requestBody(
  'saved_queries',
  object({ name, description, sql: sqlText, parameters: sqlParameters }),
);
/** What is left out stays as it is. */
export const savedQueryChangeBody = requestBody(
  'saved_queries',
  object({
    name: Type.Optional(name),
    description: Type.Optional(description),
    sql: Type.Optional(sqlText),
    parameters: Type.Optional(sqlParameters),
  }),
);
export const queryRestorationBody = requestBody(
  'query_restorations',
  object({ version: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) }),
);

const listedAttributes = {
  name: Type.String(),
  description: Type.String(),
  /** Increases with each save. An edit sends the one that it has seen. */
  version: Type.Integer(),
  savedBy: Type.String(),
  savedAt: timestamp(),
};
const contentAttributes = {
  sql: Type.String(),
  /** The values that its parameters are opened with. */
  parameters: sqlParameters,
};

const listedQuery = resource('saved_queries', object(listedAttributes));
export type ListedQuery = Static<typeof listedQuery>;
export const savedQueryCollection = object({
  data: Type.Array(listedQuery),
  links: object({ next: Type.Null() }),
  meta: object({ total: Type.Integer() }),
});

const savedQuery = resource('saved_queries', object({ ...listedAttributes, ...contentAttributes }));
export type SavedQuery = Static<typeof savedQuery>;
export const savedQueryDocument = document(savedQuery);

const savedQueryVersion = resource(
  'saved_query_versions',
  object({
    ...listedAttributes,
    ...contentAttributes,
    /** The version that came back with this one. Null if it was written. */
    restoredVersion: nullable(Type.Integer()),
  }),
);
export type SavedQueryVersion = Static<typeof savedQueryVersion>;
export const savedQueryVersionCollection = object({
  data: Type.Array(savedQueryVersion),
  links: object({ next: Type.Null() }),
  meta: object({ total: Type.Integer() }),
});

/** The columns of a query's result, and what its parameters are, as its tables are now. */
const queryColumns = resource(
  'query_columns',
  object({
    columns: Type.Array(object({ name: Type.String(), type: Type.String() })),
    /** By the types that they're compared with. Those that fit everything are texts. */
    parameters: Type.Array(object({ name: Type.String(), kind: word(COLUMN_KINDS) })),
  }),
);
export type QueryColumns = Static<typeof queryColumns>;
export const queryColumnsDocument = document(queryColumns);
