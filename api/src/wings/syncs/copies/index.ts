import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { quotas } from '../../ground/quotas/index.ts';
import { schedules } from '../schedules/index.ts';
import { sourceConnections } from '../../connections/source-connections/index.ts';
import { connectionCopyRoutes } from './connection-copies.routes.ts';
import { connectionExportRoutes } from './connection-exports.routes.ts';
import { connectionImportRoutes } from './connection-imports.routes.ts';

/**
 * New connections that are made from existing ones or their exported files, with everything that people chose, but
 * without data.
 */
export const connectionCopies: ApiModule = {
  name: 'connection-copies',
  needs: [sourceConnections, schedules, quotas, auditing],
  routes: [...connectionCopyRoutes, ...connectionExportRoutes, ...connectionImportRoutes],
};
