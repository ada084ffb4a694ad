import type { SayComparison } from '@headwater/shared/charts';
import { useCallback } from 'react';
import { messages } from '../../messages.ts';

/** Returns what says how something compares with an earlier period. */
export function useSayComparison(): SayComparison {
  const t = messages.use();
  return useCallback((message, values) => t(`reports.comparison.${message}`, values), [t]);
}
