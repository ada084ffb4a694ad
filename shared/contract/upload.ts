import { Type, type Static } from '@sinclair/typebox';
import { document, object, requestBody, resource } from './json-api.ts';

/** A file's bytes, sent as application/octet-stream with `?fileName=`; a connection's configuration names it by id. */
export const uploadAttributes = object({
  fileName: Type.String(),
  bytes: Type.Integer(),
  sha256: Type.String(),
});
export type UploadAttributes = Static<typeof uploadAttributes>;
export const uploadDocument = document(resource('uploads', uploadAttributes));

/** Makes a connection of the bundled sample files and starts its first run. */
export const sampleDataBody = requestBody('sample_data', object({}));
