import { useFormat } from '@headwater/shared/messages';
import { messages } from '../messages.ts';
import { useChecksFigures } from './profiler/use-checks-figures.ts';

/** Puts what a run has found into words. What isn't known isn't passed. */
export type FiguresText = (figures: Readonly<Record<string, number>>) => string;

/** Returns, for each tool that runs, the function for its figures. */
export function useFigures() {
  const t = messages.use();
  const { percent } = useFormat();
  return {
    profiler: useChecksFigures(),
    compare: ({ onlyLeft = 0, onlyRight = 0, changed = 0 }) =>
      onlyLeft + onlyRight + changed === 0
        ? t('compare.no_difference')
        : t('compare.differences', { count: onlyLeft + onlyRight + changed }),
    'duplicate-finder': ({ groups = 0 }) =>
      groups === 0 ? t('duplicates.none') : t('duplicates.found', { groups }),
    'join-builder': ({ matched = 0, rowsBefore = 0, rows = 0 }) =>
      t('join.figures', {
        share: percent(rowsBefore === 0 ? 0 : matched / rowsBefore),
        rows,
      }),
    'json-flattener': ({ rows = 0, unfit = 0, malformed = 0 }) =>
      unfit + malformed === 0
        ? t('flatten.all_fit', { rows })
        : t('flatten.some_unfit', { count: unfit + malformed }),
    'pii-scanner': ({ columns = 0 }) => t('pii.columns', { count: columns }),
  } satisfies Record<string, FiguresText>;
}
