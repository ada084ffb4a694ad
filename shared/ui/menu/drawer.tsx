import MuiDrawer from '@mui/material/Drawer';
import { styled } from '@mui/material/styles';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { IconButton } from '../core/icon-button.tsx';
import { IconClose } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';
import { Layer } from './layer.ts';

export interface DrawerProps {
  open: boolean;
  title: ReactNode;
  /** Stays below the title while the rest scrolls, such as Tabs. */
  head?: ReactNode;
  children: ReactNode;
  onClose(): void;
}

/**
 * A panel at the page's right edge, full screen on phones. It traps the focus until it is closed, also by Escape or a
 * click outside, and returns it to where it was. Whether one is open is part of the URL. Dialogs and menus are on lower
 * layers (§9 of the specification), except for those that are opened from within it.
 */
export function Drawer({ open, title, head, children, onClose }: DrawerProps) {
  const t = uiMessages.use();
  const titleId = useId();
  const entered = useEntered(open);
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  return (
    <Root
      ref={setLayer}
      anchor="right"
      open={entered}
      onClose={onClose}
      slotProps={{ paper: { 'aria-labelledby': titleId } }}
    >
      <Layer value={layer}>
        <Head data-tabbed={head ? true : undefined}>
          <TitleLine>
            <h2 id={titleId}>{title}</h2>
            <IconButton label={t('close')} onClick={onClose}>
              <IconClose />
            </IconButton>
          </TitleLine>
          {head}
        </Head>
        <Body>{children}</Body>
      </Layer>
    </Root>
  );
}

/** Delays opening by one render, because a drawer that is open in its first render doesn't slide in. */
function useEntered(open: boolean) {
  const [entered, setEntered] = useState(false);
  useEffect(() => setEntered(open), [open]);
  return entered;
}

const Root = styled(MuiDrawer)({
  zIndex: 'var(--z-panel)',
  '& .MuiBackdrop-root': { background: 'var(--scrim)' },
  '& .MuiDrawer-paper': {
    // Within the drawer's own layer, where what it opens is over it.
    zIndex: 0,
    width: 'min(480px, 100%)',
    background: 'var(--overlay)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
    '@media (max-width: 600px)': { width: '100%' },
  },
});
const Head = styled('div')({
  flex: 'none',
  padding: '0 20px',
  '&:not([data-tabbed])': { borderBottom: 'var(--hair)' },
});
const TitleLine = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 12,
  minHeight: 56,
  '& h2': { fontSize: 'var(--size-16)', minWidth: 0, overflowWrap: 'anywhere' },
  '& > .MuiButtonBase-root': { marginRight: -8 },
});
const Body = styled('div')({
  flex: 1,
  overflow: 'auto',
  padding: '20px 20px 40px',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
  alignContent: 'start',
});
