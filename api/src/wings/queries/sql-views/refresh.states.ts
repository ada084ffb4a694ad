import type { SqlViewRefreshResource } from '@headwater/shared/contract';
import type { Transitions } from '../../../platform/database/transitions.ts';

/**
 * What happens to a refresh. `renewed`: its process is alive. `returned`: it stops. After that, or without a sign of life,
 * it's `lost` as soon as a process begins the next refresh of the view.
 */
type RefreshEvent = 'renewed' | 'returned' | 'lost' | 'succeeded' | 'failed';

const OVER = { renewed: null, returned: null, lost: null, succeeded: null, failed: null };

export const VIEW_REFRESH = {
  running: {
    renewed: 'running',
    returned: 'running',
    lost: 'failed',
    succeeded: 'succeeded',
    failed: 'failed',
  },
  succeeded: OVER,
  failed: OVER,
} as const satisfies Transitions<SqlViewRefreshResource['attributes']['state'], RefreshEvent>;
