import { styled } from '@mui/material/styles';

/**
 * The content of a sheet: at most 1,440 px wide, 24 px from its edges (16 on phones), 16 px between blocks.
 * A page further down the hierarchy renders a Topbar before it, both in a fragment.
 */
export const Page = styled('div')({
  width: '100%',
  maxWidth: 'var(--content)',
  margin: '0 auto',
  padding: '24px 24px 40px',
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  flex: 1,
  // The distance of a table's first column from the sheet's edge, if the table extends to the edge.
  '--inset': '24px',
  '@media (max-width: 600px)': { padding: '16px 16px 32px', gap: 14, '--inset': '16px' },
});
