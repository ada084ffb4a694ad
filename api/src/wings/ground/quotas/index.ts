import type { ApiModule } from '../../api-module.ts';
import { usageRoutes } from './usage.routes.ts';

export {
  exceedsStorage,
  requireConnectionRoom,
  requireStorage,
  requireUploadRoom,
  storageRoom,
  storedIn,
  uploadRoom,
} from './quotas.ts';

/** How much a workspace may use, as set by the operator. */
export const quotas: ApiModule = { name: 'quotas', needs: [], routes: usageRoutes };
