import { isTimeZone, type ScheduleChoices, type SubscriptionChoices } from '@headwater/shared/contract';
import { Refusal } from '@headwater/base/refusals/refusal';
import { nextRunAfter, UNSAVED } from '../../syncs/schedules/index.ts';

/** Throws if the time zone of a subscription isn't known. */
export function requireZone(zone: string): void {
  if (!isTimeZone(zone)) throw new Refusal('time_zone_unknown', { pointer: '/data/attributes/zone' });
}

/** Returns when a subscription is due next after a moment, or null if it waits for syncs. */
export function nextDueAfter(
  { schedule, zone }: Pick<SubscriptionChoices, 'schedule' | 'zone'>,
  after: number,
): number | null {
  if (schedule === null) return null;
  const { days, time } = schedule;
  const choices: ScheduleChoices = { ...UNSAVED, kind: 'times', times: { days, times: [time] }, zone };
  return nextRunAfter(choices, after);
}
