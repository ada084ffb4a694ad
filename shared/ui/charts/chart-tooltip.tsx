import { styled } from '@mui/material/styles';
import type { ChartData, ChartWords, Scene } from '../../charts/index.ts';
import { Swatch } from './chart-legend.tsx';

interface ChartTooltipProps {
  place: Scene['places'][number];
  data: ChartData;
  words: ChartWords;
  width: number;
  height: number;
}

/** The values at a place. The screen reader says them as the slider's value. */
export function ChartTooltip({ place, data, words, width, height }: ChartTooltipProps) {
  const series = place.series === null ? data.series : [data.series[place.series]!];
  const isRight = place.x > width / 2;
  const isLow = place.y > height / 2;
  const side = isRight ? { right: width - place.x + 12 } : { left: place.x + 12 };
  const edge = isLow ? { bottom: Math.max(0, height - place.y) } : { top: Math.max(0, place.y - 12) };
  return (
    <Root aria-hidden="true" style={{ ...side, ...edge }}>
      <b>{words.at(data.keys[place.at]!)}</b>
      {series.toReversed().map(({ key, color, texts }, at) => (
        <div key={at}>
          {key && <Swatch style={{ background: `var(--c${color})` }} />}
          <span>{key ? words.group(key) : words.measure}</span>
          <span>{words.exact(texts[place.at] ?? null)}</span>
        </div>
      ))}
    </Root>
  );
}

const Root = styled('div')({
  position: 'absolute',
  zIndex: 'var(--z-sticky)',
  pointerEvents: 'none',
  display: 'grid',
  gap: 4,
  minWidth: 140,
  maxWidth: 'min(320px, 60%)',
  padding: '8px 10px',
  borderRadius: 'var(--radius)',
  background: 'var(--overlay)',
  boxShadow: 'var(--shadow)',
  fontSize: 'var(--size-12)',
  '& > b': { fontWeight: 'var(--weight-medium)', overflowWrap: 'anywhere' },
  '& > div': { display: 'flex', alignItems: 'center', gap: 6, color: 'var(--text-2)' },
  '& > div > span:last-of-type': {
    marginLeft: 'auto',
    paddingLeft: 12,
    color: 'var(--text)',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
});
