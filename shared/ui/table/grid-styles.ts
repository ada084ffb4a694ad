export const ROW_PX = 36;
export const HEAD_PX = 34;

const sheet = { background: 'var(--surface-2)' };

/** One set of rules for the whole grid: styling a thousand cells one by one would cost a frame per scroll. */
export const gridStyles = {
  overflow: 'auto',
  flex: 1,
  minHeight: 240,
  position: 'relative',
  contain: 'strict',
  borderTop: 'var(--hair)',
  fontSize: 'var(--size-13)',
  transition: 'opacity var(--calm) var(--ease)',
  '&[data-busy]': { opacity: 0.6 },
  '& > [role="grid"]': { position: 'relative', outline: 'none' },
  '& [role="row"]': {
    position: 'absolute',
    top: 0,
    left: 0,
    right: 0,
    height: ROW_PX,
    borderBottom: '1px solid var(--line)',
    background: 'var(--surface)',
  },
  '& [data-head]': { position: 'sticky', top: 0, height: HEAD_PX, zIndex: 'var(--z-sticky)', ...sheet },
  '& [role="row"]:hover, & [role="row"]:focus-within': sheet,
  '& [role="row"] > *': {
    position: 'absolute',
    top: 0,
    height: '100%',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    padding: '0 12px',
    borderRight: '1px solid var(--line)',
    background: 'inherit',
    whiteSpace: 'pre',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'default',
  },
  '& [role="row"] > [data-pinned]': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    fontWeight: 'var(--weight-medium)',
    paddingLeft: 'var(--inset, 12px)',
    borderRightColor: 'var(--line-2)',
  },
  '& [data-head] > *': { fontWeight: 'var(--weight-medium)' },
  '& [data-head] .hw-icon': { color: 'var(--icon)' },
  '& [data-figure]': { justifyContent: 'flex-end' },
  '& [role="row"] span': { overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 },
  '& i': { fontStyle: 'normal', color: 'var(--text-3)', fontSize: 11, letterSpacing: '0.02em' },
  '& [role="gridcell"]:focus-visible': { outlineOffset: '-2px', zIndex: 2 },
} as const;
