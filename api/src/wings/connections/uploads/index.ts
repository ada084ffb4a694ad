import type { ApiModule } from '../../api-module.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { auditing } from '../../ground/audit/index.ts';
import { quotas } from '../../ground/quotas/index.ts';
import { deleteUnused, deleteUnusedUploads } from './unused-uploads.ts';
import { StoredFiles } from './stored-files.ts';
import { uploadRoutes } from './uploads.routes.ts';

export { StoredFiles } from './stored-files.ts';
export { listUploads } from './uploads.repository.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly uploadFiles: StoredFiles;
  }
}

/** Files that users upload. */
export const uploads: ApiModule = {
  name: 'uploads',
  needs: [auditing, quotas],
  routes: uploadRoutes,
  start: ({ uploadFiles }) => uploadFiles.removePartials(),
  provide: ({ config }) => ({ uploadFiles: new StoredFiles(config.dataDirectory, 'uploads') }),
  // Jobs of earlier versions don't name uploads; the night finds those.
  onConnectionDeleted: ({ database, uploadFiles }, { workspaceId, uploadIds = [] }) =>
    workspaceTransaction(
      database,
      workspaceId,
      async (db) => void (await deleteUnused(db, uploadFiles, uploadIds)),
    ),
  onWorkspaceDeleted: ({ uploadFiles }, workspaceId) => uploadFiles.removeWorkspace(workspaceId),
  nightly: ({ uploadFiles }, db) => deleteUnusedUploads(db, uploadFiles),
};
