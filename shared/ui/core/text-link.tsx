import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface TextLinkProps {
  children: ReactNode;
  /** A path within the product. */
  to?: string;
  /** A URL outside of the product, opened in the same tab. */
  href?: string;
  onClick?(): void;
  className?: string;
}

/** A standalone link, next to a label or in a list. A link within a sentence can be a plain `<Link>`. */
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
