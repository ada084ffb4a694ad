import type { ListedFacts } from '@headwater/shared/contract';
import { styled } from '@headwater/shared/ui';

const WIDTH = 96;
const HEIGHT = 24;

/** A column's values as small bars. What they show is said in the column's details. */
export function Shape({ rows, of }: ListedFacts['shape']) {
  const most = Math.max(...rows, 1);
  const slots = Math.max(rows.length, of === 'top' ? 8 : 1);
  const width = WIDTH / slots;
  return (
    <Svg aria-hidden width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} data-of={of}>
      {rows.map((count, at) => {
        // A part with few rows is still seen.
        const height = count === 0 ? 0 : Math.max(1.5, (count / most) * HEIGHT);
        return (
          <rect
            key={at}
            x={at * width + 0.5}
            y={HEIGHT - height}
            width={Math.max(1, width - 1)}
            height={height}
            rx={0.5}
          />
        );
      })}
    </Svg>
  );
}

const Svg = styled('svg')({
  display: 'block',
  '& rect': { fill: 'var(--c1)' },
  '&[data-of="lengths"] rect': { fill: 'var(--c6)' },
});
