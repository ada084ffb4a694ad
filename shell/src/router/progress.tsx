import { keyframes, styled } from '@headwater/shared/ui';
import { useNavigation } from '@headwater/shared/routing';
import { messages } from '../messages.ts';

/** A line at the top of the page while the next page is loading, except for short waits. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return state === 'loading' ? <StartProgress /> : null;
}

/** The same line while the first page is loading. */
export function StartProgress() {
  const t = messages.use();
  return <Line role="progressbar" aria-label={t('navigation.loading')} />;
}

const NOTICED_AFTER = '400ms';
const appear = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } });
// most of the way quickly, then ever slower: it never looks finished
const grow = keyframes({ from: { scale: '0 1' }, '30%': { scale: '0.6 1' }, to: { scale: '0.95 1' } });

const Line = styled('div')({
  position: 'fixed',
  inset: '0 0 auto',
  height: 2,
  zIndex: 'var(--z-tooltip)',
  background: 'var(--accent)',
  transformOrigin: 'left',
  animation: `${appear} 1ms ${NOTICED_AFTER} both, ${grow} 10s ${NOTICED_AFTER} var(--ease) both`,
  '@media (prefers-reduced-motion: reduce)': { animation: `${appear} 1ms ${NOTICED_AFTER} both !important` },
});
