import { styled } from '@headwater/shared/ui';

export interface RunColumn {
  key: string;
  /** Shown while the pointer is over the column. */
  title: string;
  /** From the bottom up. */
  parts: readonly { color: string; value: number }[];
}

interface RunColumnsProps {
  /** Says what the chart shows, for screen readers. */
  label: string;
  /** From left to right. */
  columns: readonly RunColumn[];
  /** Labels below the first and the last column. */
  ends: readonly [string, string];
  /** A range that is shaded. */
  band?: { low: number; high: number } | null;
  height?: number;
}

/** The least height of a part that isn't 0, in percent, so that a few rejected rows can be seen. */
const LEAST = 1.5;

/** A column for each run. The same figures are always in a table as well. */
export function RunColumns({ label, columns, ends, band = null, height = 112 }: RunColumnsProps) {
  const totals = columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = Math.max(...totals, band?.high ?? 0, 1);
  const width = columns.length * STEP;
  return (
    <Chart style={{ maxWidth: Math.max(columns.length * WIDEST, NARROWEST) }}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} 100`}
        preserveAspectRatio="none"
        style={{ height }}
      >
        {[0, 50, 100].map((y) => (
          <line key={y} x1={0} x2={width} y1={y} y2={y} vectorEffect="non-scaling-stroke" />
        ))}
        {band && (
          <rect
            className="hw-band"
            x={0}
            width={width}
            y={100 - (band.high / most) * 100}
            height={Math.max(((band.high - band.low) / most) * 100, LEAST)}
          />
        )}
        {columns.map(({ key, title, parts }, at) => (
          <g key={key}>
            <title>{title}</title>
            <rect x={at * STEP} width={STEP} y={0} height={100} fill="transparent" />
            {stacked(parts, most).map(({ color, y, height }) => (
              <rect
                key={color}
                x={at * STEP + GAP / 2}
                width={STEP - GAP}
                y={y}
                height={height}
                fill={color}
              />
            ))}
          </g>
        ))}
      </svg>
      <Ends aria-hidden>
        <span>{columns.length > 1 && ends[0]}</span>
        <span>{ends[1]}</span>
      </Ends>
    </Chart>
  );
}

const STEP = 100;
const GAP = 28;
/** Few columns don't fill the page: how broad each may be, and how narrow the chart, which needs room for its labels. */
const WIDEST = 56;
const NARROWEST = 168;

function stacked(parts: RunColumn['parts'], most: number) {
  let top = 100;
  return parts
    .filter(({ value }) => value > 0)
    .map(({ color, value }) => {
      const height = Math.max((value / most) * 100, LEAST);
      top -= height;
      return { color, y: Math.max(top, 0), height };
    });
}

const Chart = styled('div')({
  display: 'grid',
  gap: 6,
  '& svg': { display: 'block', width: '100%' },
  '& line': { stroke: 'var(--chart-grid)', strokeWidth: 1 },
  '& .hw-band': { fill: 'var(--chart-grid)', opacity: 0.7 },
  '& g:hover > rect + rect': { opacity: 0.8 },
});
const Ends = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 8,
  whiteSpace: 'nowrap',
  fontSize: 11,
  color: 'var(--chart-axis)',
});
