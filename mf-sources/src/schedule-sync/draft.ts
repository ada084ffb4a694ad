import type { QuietHours, ScheduleChoices, ScheduleKind } from '@headwater/shared/contract';
import type { Schedule } from '../schedule.queries.ts';

/** A schedule as it is edited: with the parts of all kinds, so that each is still there when its kind is chosen again. */
export interface Draft extends ScheduleChoices {
  interval: NonNullable<ScheduleChoices['interval']>;
  times: NonNullable<ScheduleChoices['times']>;
  cron: NonNullable<ScheduleChoices['cron']>;
  after: NonNullable<ScheduleChoices['after']>;
}

export const USUAL_QUIET_HOURS: QuietHours = { from: '22:00', to: '05:00', days: 'weekdays', inside: 'skip' };

const USUAL = {
  interval: { minutes: 360, startingAt: '00:00' },
  times: { days: [1, 2, 3, 4, 5], times: ['06:00'] },
  cron: { expression: '30 6 * * 1-5' },
  after: { sourceConnectionId: null, when: 'succeeded', waitMinutes: 0 },
} as const;

/** Returns what the form starts with: what is saved, or every 6 hours in the workspace's time zone. */
export function draftOf(saved: Schedule, timeZone: string): Draft {
  const { kind, interval, times, cron, after, zone, quietHours, overlap, freshnessTargetMinutes } = saved;
  const parts = {
    interval: interval ?? USUAL.interval,
    times: times ?? { days: [...USUAL.times.days], times: [...USUAL.times.times] },
    cron: cron ?? USUAL.cron,
    after: after ?? USUAL.after,
    quietHours,
    overlap,
  };
  if (saved.version === 0) return { ...parts, kind: 'interval', zone: timeZone, freshnessTargetMinutes: 480 };
  return { ...parts, kind, zone, freshnessTargetMinutes };
}

/** Returns the choices without the parts of other kinds. */
export function choicesOf(draft: Draft): ScheduleChoices {
  const only = <Kind extends Exclude<ScheduleKind, 'manual'>>(kind: Kind) =>
    draft.kind === kind ? draft[kind] : null;
  return {
    ...draft,
    interval: only('interval'),
    times: only('times'),
    cron: only('cron'),
    after: only('after'),
  };
}

/** What a schedule consists of, for counting and naming changes. */
export type Part = 'when' | 'quiet' | 'overlap' | 'target';

/** Returns the parts in which two drafts differ. */
export function changedParts(one: Draft, other: Draft): Part[] {
  const parts = {
    when: ({ kind, zone, ...draft }: Draft) => [kind, zone, kind === 'manual' ? null : draft[kind]],
    quiet: ({ quietHours }: Draft) => quietHours,
    overlap: ({ overlap }: Draft) => overlap,
    target: ({ freshnessTargetMinutes }: Draft) => freshnessTargetMinutes,
  };
  return (Object.keys(parts) as Part[]).filter(
    (part) => JSON.stringify(parts[part](one)) !== JSON.stringify(parts[part](other)),
  );
}
