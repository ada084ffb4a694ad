import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface TextLinkProps {
  children: ReactNode;
  /** Within the product. */
  to?: string;
  /** Out of the product; opens in place. */
  href?: string;
  onClick?(): void;
  className?: string;
}

/** A link that stands by itself, beside a label or in a list. Links within a sentence need no component: `<Link>` will do. */
export function TextLink({ to, href, ...rest }: TextLinkProps) {
  return to ? <Root as={Link} {...({ to } as object)} {...rest} /> : <Root href={href} {...rest} />;
}

const Root = styled('a')({
  color: 'var(--accent-text)',
  fontWeight: 'var(--weight-medium)',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  borderRadius: 2,
});
