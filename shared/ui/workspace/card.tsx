import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export interface CardProps {
  title?: ReactNode;
  /** At the end of the title's line. */
  tools?: ReactNode;
  children: ReactNode;
  /** The level of the heading; default 2. */
  level?: 2 | 3;
  className?: string;
}

/** A separate block with a thin border. */
export function Card({ title, tools, children, level = 2, className }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <Root className={className}>
      {(title || tools) && (
        <Head>
          {title && <Heading>{title}</Heading>}
          {tools && <Tools>{tools}</Tools>}
        </Head>
      )}
      <Body data-headless={title ? undefined : true}>{children}</Body>
    </Root>
  );
}

const Root = styled('section')({
  borderRadius: 'var(--radius)',
  background: 'var(--surface)',
  border: '1px solid var(--line-2)',
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
});
const Head = styled('header')({
  display: 'flex',
  flexWrap: 'wrap', // tools that don't fit next to the title wrap below it
  alignItems: 'center',
  gap: '2px 8px',
  padding: '10px 8px 0 16px',
  minHeight: 40,
  '& h2, & h3': { minWidth: 0, fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' },
});
const Tools = styled('div')({
  marginLeft: 'auto',
  display: 'flex',
  gap: 4,
  alignItems: 'center',
  flex: 'none',
  paddingRight: 2,
});
const Body = styled('div')({
  padding: '6px 16px 16px',
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  gap: 12,
  '&[data-headless]': { paddingTop: 16 },
});
