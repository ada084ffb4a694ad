import { styled } from '@mui/material/styles';
import { ownProps } from './own-props.ts';

/** Stacks blocks vertically; `gap` in steps of 4 px (default 4 = 16 px). */
export const Stack = styled(
  'div',
  ownProps('gap'),
)<{ gap?: number }>(({ gap = 4 }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: gap * 4,
}));

interface RowProps {
  /** In steps of 4 px; default 2 = 8 px. */
  gap?: number;
  justify?: 'start' | 'between' | 'end';
  /** Keeps the children on one line and lets them shrink. */
  nowrap?: boolean;
}

/** Places things side by side, vertically centered: buttons, a number with its unit. Wraps unless `nowrap` is set. */
export const Row = styled(
  'div',
  ownProps('gap', 'justify', 'nowrap'),
)<RowProps>(({ gap = 2, justify = 'start', nowrap }) => ({
  display: 'flex',
  flexWrap: nowrap ? 'nowrap' : 'wrap',
  alignItems: 'center',
  justifyContent: justify === 'between' ? 'space-between' : `flex-${justify}`,
  gap: gap * 4,
  minWidth: 0,
}));

/** Takes the remaining space in a Row, so that everything after it is at the end. */
export const Spacer = styled('span')({ flex: 1, minWidth: 0 });

/** A thin line between blocks. */
export const Divider = styled('hr')({ border: 0, borderTop: 'var(--hair)', width: '100%' });
