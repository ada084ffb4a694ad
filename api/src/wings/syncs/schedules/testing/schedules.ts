import type { ScheduleChoices } from '@headwater/shared/contract';

/** A schedule with some choices, and without anything else. */
export const scheduleWith = (choices: Partial<ScheduleChoices>): ScheduleChoices => ({
  kind: 'manual',
  interval: null,
  times: null,
  cron: null,
  after: null,
  zone: 'Europe/Berlin',
  quietHours: null,
  overlap: 'skip',
  freshnessTargetMinutes: null,
  ...choices,
});

export const cronSchedule = (expression: string, zone = 'Europe/Berlin') =>
  scheduleWith({ kind: 'cron', cron: { expression }, zone });
