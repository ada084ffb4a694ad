import { styled } from '@mui/material/styles';
import { uiMessages } from '../ui-messages.ts';

/** The first stop of the Tab key on every page: past the navigation, to the element with the id `main`. */
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
