import { styled } from '@headwater/shared/ui';

/** Names and values that can't be changed here. */
export const Facts = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '8px 16px',
  alignItems: 'center',
  margin: 0,
  fontSize: 'var(--size-13)',
  '& dt': { color: 'var(--text-2)' },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  '& + p': { marginTop: 12 },
});
