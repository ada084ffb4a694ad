import { ALERT_QUIET_HOURS_MAX, ALERT_TIMES_MAX, type AlertRule } from '@headwater/shared/contract';
import { readNumber, typeable } from '@headwater/shared/messages';

/** A rule as it's typed. */
export interface RuleText {
  operator: AlertRule['operator'];
  value: string;
  times: string;
  clear: string;
  quiet: string;
}

/** Returns a rule as it would be typed in a language, or what a new one begins with. */
export const ruleTextOf = (rule: AlertRule | undefined, locale: string): RuleText => ({
  operator: rule?.operator ?? 'below',
  value: rule ? typeable(rule.value, locale) : '',
  times: String(rule?.times ?? 1),
  clear: rule?.clear == null ? '' : typeable(rule.clear, locale),
  quiet: String(rule?.quietHours ?? 0),
});

/** Returns the rule that is typed, or null and which of its fields are wrong. */
export function readRule(text: RuleText, locale: string) {
  const { operator } = text;
  const value = numberOf(text.value, locale);
  const times = wholeOf(text.times, 1, ALERT_TIMES_MAX);
  const clear = text.clear.trim() === '' ? null : numberOf(text.clear, locale);
  const quietHours = wholeOf(text.quiet, 0, ALERT_QUIET_HOURS_MAX);
  const isClearWrong =
    (text.clear.trim() !== '' && clear === null) ||
    (clear !== null && value !== null && (operator === 'above' ? clear > value : clear < value));
  const isWhole = value !== null && times !== null && quietHours !== null && !isClearWrong;
  const rule: AlertRule | null = isWhole ? { operator, value, times, clear, quietHours } : null;
  const wrong = {
    value: value === null,
    times: times === null,
    clear: isClearWrong,
    quiet: quietHours === null,
  };
  return { rule, wrong };
}

/** Reads a number as it's typed in a language, or returns null for what isn't one. */
const numberOf = (text: string, locale: string) => {
  const read = readNumber(text, locale);
  const value = read && 'number' in read ? Number(read.number) : null;
  return value === null || Math.abs(value) > 1e15 ? null : value;
};
const wholeOf = (text: string, least: number, most: number) => {
  const value = numberOf(text, 'en');
  return value !== null && Number.isInteger(value) && value >= least && value <= most ? value : null;
};
