import { styled } from '@mui/material/styles';
import type { ChartData, ChartSeries, ChartWords, Scene } from '../../charts/index.ts';
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
  const earlier = hasEarlier ? words.earlierAt(place.at) : null;
  const isAlone = series.length === 1 && series[0]!.key === null;
  const before = (one: ChartSeries) => {
    const [value, former] = [one.texts[place.at] ?? null, one.earlier?.texts[place.at] ?? null];
    return { value: words.exact(former), change: words.change(value, former) };
  };
  return (
    <Root aria-hidden="true" style={{ ...side, ...edge }}>
      <b>{words.at(data.keys[place.at]!)}</b>
      {earlier !== null && !isAlone && <small>({earlier})</small>}
      {series.toReversed().map((one, at) => (
        <div key={at}>
          {one.key && <Swatch data-cue={one.cue} style={{ color: `var(--c${one.color})` }} />}
          <span>{one.key ? words.group(one.key) : words.measure}</span>
          <span>{words.exact(one.texts[place.at] ?? null)}</span>
          {earlier !== null && !isAlone && (
            <em>
              ({before(one).value}) {before(one).change}
            </em>
          )}
        </div>
      ))}
      {earlier !== null && isAlone && (
        <>
          <b>{earlier}</b>
          <div>
            <span>{words.measure}</span>
            <span>{before(series[0]!).value}</span>
            <em>{before(series[0]!).change}</em>
          </div>
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
  '& small': { fontSize: 'inherit', color: 'var(--text-2)' },
  '& em': {
    flex: 'none',
    fontStyle: 'normal',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
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
