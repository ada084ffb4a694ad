import { styled } from '@mui/material/styles';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { IconButton } from '../core/icon-button.tsx';
import { SkipLink } from '../core/skip-link.tsx';
import { LogoMark } from '../core/logo.tsx';
import { IconMenu } from '../icons/icons.ts';
import { uiMessages } from '../ui-messages.ts';
import { SideNav } from './side-nav.tsx';

export interface AppFrameProps {
  /** The accessible name of the navigation. */
  label: string;
  /** Shown on phones in the bar above the page. */
  title: ReactNode;
  /** At the top of the navigation: a NavSwitcher in its Menu. */
  head: ReactNode;
  /** Below the head, and at the end of the bar on phones: a NavFinder, and its button. */
  finder?: { nav: ReactNode; bar: ReactNode };
  /** Groups of NavItems, separated by space. */
  groups: readonly ReactNode[];
  /** At the bottom: a NavUser in its Menu, the theme toggle. */
  foot: ReactNode;
  /** The page, on its sheet. */
  children: ReactNode;
}

/**
 * The frame with the navigation on the canvas and the content on a sheet. The navigation is 232 px wide, a rail of icons
 * up to a window width of 1,100 px, and a bar with a drawer up to 600 px.
 */
export function AppFrame({ label, title, head, finder, groups, foot, children }: AppFrameProps) {
  const t = uiMessages.use();
  const navId = useId();
  const { open, setOpen } = useDrawer();
  return (
    <Root>
      <SkipLink />
      <Bar>
        <IconButton
          label={t(open ? 'close_navigation' : 'open_navigation')}
          aria-expanded={open}
          aria-controls={navId}
          onClick={() => setOpen(!open)}
        >
          <IconMenu />
        </IconButton>
        <LogoMark size={20} />
        <b>{title}</b>
        {finder && <div>{finder.bar}</div>}
      </Bar>
      {open && <Scrim onClick={() => setOpen(false)} />}
      <SideNav id={navId} aria-label={label} data-open={open || undefined}>
        <div className="head">{head}</div>
        {finder?.nav}
        {groups.map((group, index) => (
          <ul key={index}>{group}</ul>
        ))}
        <div className="foot">{foot}</div>
      </SideNav>
      <Sheet id="main" tabIndex={-1}>
        {children}
      </Sheet>
    </Root>
  );
}

/** The state of the drawer, which is only used on phones. Escape closes it, and so does navigation. */
function useDrawer() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [open]);
  return { open, setOpen };
}

const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'var(--nav) minmax(0, 1fr)',
  minHeight: '100vh',
  '@media (max-width: 1100px)': { gridTemplateColumns: 'var(--nav-rail) minmax(0, 1fr)' },
  '@media (max-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'auto 1fr' },
});

const Bar = styled('header')({
  display: 'none',
  '@media (max-width: 600px)': {
    position: 'sticky',
    top: 0,
    zIndex: 'var(--z-bar)',
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    height: 52,
    padding: '0 8px 0 4px',
    background: 'var(--canvas)',
    borderBottom: '1px solid var(--line-2)',
    '& > div': { marginLeft: 'auto' },
    '& > b': {
      fontWeight: 'var(--weight-strong)',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  },
});

const Scrim = styled('div')({
  position: 'fixed',
  inset: 0,
  zIndex: 'calc(var(--z-menu) - 2)',
  background: 'var(--scrim)',
  '@media (min-width: 601px)': { display: 'none' },
});

const Sheet = styled('main')({
  margin: '8px 8px 8px 0',
  borderRadius: 'var(--radius)',
  background: 'var(--surface)',
  boxShadow: '0 0 0 1px var(--line-2)',
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  minHeight: 'calc(100vh - 16px)',
  outline: 'none',
  '@media (max-width: 600px)': {
    margin: 0,
    borderRadius: 0,
    boxShadow: 'none',
    minHeight: 'calc(100vh - 52px)',
  },
});
