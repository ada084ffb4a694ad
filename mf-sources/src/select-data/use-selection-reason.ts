import { SELECTION_MAX } from '@headwater/shared/contract';
import { messages } from '../messages.ts';
import type { Selection } from './selection.ts';

/** Returns why nothing can be synced with this selection; undefined if it can. */
export function useSelectionReason(selection: Selection): string | undefined {
  const t = messages.use();
  if (selection.size === 0) return t('tables.choose_one');
  return selection.size > SELECTION_MAX ? t('tables.too_many', { count: SELECTION_MAX }) : undefined;
}
