import { styled } from '@headwater/shared/ui';
import { Kbd } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';

/** Explains the list's keys: always to screen readers, and on screen while the list has keyboard focus. */
export function TreeKeysHint({ id }: { id: string }) {
  const t = messages.use();
  return <Hint id={id}>{t.rich('tables.keys', { kbd: (key) => <Kbd>{key}</Kbd> })}</Hint>;
}

/** The space that the hint needs at the end of the list: one line of text, or two on phones. */
export const HINT_ROOM = { paddingBottom: 32, '@media (max-width: 600px)': { paddingBottom: 56 } };

// Laid over the end of the list, so that nothing moves when it appears. The list's padding keeps its last rows visible.
const Hint = styled('p')({
  display: 'none',
  position: 'absolute',
  inset: 'auto 0 0',
  padding: '5px 24px',
  borderTop: 'var(--hair)',
  background: 'var(--surface)',
  color: 'var(--text-2)',
  fontSize: 'var(--size-12)',
  lineHeight: '21px',
  'div:has(:focus-visible) + &': { display: 'block' },
  '@media (max-width: 600px)': { paddingInline: 16 },
});
