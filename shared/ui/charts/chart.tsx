import { styled } from '@mui/material/styles';
import { useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import {
  DASHES,
  DOTS,
  HEAT_SHARES,
  legendOf,
  scene,
  showsEarlier,
  type ChartData,
  type ChartSeries,
  type ChartWords,
  type Mark,
  type Scene,
} from '../../charts/index.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ChartTooltip } from './chart-tooltip.tsx';
import { placeAfter, placeUnder } from './places.ts';
import { useHeight } from './use-height.ts';
import { useWidth } from './use-width.ts';

export interface ChartProps {
  /** What the chart shows: its accessible name. */
  label: string;
  mark: Exclude<Mark, 'number' | 'table'>;
  data: ChartData;
  words: ChartWords;
  height: number;
  /** Whether the legend takes its lines from the height, instead of coming in addition to it. */
  hasLegendWithin?: boolean;
  /** Opens what a place is about: a position of the x axis, of one series or of all. */
  onOpen?(at: number, series: number | null): void;
}

const FIRST_WIDTH = 640;
/** Lower than this, a chart shows nothing. */
const LEAST = 80;
/** Lower than this, a chart of one series has no legend. */
const LOW = 140;

/** A chart in the width of its parent. The arrow keys walk through its places, and Enter opens one. */
export function Chart({
  label,
  mark,
  data,
  words,
  height: given,
  hasLegendWithin = false,
  onOpen,
}: ChartProps) {
  const [box, width] = useWidth<HTMLDivElement>(FIRST_WIDTH);
  // In a low place, the sentence names the periods.
  const hasRoom = !hasLegendWithin || given >= LOW || data.group !== null;
  const [legend, legendHeight] = useHeight<HTMLDivElement>(0);
  const height = hasLegendWithin ? Math.max(LEAST, given - legendHeight) : given;
  const picture = useMemo(() => scene(mark, data, width, height, words), [mark, data, width, height, words]);
  const [active, setActive] = useState<number | null>(null);
  const { places } = picture;
  const place = active === null ? undefined : places[active];
  const open = (position: number | null) => {
    const found = position === null ? undefined : places[position];
    if (found) onOpen?.(found.at, found.series);
  };
  const under = (event: MouseEvent<SVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return placeUnder(places, event.clientX - left, event.clientY - top);
  };
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return open(active);
    const next = placeAfter(places, active, event.key);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
  };
  const hasEarlier = words.periods !== null && showsEarlier(mark);
  const spoken = place ? spokenAt(data, words, place.at, place.series, hasEarlier) : undefined;
  return (
    <figure aria-label={label} style={{ margin: 0 }}>
      <div ref={legend} style={{ display: 'flow-root' }}>
        <ChartLegend entries={hasRoom ? legendOf(mark, data, words) : []} />
      </div>
      <Stage
        ref={box}
        role="slider"
        tabIndex={places.length > 0 ? 0 : -1}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, places.length)}
        aria-valuenow={(active ?? 0) + 1}
        aria-valuetext={spoken ?? words.measure}
        aria-orientation="horizontal"
        onKeyDown={walk}
        onFocus={() => setActive((now) => now ?? (places.length > 0 ? 0 : null))}
        onBlur={() => setActive(null)}
        onMouseLeave={() => setActive(null)}
      >
        <svg
          width={picture.width}
          height={picture.height}
          aria-hidden="true"
          data-opens={onOpen ? true : undefined}
          onMouseMove={(event) => setActive(under(event))}
          onClick={(event) => open(under(event))}
        >
          <Picture picture={picture} mark={mark} active={active} />
        </svg>
        {place && <ChartTooltip {...{ place, data, words, hasEarlier, width }} height={picture.height} />}
      </Stage>
    </figure>
  );
}

/** What a screen reader says of a place. */
function spokenAt(
  { keys, series }: ChartData,
  words: ChartWords,
  at: number,
  only: number | null,
  hasEarlier: boolean,
): string {
  const shown = only === null ? series : [series[only]!];
  const said = (value: string, { key }: ChartSeries) => (key ? `${words.group(key)} ${value}` : value);
  const values = shown.map((one) => said(words.exact(one.texts[at] ?? null), one));
  const now = `${words.at(keys[at]!)}: ${values.join(', ')}`;
  if (!hasEarlier) return now;
  const before = shown.map((one) => {
    const [value, earlier] = [one.texts[at] ?? null, one.earlier?.texts[at] ?? null];
    return said(`${words.exact(earlier)} (${words.change(value, earlier)})`, one);
  });
  return `${now}. ${words.earlierAt(at)}: ${before.join(', ')}`;
}

function Picture({ picture, mark, active }: { picture: Scene; mark: Mark; active: number | null }) {
  const place = active === null ? undefined : picture.places[active];
  const hasCursor = mark === 'line' || mark === 'area';
  return (
    <>
      {picture.grid.map((line, at) => (
        <line key={at} className="grid" {...line} />
      ))}
      {place && !hasCursor && mark !== 'points' && mark !== 'pie' && (
        <rect className="under" {...place.area} />
      )}
      {picture.parts.map(({ d, kind, color, dashes }, at) => (
        <path key={at} className={kind} d={d} style={{ color, strokeDasharray: dashes }} />
      ))}
      {place && hasCursor && (
        <line
          className="cursor"
          x1={place.x}
          x2={place.x}
          y1={place.area.y}
          y2={place.area.y + place.area.height}
        />
      )}
      {place && (hasCursor || mark === 'points') && (
        <circle className="here" cx={place.x} cy={place.y} r={5} />
      )}
      {picture.labels.map(({ x, y, text, anchor, on }, at) => (
        <text
          key={at}
          x={x}
          y={y}
          textAnchor={anchor}
          data-on={on === undefined ? undefined : on > 4 ? 'strong' : 'weak'}
        >
          {text}
        </text>
      ))}
    </>
  );
}

const Stage = styled('div')({
  ...Object.fromEntries(
    HEAT_SHARES.map((share, at) => [
      `--heat-${at + 1}`,
      `color-mix(in oklab, var(--heat) ${share}%, var(--surface))`,
    ]),
  ),
  position: 'relative',
  minWidth: 0,
  borderRadius: 'var(--radius)',
  '&:focus-visible': { outline: 'var(--ring-width) solid var(--focus)', outlineOffset: 4 },
  '& svg': { display: 'block', maxWidth: '100%', overflow: 'visible' },
  '& svg[data-opens]': { cursor: 'pointer' },
  '& .grid': { stroke: 'var(--chart-grid)', strokeWidth: 1, shapeRendering: 'crispEdges' },
  '& .under': { fill: 'var(--fill)', opacity: 0.6 },
  '& .cursor': { stroke: 'var(--text-3)', strokeWidth: 1, shapeRendering: 'crispEdges' },
  '& .here': { fill: 'var(--text)', stroke: 'var(--surface)', strokeWidth: 2 },
  '& .fill': { fill: 'currentColor' },
  '& .soft': { fill: 'currentColor', opacity: 0.35 },
  '& .open': { fill: 'currentColor', fillOpacity: 0.15, stroke: 'currentColor', strokeWidth: 1 },
  '& .dotted': {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeDasharray: DOTS,
    strokeLinecap: 'round',
  },
  '& .line': {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
  },
  '& .dashed': {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeDasharray: DASHES,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
    opacity: 0.65,
  },
  '& .dots': { fill: 'none', stroke: 'currentColor', strokeWidth: 7, strokeLinecap: 'round' },
  '& text': { fill: 'var(--chart-axis)', fontSize: 11, fontVariantNumeric: 'tabular-nums' },
  '& text[data-on="weak"]': { fill: 'var(--text)' },
  '& text[data-on="strong"]': { fill: 'var(--surface)' },
});
