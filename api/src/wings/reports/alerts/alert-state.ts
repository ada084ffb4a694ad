import type { AlertReason, AlertRule, AlertState } from '@headwater/shared/contract';

/** What is known of an alert from earlier looks. */
export interface Known {
  readonly state: AlertState;
  readonly holds: number;
  readonly pin: string | null;
  readonly wasTriggered: boolean;
  /** In milliseconds. */
  readonly toldAt: number | null;
}

/** What a look has found: the values of complete periods, the latest last, or why there are none. */
export type Reading =
  | { readonly values: readonly number[]; readonly isSeries: boolean; readonly pin: string }
  | { readonly unknown: AlertReason };

export interface Verdict extends Known {
  readonly reason: AlertReason | null;
  readonly hasChanged: boolean;
  /** Whether people hear of the change. */
  readonly isTold: boolean;
}

/**
 * Returns what follows from a look. What isn't known is never OK, and a number counts once for each version of its data. An
 * alert that was triggered stays so until its value is back.
 */
export function judged(known: Known, rule: AlertRule, reading: Reading, now: number): Verdict {
  if ('unknown' in reading) {
    const hasChanged = known.state !== 'unknown';
    // While it's unknown, nothing follows another.
    return { ...known, state: 'unknown', holds: 0, reason: reading.unknown, hasChanged, isTold: hasChanged };
  }
  const { values, isSeries, pin } = reading;
  const latest = values.at(-1)!;
  const isNew = pin !== known.pin;
  const inARow = values.length - (values.findLastIndex((value) => !holdsFor(rule, value)) + 1);
  const before = isNew ? known.holds : known.holds - 1;
  const holds = isSeries ? inARow : holdsFor(rule, latest) ? Math.max(before, 0) + 1 : 0;
  const isTriggered = holds >= rule.times || (known.wasTriggered && !isOver(rule, latest));
  const state = isTriggered ? 'triggered' : 'ok';
  const hasChanged = state !== known.state;
  const isFirst = known.state === 'unknown' && known.pin === null;
  const isNews = isTriggered !== known.wasTriggered || !isFirst;
  const isQuiet = isTriggered && known.toldAt !== null && now - known.toldAt < rule.quietHours * 3_600_000;
  const isTold = hasChanged && isNews && !isQuiet;
  const toldAt = isTold && isTriggered ? now : known.toldAt;
  return { state, holds, pin, wasTriggered: isTriggered, toldAt, reason: null, hasChanged, isTold };
}

const holdsFor = ({ operator, value }: AlertRule, found: number) =>
  operator === 'above' ? found > value : found < value;

const isOver = (rule: AlertRule, found: number) => {
  if (rule.clear === null) return !holdsFor(rule, found);
  return rule.operator === 'above' ? found <= rule.clear : found >= rule.clear;
};
