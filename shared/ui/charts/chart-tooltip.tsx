import { styled } from '@mui/material/styles';
import type { ChartData, ChartWords, Scene } from '../../charts/index.ts';
import { Swatch } from './chart-legend.tsx';

interface ChartTooltipProps {
  place: Scene['places'][number];
  data: ChartData;
  words: ChartWords;
  /** Whether the earlier period is shown too. */
  hasEarlier: boolean;
  width: number;
  height: number;
}

/** The values at a place. The screen reader says them as the slider's value. */
export function ChartTooltip({ place, data, words, hasEarlier, width, height }: ChartTooltipProps) {
  const series = place.series === null ? data.series : [data.series[place.series]!];
  const isRight = place.x > width / 2;
  const isLow = place.y > height / 2;
  const side = isRight ? { right: width - place.x + 12 } : { left: place.x + 12 };
  const edge = isLow ? { bottom: Math.max(0, height - place.y) } : { top: Math.max(0, place.y - 12) };
  const shown = series.toReversed();
  const line = ({ key, color }: (typeof shown)[number], value: string, change?: string) => (
    <div key={`${key?.isOther} ${key?.text}`}>
      {key && <Swatch style={{ color: `var(--c${color})` }} />}
      <span>{key ? words.group(key) : words.measure}</span>
      <span>{value}</span>
      {change !== undefined && <em>{change}</em>}
    </div>
  );
  return (
    <Root aria-hidden="true" style={{ ...side, ...edge }}>
      <b>{words.at(data.keys[place.at]!)}</b>
      {shown.map((one) => line(one, words.exact(one.texts[place.at] ?? null)))}
      {hasEarlier && (
        <>
          <b>{words.earlierAt(place.at)}</b>
          {shown.map((one) => {
            const before = one.earlier?.texts[place.at] ?? null;
            return line(one, words.exact(before), words.change(one.texts[place.at] ?? null, before));
          })}
        </>
      )}
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
  '& > div + b': { marginTop: 4, paddingTop: 6, borderTop: 'var(--hair)' },
  '& em': { flex: 'none', fontStyle: 'normal', fontVariantNumeric: 'tabular-nums', color: 'var(--text)' },
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
