import type { ApiModule } from '../api-module.ts';
import { UploadFiles } from './upload-files.ts';
import { uploadRoutes } from './uploads.routes.ts';

export { deleteUnusedUploads } from './unused-uploads.ts';
export { UploadFiles } from './upload-files.ts';
export { insertUpload, listUploads, type Upload } from './uploads.repository.ts';

declare module '../../http/services.ts' {
  interface Services {
    readonly uploadFiles: UploadFiles;
  }
}

/** Files that people bring along. */
export const uploads: ApiModule = {
  routes: uploadRoutes,
  start: ({ uploadFiles }) => uploadFiles.removePartials(),
  provide: ({ config }) => ({ uploadFiles: new UploadFiles(config.dataDirectory) }),
};
