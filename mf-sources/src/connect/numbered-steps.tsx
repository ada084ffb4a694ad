import { styled } from '@headwater/shared/ui';

/** A numbered list with its numbers in circles. */
export const NumberedSteps = styled('ol')({
  counterReset: 'step',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  maxWidth: 'var(--prose)',
  '& > li': {
    counterIncrement: 'step',
    // Names that the form contains can be long, without a place to break.
    overflowWrap: 'anywhere',
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    gap: 10,
    '&::before': {
      content: 'counter(step)',
      width: 20,
      height: 20,
      borderRadius: '50%',
      background: 'var(--surface-3)',
      fontSize: 11,
      fontWeight: 600,
      display: 'grid',
      placeItems: 'center',
    },
  },
});
