import type { ReactNode } from 'react';
import { styled } from '@headwater/shared/ui';
import type { ReportTemplate } from '@headwater/shared/report-templates';

/** What a report of a template looks like, without any figures. Hidden from screen readers. */
export function Sketch({ kind }: { kind: ReportTemplate['sketch'] }) {
  return (
    <Root aria-hidden viewBox="0 0 300 96" preserveAspectRatio="xMidYMin slice">
      <rect className="card" x="12" y="12" width="84" height="96" rx="4" />
      <rect className="title" x="22" y="22" width="36" height="4" rx="2" />
      <rect className="figure" x="22" y="36" width="52" height="12" rx="3" />
      <rect className="card" x="104" y="12" width="184" height="96" rx="4" />
      <rect className="title" x="114" y="22" width="60" height="4" rx="2" />
      {SHAPES[kind]}
    </Root>
  );
}

const HEIGHTS = [22, 30, 26, 36, 32, 42, 38, 50];
const SHAPES: Record<ReportTemplate['sketch'], ReactNode> = {
  columns: HEIGHTS.map((height, at) => (
    <rect key={height} className="mark" x={116 + at * 21} y={96 - height} width="14" height={height} />
  )),
  bars: [150, 112, 84, 46].map((width, at) => (
    <rect key={width} className="mark" x="116" y={36 + at * 15} width={width} height="9" rx="2" />
  )),
  grid: [8, 7, 6, 5, 4].flatMap((cells, row) =>
    Array.from({ length: cells }, (_, at) => (
      <rect
        key={`${row} ${at}`}
        className="mark"
        x={116 + at * 20}
        y={36 + row * 12}
        width="18"
        height="10"
        fillOpacity={1 - at * 0.11}
      />
    )),
  ),
  line: <path className="line" d="M116 78 138 72 160 75 182 62 204 65 226 50 248 54 274 38" />,
};

const Root = styled('svg')({
  display: 'block',
  width: '100%',
  height: 96,
  borderBottom: '1px solid var(--line)',
  background: 'var(--surface-2)',
  '& .card': { fill: 'var(--surface)', stroke: 'var(--line-2)' },
  '& .title': { fill: 'var(--surface-3)' },
  '& .figure': { fill: 'var(--fill)' },
  '& .mark': { fill: 'var(--c1)', opacity: 0.75 },
  '& .line': { fill: 'none', stroke: 'var(--c1)', strokeWidth: 2.5 },
});
