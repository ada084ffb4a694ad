import { styled } from '@headwater/shared/ui';

/** Two fields side by side, one above the other on a phone. */
export const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 12,
  alignItems: 'start',
  '&[data-narrow]': { gridTemplateColumns: 'minmax(0, 1fr) 112px' },
  '&[data-single]': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '@media (max-width: 600px)': { '&:not([data-narrow])': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
