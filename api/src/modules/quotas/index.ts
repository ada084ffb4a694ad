import type { ApiModule } from '../api-module.ts';

export { exceedsStorage, requireConnectionRoom, requireUploadRoom, uploadRoom } from './quotas.ts';

/** What a workspace may take up; the operator sets it. */
export const quotas: ApiModule = { name: 'quotas', needs: [], routes: [] };
