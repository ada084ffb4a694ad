import { styled } from '@mui/material/styles';
import type { ChartData, ChartWords } from '../../charts/index.ts';

/** The colors of the series. One alone needs none. */
export function ChartLegend({ data, words }: { data: ChartData; words: ChartWords }) {
  if (data.group === null || data.series.length === 0) return null;
  return (
    <List>
      {data.series.map(({ key, color }, at) => (
        <li key={at}>
          <Swatch style={{ background: `var(--c${color})` }} />
          {key && words.group(key)}
        </li>
      ))}
    </List>
  );
}

export const Swatch = styled('span')({
  flex: 'none',
  width: 10,
  height: 10,
  borderRadius: 2,
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
