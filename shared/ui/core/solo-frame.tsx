import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ContourLines } from './contour-lines.tsx';
import { Logo } from './logo.tsx';
import { SkipLink } from './skip-link.tsx';

export interface SoloFrameProps {
  children: ReactNode;
  /** At the end of the header: the signed-in user, Log out, the theme. */
  tools?: ReactNode;
  /** `page` centers a form 440 px wide; `lost` is the layout of not-found and error screens. */
  kind?: 'page' | 'lost';
}

/** The layout of a standalone page with a single task or message. */
export function SoloFrame({ children, tools, kind = 'page' }: SoloFrameProps) {
  return (
    <Root data-kind={kind}>
      <SkipLink />
      <ContourLines fade={kind === 'lost' ? 'right' : 'corner'} dry={kind === 'lost'} />
      <header>
        <Link to="/">
          <Logo />
        </Link>
        <Tools>{tools}</Tools>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </Root>
  );
}

export interface LostProps {
  /** A small status code above the heading. */
  code?: ReactNode;
  heading: string;
  children: ReactNode;
  /** Buttons. */
  actions: ReactNode;
  /** Help for this situation, shown below. */
  help?: ReactNode;
}

/** The content of a not-found or error screen, within `<SoloFrame kind="lost">` or a page of the workspace. */
export function Lost({ code, heading, children, actions, help }: LostProps) {
  return (
    <LostRoot>
      {code && <span className="code">{code}</span>}
      <h1>{heading}</h1>
      <p>{children}</p>
      <Tools className="actions">{actions}</Tools>
      {help && <Help>{help}</Help>}
    </LostRoot>
  );
}

const Tools = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  alignItems: 'center',
  '&.actions': { marginTop: 18 },
});
const LostRoot = styled('div')({
  display: 'grid',
  gap: 10,
  '& h1': { fontSize: 'var(--size-28)', letterSpacing: 'var(--track-display)' },
  '& > p': { fontSize: 'var(--size-16)', color: 'var(--text-2)', maxWidth: '44ch' },
  '& .code': { font: '500 var(--size-13)/1 var(--font-mono)', color: 'var(--text-2)' },
});
const Help = styled('div')({
  display: 'grid',
  justifyItems: 'start',
  gap: 10,
  marginTop: 18,
  paddingTop: 18,
  borderTop: 'var(--hair)',
  maxWidth: 560,
  '& h2': { fontSize: 'var(--size-16)' },
  '& p': { color: 'var(--text-2)', maxWidth: '60ch' },
});
const Root = styled('div')({
  display: 'grid',
  gridTemplateRows: 'auto 1fr',
  minHeight: '100vh',
  padding: '28px 40px',
  background: 'var(--surface)',
  position: 'relative',
  overflow: 'hidden',
  '& > header': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: 12,
    position: 'relative',
  },
  '& > header > a': { display: 'flex', borderRadius: 'var(--radius-in)', textDecoration: 'none' },
  '& > main': {
    position: 'relative',
    // Aligned at the top, so that messages at a form's fields don't move anything above them.
    alignSelf: 'start',
    justifySelf: 'center',
    width: '100%',
    maxWidth: 'var(--form)',
    padding: 'max(32px, 42vh - 280px) 0 64px',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 28,
  },
  // A page that says so takes the whole width: a shared report.
  '&[data-kind] > main:has(> [data-wide])': {
    justifySelf: 'stretch',
    maxWidth: 'none',
    paddingTop: 28,
  },
  '&[data-kind="lost"] > main': {
    alignSelf: 'center',
    justifySelf: 'start',
    paddingTop: 32,
    maxWidth: 560,
    marginLeft: 'max(0px, calc(50% - 560px))',
  },
  '@media (max-width: 600px)': { padding: 20, '&[data-kind] > main': { alignSelf: 'start', paddingTop: 40 } },
});
