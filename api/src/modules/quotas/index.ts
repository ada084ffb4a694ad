import type { ApiModule } from '../api-module.ts';

export { requireConnectionRoom, requireUploadRoom, storageLeft, uploadRoom } from './quotas.ts';

/** What a workspace may take up; the operator sets it. */
export const quotas: ApiModule = { name: 'quotas', needs: [], routes: [] };
