import { Type, type Static } from '@sinclair/typebox';
import {
  collection,
  document,
  errorObject,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { PREPARED_FORMATS, ROW_EXPORT_STATES } from '../ground/words.ts';

/** How many exports someone has in a workspace at most, prepared ones included. */
export const ROW_EXPORTS_MAX = 5;

/** A file of rows that is prepared in the background, for the person who asked for it. */
export const rowExportAttributes = object({
  sourceConnectionId: Type.String(),
  tableName: Type.String(),
  fileName: Type.String(),
  format: word(PREPARED_FORMATS),
  state: word(ROW_EXPORT_STATES),
  /** How many rows the file has, once it's ready. */
  rows: Type.Integer(),
  /** How many rows match, but don't fit into a file of this format. */
  leftOut: Type.Integer(),
  /** Which share of it is written, from 0 to 1. */
  share: Type.Number(),
  /** Its size, once it's ready. */
  bytes: nullable(Type.Integer()),
  /** Why it failed. */
  error: nullable(errorObject),
  createdAt: timestamp(),
  /** When the file is deleted. */
  expiresAt: timestamp(),
});
export type RowExportAttributes = Static<typeof rowExportAttributes>;
export const rowExportResource = resource('row_exports', rowExportAttributes);
export type RowExportResource = Static<typeof rowExportResource>;
export const rowExportDocument = document(rowExportResource);
export const rowExportCollection = collection(rowExportResource);

const newRowExport = object({
  format: word(PREPARED_FORMATS),
  version: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
  /** As the address of a page of rows has them. */
  filter: Type.Optional(Type.String({ maxLength: 8_000 })),
  sort: Type.Optional(Type.String({ maxLength: 2_000 })),
  columns: Type.Optional(Type.String({ maxLength: 8_000 })),
});
export type NewRowExport = Static<typeof newRowExport>;
export const newRowExportBody = requestBody('row_exports', newRowExport);
