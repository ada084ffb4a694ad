import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { ownProps } from '../core/own-props.ts';

/** A small label next to something: a role, a type, "3 changes". */
export const Tag = styled(
  'span',
  ownProps('tone'),
)<{
  tone?: 'accent' | 'warn' | 'bad';
}>(({ tone }) => ({
  display: 'inline-flex',
  verticalAlign: 'middle',
  alignItems: 'center',
  gap: 4,
  height: 20,
  padding: '0 6px',
  borderRadius: 'var(--radius-in)',
  background: tone ? `var(--${tone}-soft)` : 'var(--surface-3)',
  color: tone ? `var(--${tone}-text)` : 'var(--text-2)',
  fontSize: 'var(--size-12)',
  whiteSpace: 'nowrap',
  '@media (forced-colors: active)': { border: '1px solid' },
}));

/** A keyboard key. */
export const Kbd = styled('kbd')({
  display: 'inline-flex',
  alignItems: 'center',
  height: 18,
  padding: '0 5px',
  borderRadius: 'var(--radius-in)',
  background: 'var(--surface-3)',
  color: 'var(--text-3)',
  font: 'var(--weight-text) 11px/1 var(--font-sans)',
  whiteSpace: 'nowrap',
});

export interface TileProps {
  /** The connector's two letters. */
  letters: string;
  /** One of the chart colors, 1 to 8. */
  hue?: number;
  size?: 20 | 28;
}

/** A connector's tile: two letters on its color. Hidden from screen readers, because the name is next to it. */
export function Tile({ letters, hue = 6, size = 28 }: TileProps) {
  return (
    <TileRoot aria-hidden data-size={size} style={{ '--hue': `var(--c${hue})` } as object}>
      {letters}
    </TileRoot>
  );
}

export interface MetricProps {
  label: ReactNode;
  value: ReactNode;
  big?: boolean;
}

/** A number below its label. Put several into one `<dl>`. */
export function Stat({ label, value, big }: MetricProps) {
  return (
    <StatRoot data-big={big || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </StatRoot>
  );
}

const round = (size: number) => ({ width: size, height: size });
const TileRoot = styled('span')({
  ...round(28),
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  borderRadius: 'var(--radius)',
  background: 'color-mix(in srgb, var(--hue) 13%, var(--surface))',
  color: 'color-mix(in srgb, var(--hue) 62%, var(--text))',
  font: '600 11px/1 var(--font-sans)',
  letterSpacing: '-0.01em',
  '&[data-size="20"]': { ...round(20), borderRadius: 'var(--radius-in)', fontSize: 10 },
});
const StatRoot = styled('div')({
  display: 'grid',
  gap: 2,
  '& dt': { fontSize: 'var(--size-12)', color: 'var(--text-2)' },
  '& dd': {
    fontSize: 'var(--size-20)',
    fontWeight: 'var(--weight-strong)',
    letterSpacing: 'var(--track-head)',
    fontVariantNumeric: 'tabular-nums',
    lineHeight: 1.25,
  },
  '&[data-big] dd': {
    fontSize: 'var(--size-28)',
    letterSpacing: 'var(--track-display)',
    lineHeight: 'var(--line-head)',
  },
});
