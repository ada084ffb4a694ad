import { styled } from '@headwater/shared/ui';

/** A list of files, each with an icon, its facts, and what can be done with it. */
export const FileRows = styled('ul')({
  display: 'grid',
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius)',
  fontSize: 'var(--size-13)',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    gap: '0 10px',
    alignItems: 'center',
    minHeight: 52,
    padding: '7px 8px 7px 12px',
  },
  '& > li + li': { borderTop: 'var(--hair)' },
  '& > li > .hw-icon': { color: 'var(--icon)' },
  '& > li > .fault': { color: 'var(--bad)' },
  '& > li > div': { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' },
  '& small': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 10px',
    fontSize: 'var(--size-12)',
    color: 'var(--text-3)',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .problem': { fontSize: 'var(--size-12)', color: 'var(--bad-text)', overflowWrap: 'anywhere' },
  '& .tools': { display: 'flex', gap: 2, alignItems: 'center' },
  '& > li[data-removed] > div > :first-of-type': { textDecoration: 'line-through', color: 'var(--text-3)' },
});
