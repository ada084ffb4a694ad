import type { Column, ProfileHistogram } from '@headwater/shared/contract';
import { Link } from '@headwater/shared/routing';
import type { TableAddress } from '@headwater/shared/tables';
import { styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { useValueText } from './use-value-text.ts';
import { rowsWithin } from './values-filter.ts';

interface HistogramProps {
  address: TableAddress;
  column: Column;
  histogram: ProfileHistogram;
  /** Whether bars lead to their rows. */
  isLinked: boolean;
  /** In px. */
  height?: number;
}

/** How the values are spread. Each bar says its range and its rows, and leads to these. */
export function Histogram({ address, column, histogram, isLinked, height = 112 }: HistogramProps) {
  const t = messages.use();
  const text = useValueText();
  const { bins, of, openBelow, openAbove } = histogram;
  const write = (value: string) =>
    of === 'lengths' ? text.length(column, Number(value)) : text.value(column, value);
  const most = Math.max(...bins.map(({ rows }) => rows), 1);
  const ends = [bins[0]!, bins.at(-1)!] as const;
  // The ends of the wide parts are far off, so the axis names where these begin.
  const first = openBelow ? `≤ ${write(ends[0].to)}` : write(ends[0].from);
  const last = openAbove ? `> ${write(ends[1].from)}` : write(ends[1].to);
  return (
    <figure>
      <Bars aria-label={t(`profile.histogram.${of}`)} style={{ height }}>
        {bins.map((bin, at) => {
          const label = t('profile.bar', { from: write(bin.from), to: write(bin.to), count: bin.rows });
          const path =
            isLinked && of === 'values' && bin.rows > 0 ? rowsWithin(address, column, bin, at === 0) : null;
          const bar = <i style={{ height: bin.rows === 0 ? 0 : `max(2px, ${(bin.rows / most) * 100}%)` }} />;
          return (
            <li key={at} title={label}>
              {path === null ? (
                <span role="img" aria-label={label}>
                  {bar}
                </span>
              ) : (
                <Link to={path} aria-label={t('profile.see_rows', { what: label })}>
                  {bar}
                </Link>
              )}
            </li>
          );
        })}
      </Bars>
      <Axis aria-hidden>
        <span>{first}</span>
        <span>{t('profile.most', { count: most })}</span>
        <span>{bins.length > 1 || openAbove ? last : ''}</span>
      </Axis>
    </figure>
  );
}

const Bars = styled('ol')({
  display: 'flex',
  alignItems: 'stretch',
  gap: 1,
  borderBottom: '1px solid var(--chart-grid)',
  '& > li': { flex: 1, minWidth: 0, maxWidth: 56, display: 'flex' },
  '& > li > *': { flex: 1, display: 'flex', alignItems: 'flex-end', borderRadius: 2 },
  '& i': { display: 'block', width: '100%', background: 'var(--c1)', borderRadius: '2px 2px 0 0' },
  '& > li:hover > a': { background: 'var(--surface-3)' },
  '& > li > a:hover i': { background: 'var(--accent-hover)' },
  '@media (forced-colors: active)': { '& i': { background: 'CanvasText', forcedColorAdjust: 'none' } },
});

const Axis = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 12,
  paddingTop: 4,
  color: 'var(--chart-axis)',
  fontSize: 'var(--size-12)',
  fontVariantNumeric: 'tabular-nums',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});
