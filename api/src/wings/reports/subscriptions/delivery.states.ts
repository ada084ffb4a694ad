import type { ReportDeliveryState } from '@headwater/shared/contract';
import type { Transitions } from '../../../platform/database/transitions.ts';

/**
 * What happens to a delivery. `held`: a process works on it, from when it takes it until its last mail. `woken`: a run has
 * ended, so data that it waits for may be there. `postponed`: it isn't. `fault`: it couldn't be computed or sent, and is
 * tried again.
 */
type DeliveryEvent = 'held' | 'woken' | 'postponed' | 'fault' | 'sent' | 'skipped' | 'failed';

const ENDS = {
  postponed: 'waiting',
  fault: 'retrying',
  sent: 'sent',
  skipped: 'skipped',
  failed: 'failed',
} as const;
const ENDED = {
  held: null,
  woken: null,
  postponed: null,
  fault: null,
  sent: null,
  skipped: null,
  failed: null,
};

export const REPORT_DELIVERY = {
  due: { held: 'due', woken: null, ...ENDS },
  waiting: { held: 'waiting', woken: 'waiting', ...ENDS },
  retrying: { held: 'retrying', woken: null, ...ENDS },
  sent: ENDED,
  skipped: ENDED,
  failed: ENDED,
} as const satisfies Transitions<ReportDeliveryState, DeliveryEvent>;
