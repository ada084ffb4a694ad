import type { SubscriptionSchedule } from '@headwater/shared/contract';
import { useLanguage } from '@headwater/shared/messages';
import { messages } from '../../messages.ts';

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const WEEKDAYS = [1, 2, 3, 4, 5];
/** A Sunday, as days of the week are counted. */
const SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

export interface DayChoice {
  value: string;
  label: string;
}

const valueOf = (days: readonly number[]) => days.toSorted((one, other) => one - other).join();

/** Returns the days as a choice has them, and the choices that there are: those that are set already are one of them. */
export function useDayChoices(days: readonly number[]): {
  value: string;
  choices: DayChoice[];
  daysOf(value: string): number[];
} {
  const t = messages.use();
  const nameOf = useWeekdays();
  const known = [
    { value: valueOf(EVERY_DAY), label: t('subscribe.every_day') },
    { value: valueOf(WEEKDAYS), label: t('subscribe.weekdays') },
    ...[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: nameOf(day) })),
  ];
  const value = valueOf(days);
  const others = known.some((choice) => choice.value === value)
    ? []
    : [{ value, label: days.map(nameOf).join(', ') }];
  return {
    value,
    choices: [...known, ...others],
    daysOf: (text) => text.split(',').map(Number),
  };
}

function useWeekdays(): (day: number) => string {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return (day) => format.format(new Date(SUNDAY + day * DAY_MS));
}

/** Says when a subscription is sent. Without a schedule, that is after syncs. */
export function useWhen(schedule: SubscriptionSchedule | null): string {
  const t = messages.use();
  const { value, choices } = useDayChoices(schedule?.days ?? [1]);
  if (!schedule) return t('subscribe.list_sync');
  const days = choices.find((choice) => choice.value === value)!.label;
  return t('subscribe.list_schedule', { days, time: schedule.time });
}
