import { Type, type Static } from '@sinclair/typebox';
import { column } from '../ground/column.ts';
import { failure } from '../ground/failure.ts';
import { finding } from '../ground/finding.ts';
import { document, nullable, object, requestBody, resource } from '../ground/json-api.ts';
import { configuration } from './source-connection.ts';

/**
 * Why a row of a sheet is its header, or none is: names stand above values of another kind, or count up, such as years,
 * or name groups of columns; it's the first row that is no title; or the first row is data already.
 */
export const HEADER_REASONS = ['types', 'counts', 'groups', 'first_full', 'data_first', 'chosen'] as const;
export type HeaderReason = (typeof HEADER_REASONS)[number];

/** Where in a sheet of a workbook its table is. */
export const sheetLayout = object({
  sheet: Type.String(),
  /** As spreadsheets number it. Null if no row has names. */
  headerRow: nullable(Type.Integer()),
  /** How many rows names are made of. */
  headerRows: Type.Integer(),
  reason: Type.Union(HEADER_REASONS.map((reason) => Type.Literal(reason))),
  /** The letters of the columns in the sheet. */
  columns: Type.Array(Type.String()),
  /** The first rows, with the first texts of each. */
  rows: Type.Array(object({ number: Type.Integer(), texts: Type.Array(Type.String()) })),
});
export type SheetLayout = Static<typeof sheetLayout>;

/** A table of files or of a spreadsheet, as it would be read with a configuration that need not be saved. */
export const previewedTable = object({
  /** The file it's in, or the pattern of the files that it's made of, if these have several tables. */
  namespace: nullable(Type.String()),
  name: Type.String(),
  tableName: Type.String(),
  /** The first ones. */
  columns: Type.Array(column),
  columnCount: Type.Integer(),
  rowCount: nullable(Type.Integer()),
  /** The first rows of these columns, as text. Long values end in an ellipsis. */
  rows: Type.Array(Type.Array(nullable(Type.String()))),
  /** How the file is read, and what was found in it. */
  findings: Type.Array(finding),
  /** Why it can't be read. */
  problem: nullable(failure),
  /** The upload that it's in, if it's in one. */
  upload: Type.Optional(Type.String()),
  /** Where it is, if that is a sheet that can be read in another way. */
  layout: Type.Optional(sheetLayout),
});
export type PreviewedTable = Static<typeof previewedTable>;

export const filePreviewAttributes = object({
  /** The first ones. */
  tables: Type.Array(previewedTable),
  tableCount: Type.Integer(),
  /** Why none of the files could be looked at. */
  failure: nullable(failure),
});
export type FilePreview = Static<typeof filePreviewAttributes>;
export const filePreviewDocument = document(resource('file_previews', filePreviewAttributes));

const newFilePreview = object({
  connector: Type.String(),
  configuration,
  /** An existing connection, from which secrets given as `{ "set": true }` are taken. */
  sourceConnectionId: Type.Optional(Type.String()),
});
export type NewFilePreview = Static<typeof newFilePreview>;
export const newFilePreviewBody = requestBody('file_previews', newFilePreview);
