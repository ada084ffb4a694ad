import type { Mask, Masks } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { messages } from '../messages.ts';
import type { Difference } from './review.ts';

interface DifferenceText {
  label: string;
  before: string;
  after: string;
}

/** Returns a function that writes a setting that changes: what it is, and from what to what. */
export function useDifferenceText() {
  const t = messages.use();
  const { number } = useFormat();
  const write = (difference: Difference, side: 'before' | 'after'): string => {
    switch (difference.setting) {
      case 'way':
        return t(`keep.${difference[side]}_short`);
      case 'primaryKey':
        return difference[side]?.join(', ') ?? t('review.key_of_source');
      case 'nullCursor':
        return t(`keep.nulls.${difference[side]}`);
      case 'rowFilter':
        return t('review.conditions', { count: difference[side].length });
      case 'masks':
        return maskText(difference[side], t('mask.none'), (mask) => t(`mask.${mask}`));
      case 'overlap':
      case 'rowCap': {
        const value = difference[side];
        return value === null ? t('review.none') : number(value);
      }
      default:
        return difference[side] ?? t('review.none');
    }
  };
  return (difference: Difference): DifferenceText => ({
    label: t(`review.setting.${difference.setting}`),
    before: write(difference, 'before'),
    after: write(difference, 'after'),
  });
}

const maskText = (masks: Masks, none: string, name: (mask: Mask) => string) =>
  Object.entries(masks)
    .map(([column, mask]) => `${column}: ${name(mask)}`)
    .join(', ') || none;
