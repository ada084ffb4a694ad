import { styled } from '@headwater/shared/ui';

/** A quiet paragraph: what will happen, why something can't be changed. */
export const Note = styled('p')({
  color: 'var(--text-2)',
  fontSize: 'var(--size-13)',
  overflowWrap: 'anywhere',
});
