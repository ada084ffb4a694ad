import { styled } from '@headwater/shared/ui';
import { Kbd } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';

/** What the keys of the list do: described to readers, shown to whoever comes into it by keyboard. */
export function TreeKeysHint({ id }: { id: string }) {
  const t = messages.use();
  return <Hint id={id}>{t.rich('tables.keys', { kbd: (key) => <Kbd>{key}</Kbd> })}</Hint>;
}

/** Room that the hint takes at the foot of the list, where its words need one line or two. */
export const HINT_ROOM = { paddingBottom: 32, '@media (max-width: 600px)': { paddingBottom: 56 } };

// Over the foot of the list, so that nothing moves when it comes; the list ends above it.
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
