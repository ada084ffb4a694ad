import { styled, Text } from '@headwater/shared/ui';

/** Why a card shows nothing. */
export const CardFault = styled(Text)({
  display: 'flex',
  gap: 8,
  alignItems: 'flex-start',
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  overflowWrap: 'anywhere',
  '& > .hw-icon': { flex: 'none', marginTop: 2, color: 'var(--icon)' },
  '&[data-tone="bad"]': { color: 'var(--bad-text)' },
  '&[data-tone="bad"] > .hw-icon': { color: 'var(--bad)' },
});
