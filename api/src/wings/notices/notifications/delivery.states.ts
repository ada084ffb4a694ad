import type { DeliveryState } from '@headwater/shared/contract';
import type { Transitions } from '../../../platform/database/transitions.ts';

/** What comes of an attempt to deliver something. `given_up`: it was the last one. `left_out`: there is none anymore. */
type DeliveryEvent = 'accepted' | 'refused' | 'given_up' | 'left_out';

const OPEN = { accepted: 'delivered', refused: 'retrying', given_up: 'failed', left_out: 'skipped' } as const;
const OVER = { accepted: null, refused: null, given_up: null, left_out: null };

export const NOTIFICATION_DELIVERY = {
  queued: OPEN,
  retrying: OPEN,
  delivered: OVER,
  emailed: OVER,
  failed: OVER,
  skipped: OVER,
} as const satisfies Transitions<DeliveryState, DeliveryEvent>;
