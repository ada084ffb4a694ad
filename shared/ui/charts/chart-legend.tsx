import { styled } from '@mui/material/styles';
import type { LegendEntry } from '../../charts/index.ts';

/** What the colors and patterns of a chart stand for. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <List>
      {entries.map(({ color, kind, text }, at) => (
        <li key={at}>
          <Swatch data-kind={kind} style={{ color }} />
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
