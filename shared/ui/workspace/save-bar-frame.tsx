import { styled } from '@mui/material/styles';

/** The bar at the foot of a page that is edited as a whole: what will be saved, and the buttons that save it. */
export const SaveBarFrame = styled('footer')({
  position: 'sticky',
  bottom: 'var(--foot, 0px)', // above anything that is fixed there
  zIndex: 'var(--z-sticky)',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 20px',
  padding: '11px 24px',
  borderTop: 'var(--hair)',
  background: 'var(--surface)',
  borderRadius: '0 0 var(--radius) var(--radius)',
  '& > dl': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2px 20px',
    fontSize: 'var(--size-13)',
    color: 'var(--text-2)',
  },
  '& > dl > div': { display: 'flex', flexDirection: 'row-reverse', gap: 5 },
  '& dd': { fontWeight: 'var(--weight-strong)', color: 'var(--text)', fontVariantNumeric: 'tabular-nums' },
  '& > .buttons': { marginLeft: 'auto' },
  '@media (max-width: 600px)': {
    padding: '10px 16px',
    '& > dl': { gap: '2px 14px', fontSize: 'var(--size-12)' },
    '& > .buttons': { width: '100%' },
    '& [data-variant="primary"]': { flex: 1 },
  },
});
