import type { ScheduleChoices } from '@headwater/shared/contract';
import { patternOf } from './pattern.ts';
import { quietEnd } from './quiet-hours.ts';
import { ticksAfter } from './ticks.ts';

/** A moment at which a schedule wants a run. */
export interface Planned {
  /** When the run starts; if it is skipped, when it would have. */
  at: number;
  /** `skipped` and `delayed` by the quiet hours, `moved` because clocks skip its time. */
  note: 'skipped' | 'delayed' | 'moved' | null;
  /** The moment or the time of day that it was delayed or moved from. */
  insteadOf: { at: number } | { minute: number } | null;
}

/**
 * Yields what a schedule by the clock plans after a moment, ascending, with the runs that its quiet hours skip.
 * Yields nothing for the other kinds.
 */
export function* plannedAfter(schedule: ScheduleChoices, after: number): Generator<Planned> {
  const { quietHours, zone } = schedule;
  const pattern = patternOf(schedule);
  if (!pattern) return;
  let last = after;
  for (const { at, skippedMinute } of ticksAfter(pattern, zone, after)) {
    const end = quietEnd(quietHours, zone, at);
    if (end !== null && quietHours?.inside === 'skip') {
      yield { at, note: 'skipped', insteadOf: null };
      continue;
    }
    const start = end ?? at;
    // Several that wait for the same end of the quiet hours become one.
    if (start <= last) continue;
    last = start;
    if (end !== null) yield { at: end, note: 'delayed', insteadOf: { at } };
    else if (skippedMinute !== null) yield { at, note: 'moved', insteadOf: { minute: skippedMinute } };
    else yield { at, note: null, insteadOf: null };
  }
}

/** Returns when the next run after a moment starts, or null if none ever does. */
export function nextRunAfter(schedule: ScheduleChoices, after: number): number | null {
  for (const { at, note } of plannedAfter(schedule, after)) if (note !== 'skipped') return at;
  return null;
}

/**
 * Returns when a run may start that is due now: now, or after the quiet hours around now. Null if these skip it.
 */
export function startOfDue({ quietHours, zone }: ScheduleChoices, now: number): number | null {
  const end = quietEnd(quietHours, zone, now);
  if (end === null) return now;
  return quietHours?.inside === 'delay' ? end : null;
}
