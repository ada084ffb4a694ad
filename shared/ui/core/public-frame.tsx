import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { uiMessages } from '../ui-messages.ts';
import { ContourLines } from './contour-lines.tsx';
import { Logo } from './logo.tsx';
import { SkipLink } from './skip-link.tsx';

export interface PublicFrameProps {
  /** The page: an `h1` and a form. */
  children: ReactNode;
  /** Below the form: version, language, theme. */
  footer?: ReactNode;
  /** Product pictures for the right side, one per theme; without them only the contour lines are shown. */
  picture?: { light: string; dark: string; alt: string };
}

/** The layout of sign-in and similar pages: the form on the left, a picture of the product on the right. */
export function PublicFrame({ children, footer, picture }: PublicFrameProps) {
  return (
    <Root>
      <SkipLink />
      <FormSide>
        <header>
          <Link to="/">
            <Logo />
          </Link>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer>{footer}</footer>
      </FormSide>
      <Scene aria-hidden={picture ? undefined : true}>
        <ContourLines />
        {picture && (
          <figure>
            <img
              className="on-light"
              src={picture.light}
              width={1240}
              height={1000}
              alt={picture.alt}
              loading="lazy"
            />
            <img
              className="on-dark"
              src={picture.dark}
              width={1240}
              height={1000}
              alt={picture.alt}
              loading="lazy"
            />
          </figure>
        )}
      </Scene>
    </Root>
  );
}

/** A public page's title with a line of text below it. */
export function PublicTitle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Title>
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </Title>
  );
}

/** The word "or" between two alternatives. */
export function Or() {
  const t = uiMessages.use();
  return <OrRoot>{t('or')}</OrRoot>;
}

const Title = styled('div')({
  display: 'grid',
  gap: 4,
  '& h1': { fontSize: 'var(--size-28)', letterSpacing: 'var(--track-display)' },
  '& p': { color: 'var(--text-2)' },
});
const OrRoot = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  color: 'var(--text-3)',
  fontSize: 'var(--size-12)',
  '&::before, &::after': { content: '""', flex: 1, height: 1, background: 'var(--line)' },
});
const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(480px, 5fr) 7fr',
  minHeight: '100vh',
  background: 'var(--surface)',
  '@media (max-width: 900px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
const FormSide = styled('div')({
  display: 'grid',
  gridTemplateRows: 'auto 1fr auto',
  padding: '28px 40px',
  minWidth: 0,
  '& > header': { display: 'flex' },
  '& > header a': { display: 'flex', borderRadius: 'var(--radius-in)', textDecoration: 'none' },
  '& > main': {
    // Aligned at the top, so that messages at a form's fields don't move anything above them.
    alignSelf: 'start',
    justifySelf: 'center',
    width: '100%',
    maxWidth: 368,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 24,
    padding: 'max(32px, 42vh - 260px) 0 32px',
  },
  '& > footer': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 12,
    fontSize: 'var(--size-12)',
    color: 'var(--text-3)',
    alignItems: 'center',
    minHeight: 32,
  },
  '@media (max-width: 600px)': { padding: 20, '& > main': { paddingTop: 48 } },
});
const Scene = styled('aside')({
  position: 'relative',
  overflow: 'hidden',
  background: 'var(--canvas)',
  borderLeft: '1px solid var(--line-2)',
  '& figure': { position: 'absolute', left: '9%', top: '15%', right: -1, bottom: -1 },
  '& img': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    objectFit: 'cover',
    objectPosition: 'left top',
    borderRadius: 'var(--radius) 0 0 0',
    boxShadow: '0 0 0 1px var(--line-2), 0 30px 60px -20px rgb(16 28 38 / 0.2)',
    background: 'var(--surface)',
  },
  '[data-theme="dark"] & .on-light, html:not([data-theme="dark"]) & .on-dark': { display: 'none' },
  '@media (max-width: 900px)': { display: 'none' },
});
