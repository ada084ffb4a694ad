import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { uiMessages } from '../ui-messages.ts';

export interface Crumb {
  label: string;
  /** Omitted for the current page, which is last. */
  to?: string;
}

export interface TopbarProps {
  crumbs: readonly Crumb[];
  /** Small ghost buttons, or a fact. */
  actions?: ReactNode;
}

/** The bar of a page further down the hierarchy, with its breadcrumbs and actions. */
export function Topbar({ crumbs, actions }: TopbarProps) {
  return (
    <Bar>
      <Breadcrumbs crumbs={crumbs} />
      {actions && <Actions>{actions}</Actions>}
    </Bar>
  );
}

/** The path to a page; on phones only the last two items. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = uiMessages.use();
  return (
    <Nav aria-label={t('breadcrumbs')}>
      <ol>
        {crumbs.map(({ label, to }) => (
          <li key={to ?? label}>
            {to ? (
              <Link to={to}>{label}</Link>
            ) : (
              <span aria-current="page" title={label}>
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Nav>
  );
}

const Bar = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 'var(--bar)',
  padding: '0 16px 0 24px',
  borderBottom: 'var(--hair)',
  minWidth: 0,
  '@media (max-width: 600px)': { padding: '0 8px 0 16px' },
});
const Actions = styled('div')({
  display: 'flex',
  gap: 8,
  alignItems: 'center',
  flex: 'none',
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  '@media (max-width: 600px)': { gap: 2 },
});
const Nav = styled('nav')({
  minWidth: 0,
  '& ol': { display: 'flex', alignItems: 'center', gap: 2, fontSize: 'var(--size-13)', minWidth: 0 },
  '& li': { display: 'flex', alignItems: 'center', gap: 2, minWidth: 0, color: 'var(--text-3)' },
  '& li:not(:last-of-type)': { flex: 'none' },
  '& li + li::before': { content: '"/"', margin: '0 4px', opacity: 0.7 },
  '& a': { color: 'var(--text-2)', borderRadius: 'var(--radius-in)', whiteSpace: 'nowrap' },
  '& [aria-current]': {
    color: 'var(--text)',
    fontWeight: 'var(--weight-medium)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '@media (max-width: 600px)': {
    '& li:not(:nth-last-of-type(-n + 2))': { display: 'none' },
    '& li:nth-last-of-type(2)::before': { display: 'none' },
    // Beside wide actions, both are cut off, the page itself last.
    '& li:not(:last-of-type)': { flex: '0 100 auto', minWidth: 16 },
    '& a': { overflow: 'hidden', textOverflow: 'ellipsis' },
  },
});
