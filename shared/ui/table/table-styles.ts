/** The styles of a table's head, lines, and hover. */
export const tableStyles = {
  borderCollapse: 'separate',
  borderSpacing: 0,
  width: '100%',
  '& thead th, & thead td': {
    position: 'sticky',
    top: 0,
    zIndex: 'var(--z-sticky)',
    background: 'var(--surface)',
    fontSize: 'var(--size-12)',
    fontWeight: 'var(--weight-medium)',
    color: 'var(--text-2)',
    whiteSpace: 'nowrap',
    height: 34,
  },
  '& tbody th': { fontWeight: 'var(--weight-medium)' },
  // The row's name is a link, but a whole column in the accent color would be too loud.
  '& tbody th a': { color: 'var(--text)' },
  '& tbody:last-of-type tr:last-of-type > *': { borderBottomColor: 'transparent' },
  '& tbody tr': { transition: 'background var(--fast) var(--ease)' },
  '& tbody tr:hover, & tbody tr:focus-within': { background: 'var(--surface-2)' },
  '& tbody tr[aria-selected="true"]': { background: 'var(--accent-soft)' },
} as const;
