import { styled } from '@mui/material/styles';
import { ownProps } from './own-props.ts';

/** Blocks one under the other; `gap` in steps of 4 px (default 4 = 16 px). */
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
  /** Stays on one line and lets its children shrink. */
  nowrap?: boolean;
}

/** Things side by side, centred on one line: buttons, a figure with its unit. Wraps unless told otherwise. */
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

/** Takes the space that is left in a Row; everything after it sits at the end. */
export const Spacer = styled('span')({ flex: 1, minWidth: 0 });

/** A hairline between blocks. */
export const Divider = styled('hr')({ border: 0, borderTop: 'var(--hair)', width: '100%' });
