import type { PeriodComparison } from '@headwater/shared/contract';
import { useLanguage } from '@headwater/shared/messages';
import { styled } from '@headwater/shared/ui';
import { comparisonWords, type ChartData, type ChartWords } from '@headwater/shared/ui/charts';
import { useChartPhrases } from './use-chart-phrases.ts';

interface ComparisonProps {
  comparison: PeriodComparison;
  /** The current value. */
  now: string | null;
  measure: ChartData['measure'];
  words: ChartWords;
}

const MARKS = { up: '▲', down: '▼', same: '=' } as const;

/** How a number compares with an earlier period. What is more or less isn't better or worse, so it has no color. */
export function Comparison({ comparison, now, measure, words }: ComparisonProps) {
  const { comparison: say } = useChartPhrases();
  const language = useLanguage();
  const { direction, change, details } = comparisonWords(comparison, now, {
    ...{ language, words, measure, say },
  });
  return (
    <Root>
      {direction && (
        <strong>
          <span aria-hidden>{MARKS[direction]}</span> {change}
        </strong>
      )}
      {details.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Root>
  );
}

const Root = styled('div')({
  display: 'grid',
  gap: 2,
  paddingTop: 2,
  fontSize: 'var(--size-13)',
  lineHeight: 1.4,
  color: 'var(--text-2)',
  overflowWrap: 'anywhere',
  '& > strong': { color: 'var(--text)', fontWeight: 'var(--weight-strong)' },
  '& > strong > span': { fontSize: '0.8em' },
});
