import { styled } from '@mui/material/styles';

/** The navigation's column. Its parts (`nav-parts.tsx`) give elements that the rail hides the class `wide`. */
export const SideNav = styled('nav')({
  position: 'sticky',
  top: 0,
  height: '100vh',
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  padding: '10px 10px 10px 12px',
  overflowY: 'auto',
  '& .head': { display: 'flex', alignItems: 'center', gap: 4, marginBottom: 8 },
  '& ul': { display: 'grid', gap: 1, margin: 0, padding: 0, listStyle: 'none' },
  '& ul + ul': { marginTop: 14 },
  '& .foot': { marginTop: 'auto', display: 'flex', alignItems: 'center', gap: 4, paddingTop: 12 },
  '@media (min-width: 601px) and (max-width: 1100px)': {
    padding: '10px 8px',
    alignItems: 'center',
    '& .wide': { display: 'none !important' },
    '& .foot': { flexDirection: 'column-reverse' },
  },
  '@media (max-width: 600px)': {
    position: 'fixed',
    inset: '0 auto 0 0',
    width: 280,
    height: 'auto',
    // Below the menus that open from it.
    zIndex: 'calc(var(--z-menu) - 1)',
    background: 'var(--canvas)',
    boxShadow: 'var(--shadow)',
    padding: 12,
    visibility: 'hidden',
    transform: 'translateX(-100%)',
    transition: 'transform var(--slow) var(--ease), visibility 0s var(--slow)',
    '&[data-open]': {
      visibility: 'visible',
      transform: 'none',
      transition: 'transform var(--slow) var(--ease)',
    },
  },
});
