import { useFormat } from '@headwater/shared/messages';
import { Row, styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';

const SIZE = { width: 56, height: 18 };

interface ViewsProps {
  openings: readonly number[];
  openingsByLinks: readonly number[];
}

/** How often a report was opened, in all and by the day, and by whom. */
export function Views({ openings, openingsByLinks }: ViewsProps) {
  const t = messages.use();
  const { number } = useFormat();
  const days = openings.map((count, at) => count + (openingsByLinks[at] ?? 0));
  const most = Math.max(1, ...days);
  const points = days.map((count, at) => {
    const x = (at / Math.max(1, days.length - 1)) * (SIZE.width - 2) + 1;
    return `${x} ${(1 - count / most) * (SIZE.height - 2) + 1}`;
  });
  const [members, links] = [sumOf(openings), sumOf(openingsByLinks)];
  return (
    <Row nowrap gap={3} justify="end" title={t('reports.views_by', { members, links })}>
      <Line {...SIZE} aria-hidden>
        <polyline points={points.join(' ')} />
      </Line>
      <Figure>
        {number(members + links)}
        {links > 0 && <small>{t('reports.views_by_links', { links })}</small>}
      </Figure>
    </Row>
  );
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

const Figure = styled('span')({
  display: 'grid',
  justifyItems: 'end',
  lineHeight: 1.3,
  '& small': { fontSize: 'var(--size-12)', color: 'var(--text-3)', whiteSpace: 'nowrap' },
});

const Line = styled('svg')({
  flex: 'none',
  fill: 'none',
  stroke: 'var(--text-3)',
  strokeWidth: 1.5,
  strokeLinejoin: 'round',
  '@media (max-width: 900px)': { display: 'none' },
});
