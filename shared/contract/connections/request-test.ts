import { Type, type Static } from '@sinclair/typebox';
import { column } from '../ground/column.ts';
import { failure } from '../ground/failure.ts';
import { document, nullable, object, requestBody, resource, word } from '../ground/json-api.ts';
import { configuration } from './source-connection.ts';

const header = object({ name: Type.String(), value: Type.String() });

/** One request and its response. Secrets are masked, wherever they stand. */
export const exchange = object({
  /** read: of the stream, or of one that it depends on. sign_in: for a token; its bodies aren't shown. */
  purpose: word(['read', 'sign_in']),
  method: Type.String(),
  url: Type.String(),
  requestHeaders: Type.Array(header),
  requestBody: nullable(Type.String()),
  /** Null if there was no complete response. */
  status: nullable(Type.Integer()),
  responseHeaders: Type.Array(header),
  /** Its beginning. Null if it isn't text, or isn't shown. */
  responseBody: nullable(Type.String()),
  /** Whether there is more of it than is shown. */
  isCut: Type.Boolean(),
  responseBytes: Type.Integer(),
  milliseconds: Type.Integer(),
  /** How many records a page of the stream has yielded. Null for other requests. */
  records: nullable(Type.Integer()),
});
export type Exchange = Static<typeof exchange>;

export const requestTestAttributes = object({
  /** The first ones, in the order in which they were sent. */
  exchanges: Type.Array(exchange),
  /** How many were sent in all. */
  requests: Type.Integer(),
  pages: Type.Integer(),
  /** Whether reading has stopped after these pages. There may be more. */
  isStopped: Type.Boolean(),
  /** How many records the pages have. */
  recordCount: Type.Integer(),
  /** The first ones, as JSON. */
  records: Type.Array(Type.String()),
  columns: Type.Array(column),
  /** Whether the columns come from the records because the manifest has no schema. */
  isInferred: Type.Boolean(),
  failure: nullable(failure),
  /** The line of the manifest that the failure, or that no record was found, is about. */
  line: nullable(Type.Integer()),
});
export type RequestTest = Static<typeof requestTestAttributes>;
export const requestTestDocument = document(resource('request_tests', requestTestAttributes));

const newRequestTest = object({
  connector: Type.String(),
  configuration,
  /** An existing connection, from which secrets given as `{ "set": true }` are taken. */
  sourceConnectionId: Type.Optional(Type.String()),
  /** The name of the stream to read from. */
  stream: Type.String({ minLength: 1, maxLength: 1_000 }),
});
export const newRequestTestBody = requestBody('request_tests', newRequestTest);
