import type { TimeRange } from '@headwater/shared/contract';
import { messages } from '../../messages.ts';

/** Returns a function that says a range of time in words, such as “the last 90 days”. */
export function useRangeText(): (range: TimeRange) => string {
  const t = messages.use();
  return (range) => {
    if ('this' in range) return t(`range.this.${range.this}`);
    const last = t(`range.last.${range.unit}`, { count: range.last });
    return range.current === 'with'
      ? t('range.and_current', { last, current: t(`range.this.${range.unit}`) })
      : last;
  };
}
