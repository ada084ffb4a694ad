import { Type, type Static } from '@sinclair/typebox';
import { failure } from '../ground/failure.ts';
import {
  collection,
  document,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
} from '../ground/json-api.ts';

/** A file, sent as application/octet-stream with `?fileName=`; a connection's configuration refers to it by ID. */
export const uploadAttributes = object({
  fileName: Type.String(),
  bytes: Type.Integer(),
  sha256: Type.String(),
});
export type UploadAttributes = Static<typeof uploadAttributes>;
export const uploadDocument = document(resource('uploads', uploadAttributes));

/** An upload as a file of a connection; its ID is the upload's. */
export const sourceFileAttributes = object({
  fileName: Type.String(),
  bytes: Type.Integer(),
  uploadedAt: timestamp(),
  /** The table made from it; null until it has been read. */
  tableName: nullable(Type.String()),
  /** Why it can't be read. */
  problem: nullable(failure),
});
export type SourceFileAttributes = Static<typeof sourceFileAttributes>;
export const sourceFileResource = resource('source_files', sourceFileAttributes);
export type SourceFileResource = Static<typeof sourceFileResource>;
export const sourceFileCollection = collection(sourceFileResource);

export const sampleDataBody = requestBody(
  'sample_data',
  object({
    /** The time zone in which days begin in the reports that come with it. By default, UTC. */
    timeZone: Type.Optional(Type.String({ maxLength: 64 })),
  }),
);
