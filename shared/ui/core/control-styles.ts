/** The border and background of text inputs and selects. */
export const controlStyles = {
  width: '100%',
  height: 'var(--control)',
  padding: '0 10px',
  border: '1px solid var(--control-line)',
  borderRadius: 'var(--radius)',
  background: 'var(--surface)',
  color: 'var(--text)',
  fontSize: 'var(--size-14)',
  transition: 'border-color var(--fast) var(--ease)',
  minWidth: 0,
  '&::placeholder': { color: 'var(--text-3)', opacity: 1 },
  '&:hover': { borderColor: 'var(--text-2)' },
  '&:focus-visible': { outlineOffset: '-1px', borderColor: 'var(--focus)' },
  '&[aria-invalid="true"]': { borderColor: 'var(--bad)', boxShadow: 'inset 0 0 0 1px var(--bad)' },
  '&[aria-invalid="true"]:focus-visible': { outlineColor: 'var(--bad)', boxShadow: 'none' },
  // can be read, focused, and copied, but not edited: a fill instead of a clear border
  '&[readonly]': { background: 'var(--surface-3)', borderColor: 'var(--line-2)' },
  '&:disabled': { background: 'var(--surface-3)', color: 'var(--text-3)', borderColor: 'var(--line-2)' },
  '@media (pointer: coarse), (max-width: 600px)': { fontSize: 16 },
} as const;
