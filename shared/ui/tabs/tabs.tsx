import { styled } from '@mui/material/styles';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';

export interface Tab {
  /** Its path: the URL determines which tab is open. */
  to: string;
  label: ReactNode;
  count?: ReactNode;
  current: boolean;
}

export interface TabsProps {
  /** The accessible name of the tabs. */
  label: string;
  tabs: readonly Tab[];
}

/** The parts of a page, each with its own URL. They are links, so that reloading and opening in a new tab work. */
export function Tabs({ label, tabs }: TabsProps) {
  // the history entry is replaced and keeps its state, which knows how the user came here
  const { state } = useLocation();
  const row = useRef<HTMLElement>(null);
  const current = tabs.find((tab) => tab.current)?.to;
  useEffect(() => showCurrent(row.current), [current]);
  return (
    <Row ref={row} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={tab.current ? 'page' : undefined}
          replace
          state={state}
          preventScrollReset
        >
          {tab.label}
          {tab.count !== undefined && <span>{tab.count}</span>}
        </Link>
      ))}
    </Row>
  );
}

/** Scrolls a row that is wider than a phone's screen to the open tab. */
function showCurrent(row: HTMLElement | null) {
  const tab = row?.querySelector<HTMLElement>('[aria-current]');
  if (!row || !tab || row.scrollWidth <= row.clientWidth) return;
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

const Row = styled('nav')({
  display: 'flex',
  gap: 20,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  boxShadow: 'inset 0 -1px var(--line)',
  '& > a': {
    flex: 'none',
    height: 40,
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    color: 'var(--text-2)',
    fontSize: 'var(--size-13)',
    fontWeight: 'var(--weight-medium)',
    textDecoration: 'none',
    transition: 'color var(--fast) var(--ease)',
    '&:hover': { color: 'var(--text)' },
    '&:focus-visible': { outlineOffset: '-2px', borderRadius: 'var(--radius-in)' },
    '&[aria-current]': { color: 'var(--text)', boxShadow: 'inset 0 -2px var(--accent)' },
    '& > span': {
      color: 'var(--text-3)',
      fontWeight: 'var(--weight-text)',
      fontVariantNumeric: 'tabular-nums',
    },
  },
  '@media (max-width: 600px)': { marginInline: -16, paddingInline: 16 },
});
