import { styled } from '@mui/material/styles';
import { uiMessages } from '../ui-messages.ts';

/** The first Tab stop on every page: skips the navigation and leads to the element with the ID `main`. */
export function SkipLink() {
  const t = uiMessages.use();
  return <Root href="#main">{t('skip_to_content')}</Root>;
}

const Root = styled('a')({
  position: 'fixed',
  left: 12,
  top: -60,
  zIndex: 'var(--z-tooltip)',
  background: 'var(--text)',
  color: 'var(--surface)',
  padding: '8px 12px',
  borderRadius: 'var(--radius)',
  '&:focus': { top: 12 },
});
