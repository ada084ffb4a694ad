import { rangeWords } from '@headwater/shared/charts';
import type { TimeRange } from '@headwater/shared/contract';
import { figureMessages } from '../figure-messages.ts';

/** Returns a function that says a range of time in words, such as “the last 90 days”. */
export function useRangeText(): (range: TimeRange) => string {
  const t = figureMessages.use();
  return (range) => rangeWords(range, t);
}
