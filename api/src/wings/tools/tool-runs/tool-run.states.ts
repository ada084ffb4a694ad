import type { ToolRunAttributes } from '@headwater/shared/contract';
import type { Transitions } from '../../../platform/database/transitions.ts';

type ToolRunState = ToolRunAttributes['state'];

/**
 * What happens to a run. `begun`: by a process, for the first time or because the one before is gone. `returned`: the
 * process stops, and another one begins the run anew.
 */
type ToolRunEvent = 'begun' | 'progressed' | 'returned' | 'done' | 'failed' | 'canceled';

const OVER = { begun: null, progressed: null, returned: null, done: null, failed: null, canceled: null };

export const TOOL_RUN = {
  queued: { ...OVER, begun: 'running', canceled: 'canceled' },
  running: {
    begun: 'running',
    progressed: 'running',
    returned: 'queued',
    done: 'done',
    failed: 'failed',
    canceled: 'canceled',
  },
  done: OVER,
  failed: OVER,
  canceled: OVER,
} as const satisfies Transitions<ToolRunState, ToolRunEvent>;
