import type { AlertState } from '@headwater/shared/contract';
import type { Transitions } from '../../../platform/database/transitions.ts';

/** Nobody looks at a paused alert: somebody has paused it, its owner has left, or its report was deleted. */
type Standing = AlertState | 'paused';

/** What a look finds, whatever was known before, or a change: also a pause, and its end. */
type AlertEvent = `found_${AlertState}` | 'changed';

const WATCHED = {
  found_ok: 'ok',
  found_triggered: 'triggered',
  found_unknown: 'unknown',
  changed: 'unknown',
} as const;

export const ALERT = {
  unknown: WATCHED,
  ok: WATCHED,
  triggered: WATCHED,
  paused: { found_ok: null, found_triggered: null, found_unknown: null, changed: 'unknown' },
} as const satisfies Transitions<Standing, AlertEvent, AlertState>;
