import { styled } from '@mui/material/styles';
import { ownProps } from '../core/own-props.ts';

/**
 * A bordered box around a table or a list, which clips its content. `bleed` extends it to the edges of a phone's
 * screen.
 */
export const Frame = styled(
  'div',
  ownProps('bleed'),
)<{ bleed?: boolean }>(({ bleed }) => ({
  borderRadius: 'var(--radius)',
  border: '1px solid var(--line-2)',
  overflow: 'hidden',
  background: 'var(--surface)',
  '--inset': '16px',
  '@media (max-width: 600px)': bleed ? { marginInline: -16, borderRadius: 0, borderWidth: '1px 0' } : {},
}));

/** The line below a table: counts at the start, time zone or paging at the end. */
export const FrameFoot = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: '8px 16px',
  flexWrap: 'wrap',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  padding: '6px 16px',
  borderTop: '1px solid var(--line)',
  minHeight: 40,
});

/** A form (at most 440 px) with its guide next to it, stacked up to a window width of 900 px. */
export const TwoColumns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, var(--form)) minmax(0, 1fr)',
  gap: 56,
  alignItems: 'start',
  '& > *': { minWidth: 0 },
  '@media (max-width: 1200px)': { gap: 32 },
  '@media (max-width: 900px)': {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& > form': { maxWidth: 'var(--form)' },
  },
});

/** Cards in a grid that fills the width; `min` is a card's minimum width in px. */
export const CardGrid = styled(
  'div',
  ownProps('min'),
)<{ min?: number }>(({ min = 260 }) => ({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(min(${min}px, 100%), 1fr))`,
  gap: 16,
}));
