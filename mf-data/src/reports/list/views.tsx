import { useFormat } from '@headwater/shared/messages';
import { Row, styled } from '@headwater/shared/ui';

const SIZE = { width: 56, height: 18 };

/** How often a report was opened, in all and by the day. */
export function Views({ openings }: { openings: readonly number[] }) {
  const { number } = useFormat();
  const most = Math.max(1, ...openings);
  const points = openings.map((count, at) => {
    const x = (at / Math.max(1, openings.length - 1)) * (SIZE.width - 2) + 1;
    return `${x} ${(1 - count / most) * (SIZE.height - 2) + 1}`;
  });
  return (
    <Row nowrap gap={3} justify="end">
      <Line {...SIZE} aria-hidden>
        <polyline points={points.join(' ')} />
      </Line>
      {number(openings.reduce((sum, count) => sum + count, 0))}
    </Row>
  );
}

const Line = styled('svg')({
  flex: 'none',
  fill: 'none',
  stroke: 'var(--text-3)',
  strokeWidth: 1.5,
  strokeLinejoin: 'round',
  '@media (max-width: 900px)': { display: 'none' },
});
