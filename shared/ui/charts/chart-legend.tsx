import { styled } from '@mui/material/styles';
import type { LegendEntry } from '../../charts/index.ts';

/** What the colors and patterns of a chart stand for. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <List>
      {entries.map(({ color, kind, cue, isLine, text }, at) => (
        <li key={at}>
          <Swatch data-kind={kind} data-cue={isLine ? `line-${cue}` : cue} style={{ color }} />
          {text}
        </li>
      ))}
    </List>
  );
}

/** A patch of a color, or of how an earlier period is drawn. */
export const Swatch = styled('span')({
  flex: 'none',
  width: 10,
  height: 10,
  borderRadius: 2,
  background: 'currentColor',
  '&[data-kind="soft"]': { opacity: 0.35 },
  '&[data-cue="1"]': {
    background: 'repeating-linear-gradient(135deg, currentColor 0 2.8px, var(--surface) 2.8px 4.2px)',
  },
  '&[data-cue="2"]': {
    background: 'repeating-linear-gradient(45deg, currentColor 0 2.8px, var(--surface) 2.8px 4.2px)',
  },
  '&[data-cue="line-1"], &[data-cue="line-2"]': {
    width: 24,
    height: 2,
    borderRadius: 0,
    background: 'repeating-linear-gradient(90deg, currentColor 0 9px, transparent 9px 15px)',
  },
  '&[data-cue="line-2"]': {
    background: 'linear-gradient(90deg, currentColor 0 18px, transparent 18px 22px, currentColor 22px)',
  },
  '&[data-kind="dashed"]': {
    width: 16,
    height: 0,
    borderRadius: 0,
    borderTop: '2px dashed currentColor',
    background: 'none',
    opacity: 0.65,
  },
});

const List = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  margin: '0 0 12px',
  padding: 0,
  listStyle: 'none',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  '& li': { display: 'flex', alignItems: 'center', gap: 6, minWidth: 0, overflowWrap: 'anywhere' },
});
