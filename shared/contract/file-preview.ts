import { Type, type Static } from '@sinclair/typebox';
import { column } from './column.ts';
import { failure } from './failure.ts';
import { finding } from './finding.ts';
import { document, nullable, object, requestBody, resource } from './json-api.ts';
import { configuration } from './source-connection.ts';

/** A table of uploaded files, as it would be read with a configuration that need not be saved. */
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

const newFilePreview = object({ connector: Type.String(), configuration });
export const newFilePreviewBody = requestBody('file_previews', newFilePreview);
