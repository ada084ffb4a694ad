import { readTimeRange, type Column, type QueryCondition } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { figureMessages } from '../figure-messages.ts';
import { useRangeText } from './use-range-text.ts';
import { wordFor } from './condition-kind.ts';

/** How many values are written out. */
const VALUES_SHOWN = 2;
const LETTERS_SHOWN = 40;

export interface ConditionText {
  operator: string;
  /** Empty if it needs no value. */
  values: string;
}

/** Returns a function that says a condition in words. */
export function useConditionText(): (condition: QueryCondition, column: Column | undefined) => ConditionText {
  const t = figureMessages.use();
  const { timestamp } = useFormat();
  const rangeText = useRangeText();
  return ({ operator, values, orNull }, column) => {
    const range = operator === 'in_range' ? readTimeRange(values[0] ?? '') : null;
    if (range) return { operator: t('operator.in_range'), values: rangeText(range) };
    const words = values.map((value) => {
      const text = column?.kind === 'timestamp' ? timestamp(value) : value;
      if (text === '') return t('filter.empty_text');
      return text.length > LETTERS_SHOWN ? `${text.slice(0, LETTERS_SHOWN)}…` : text;
    });
    if (orNull) words.unshift(t('chart.no_value'));
    const more = words.length - VALUES_SHOWN;
    const named = words.slice(0, VALUES_SHOWN).join(', ');
    const word = wordFor(column ?? { kind: 'text' }, operator);
    return {
      operator: t.has(word) ? t(word) : t(`operator.${operator}`),
      values: more > 0 ? t('filter.and_more', { named, more }) : named,
    };
  };
}
