/** The styles of a card that is clickable as a whole. */
export const cardStyles = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: 12,
  alignItems: 'center',
  minHeight: 72,
  padding: '12px 16px',
  borderRadius: 'var(--radius)',
  border: '1px solid var(--line-2)',
  color: 'var(--text)',
  textAlign: 'left',
  transition: 'background var(--fast) var(--ease), border-color var(--fast) var(--ease)',
  '&:hover': { background: 'var(--surface-2)', borderColor: 'var(--control-line)', textDecoration: 'none' },
} as const;
