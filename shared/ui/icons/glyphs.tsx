import type { ReactNode } from 'react';

/**
 * Status shapes that can be distinguished without color. They are drawn in the tone of their status; cutouts in a filled
 * shape have the color of the background (`--glyph-ink`).
 */
const ink = 'var(--glyph-ink, var(--surface))';
const ring = 'M2.25 8a5.75 5.75 0 1 0 11.5 0a5.75 5.75 0 1 0 -11.5 0z';
const dots =
  'M4.35 8a.95.95 0 1 0 1.9 0a.95.95 0 1 0-1.9 0zM7.05 8a.95.95 0 1 0 1.9 0a.95.95 0 1 0-1.9 0zM9.75 8a.95.95 0 1 0 1.9 0a.95.95 0 1 0-1.9 0z';
const drop = 'M8 1.75c2.4 2.9 4.5 5.2 4.5 7.75a4.5 4.5 0 0 1-9 0C3.5 6.95 5.6 4.65 8 1.75z';
const line = (d: string, more?: object) => <path d={d} vectorEffect="non-scaling-stroke" {...more} />;
const solid = (d: string) => <path d={d} fill="currentColor" stroke="none" />;

const SHAPES = {
  synced: [
    line('M1.5 8a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0z', { fill: 'currentColor' }),
    line('M5.1 8.3l2 2 3.8-4.3', { stroke: ink }),
  ],
  syncing: [
    line('M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0z', { strokeWidth: 2, opacity: 0.28 }),
    line('M8 2.5A5.5 5.5 0 0 1 13.5 8', { strokeWidth: 2 }),
  ],
  queued: [line(ring), solid(dots)],
  limited: [
    line('M3.4 12.4a6 6 0 1 1 9.2 0M8 8.75l2.6-2.9M5.5 13.25h5'),
    solid('M6.85 8.9a1.15 1.15 0 1 0 2.3 0a1.15 1.15 0 1 0-2.3 0z'),
  ],
  incomplete: [line(ring), solid('M8 3.9a4.1 4.1 0 0 0 0 8.2z')],
  action: [
    line('M8 2.1l6.1 11.1H1.9z', { fill: 'currentColor' }),
    line('M8 6.2v3.1M8 11.4v.01', { stroke: ink }),
  ],
  paused: [
    solid(
      'M5.5 2h5a3.5 3.5 0 0 1 3.5 3.5v5a3.5 3.5 0 0 1-3.5 3.5h-5a3.5 3.5 0 0 1-3.5-3.5v-5a3.5 3.5 0 0 1 3.5-3.5z',
    ),
    line('M6.25 5.5v5M9.75 5.5v5', { stroke: ink }),
  ],
  never: [line(ring, { strokeDasharray: '2.2 2.3' })],
  failed: [
    solid('M5.3 1.75h5.4l3.55 3.55v5.4l-3.55 3.55H5.3L1.75 10.7V5.3z'),
    line('M5.9 5.9l4.2 4.2M10.1 5.9l-4.2 4.2', { stroke: ink }),
  ],
  skipped: [line(ring), line('M5.5 8h5')],
  delayed: [line(drop), solid('M4.6 11a3.6 3.6 0 0 0 6.8 0z')],
  fresh: [line(drop, { fill: 'currentColor' })],
  due: [line(drop), solid('M4.4 8.6h7.2l.1.9a3.7 3.7 0 0 1-7.4 0z')],
} satisfies Record<string, ReactNode[]>;

export type GlyphName = keyof typeof SHAPES;

export interface GlyphProps {
  name: GlyphName;
  size?: 12 | 14 | 16 | 20;
  className?: string;
}

/** A status shape. It is always next to its label and therefore hidden from screen readers. */
export function Glyph({ name, size = 16, className }: GlyphProps) {
  const classes = ['hw-icon', name === 'syncing' && 'hw-spin', className].filter(Boolean).join(' ');
  return (
    <svg
      className={classes}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
    >
      {...SHAPES[name]}
    </svg>
  );
}
