import { join } from 'node:path';
import { Exports } from '@headwater/warehouse';
import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { quotas } from '../../ground/quotas/index.ts';
import { tables } from '../tables/index.ts';
import { StoredFiles, uploads } from '../../connections/uploads/index.ts';
import { deleteExpired } from './row-exports.repository.ts';
import { rowExportRoutes } from './row-exports.routes.ts';
import { RowExports } from './row-exports.ts';
import './row-exports.tables.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly rowExports: RowExports;
    readonly rowExportFiles: StoredFiles;
    /** Doesn't share its slots with files that people wait for. */
    readonly preparing: Exports;
  }
}

const HOUR_MS = 3_600_000;

/** Files of many rows, prepared in the background and kept for a day. */
export const rowExports: ApiModule = {
  name: 'row-exports',
  needs: [tables, uploads, quotas, auditing],
  routes: rowExportRoutes,
  provide: (services) => {
    const { dataDirectory } = services.config;
    const preparing = new Exports({
      root: join(dataDirectory, 'ws'),
      scratch: join(dataDirectory, 'row-exports'),
      slots: 1,
      startTimeout: 2 * HOUR_MS,
    });
    const own = { rowExportFiles: new StoredFiles(dataDirectory, 'exports'), preparing };
    return { ...own, rowExports: new RowExports({ ...services, ...own } as typeof services) };
  },
  start: async ({ preparing, jobs, rowExports: exports }) => {
    await preparing.start();
    await jobs.work('write-row-export', {
      concurrency: 2,
      queue: { retryLimit: 20, expireInSeconds: 23 * 3_600, heartbeatSeconds: 30 },
      run: (key, signal) => exports.write(key, signal),
    });
  },
  onConnectionDeleted: ({ rowExports: exports }, { workspaceId }) => exports.tidy(workspaceId),
  onWorkspaceDeleted: async ({ rowExports: exports, rowExportFiles }, workspaceId) => {
    exports.cancelAllOf(workspaceId);
    await rowExportFiles.removeWorkspace(workspaceId);
  },
  nightly: async ({ rowExportFiles }, db) => {
    for (const { workspaceId, id } of await deleteExpired(db)) await rowExportFiles.remove(workspaceId, id);
  },
  close: ({ preparing, rowExports: exports }) => {
    exports.close();
    return preparing.close();
  },
};
