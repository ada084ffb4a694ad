import { keyframes } from '@emotion/react';
import { styled } from '@mui/material/styles';
import { useEffect, useState, type ReactNode } from 'react';
import { VisuallyHidden } from './text.tsx';
import { uiMessages } from '../ui-messages.ts';
import { ownProps } from './own-props.ts';

const breathe = keyframes({ to: { opacity: 0.5 } });

/** A gray bar where text will appear. Its sizes are in px or CSS. */
export const Skeleton = styled(
  'span',
  ownProps('width', 'height'),
)<{
  width?: number | string;
  height?: number | string;
}>(({ width = '60%', height = 10 }) => ({
  display: 'inline-block',
  width,
  height,
  maxWidth: '100%',
  borderRadius: 'var(--radius-in)',
  background: 'var(--surface-3)',
  animation: `${breathe} 1.6s ease-in-out infinite alternate`,
  verticalAlign: 'middle',
}));

/** Returns true once `active` has lasted for `after` ms: anything quicker needs no placeholder. */
export function useSlow(active = true, after = 200): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!active) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), after);
    return () => clearTimeout(timer);
  }, [active, after]);
  return slow;
}

/** A page's placeholder: the final layout made of Skeletons. Announced as "Loading" and visible after 200 ms. */
export function Loading({ children }: { children: ReactNode }) {
  const t = uiMessages.use();
  const slow = useSlow();
  return (
    <div aria-busy="true" style={slow ? undefined : { visibility: 'hidden' }}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <div aria-hidden>{children}</div>
    </div>
  );
}
