import { useLocation, useNavigationType } from '@headwater/shared/routing';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** How long a page may take to become as long as it was. */
const GROWS_WITHIN_MS = 5_000;
/** Positions are kept by entry of the history, as many as anyone goes back. */
const MOST_KEPT = 100;
const KEPT_AS = 'headwater.scroll';

/** Whoever scrolls decides where the page is. */
const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Another page begins at its top, and Back and Forward, or a reload, show a page where it was left, once it is long enough
 * again. A change of the query leaves the page where it is: it is the same page with another filter or dialog. React
 * Router's own restoration would go to the top then, and gives up if the page isn't there yet.
 */
export function useScrollPosition(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const shown = useRef({ key, pathname });
  const positions = useRef(readPositions());
  useEffect(() => {
    const before = history.scrollRestoration;
    history.scrollRestoration = 'manual';
    const note = () => keep(positions.current, shown.current.key, window.scrollY);
    const store = () => sessionStorage.setItem(KEPT_AS, JSON.stringify([...positions.current]));
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', store);
    return () => {
      history.scrollRestoration = before;
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', store);
    };
  }, []);
  useLayoutEffect(() => {
    const former = shown.current;
    shown.current = { key, pathname };
    if (type === 'POP') return scrollOnceLongEnough(positions.current.get(key) ?? 0);
    if (former.pathname === pathname) return;
    scrollTo(0);
  }, [key, pathname, type]);
}

/** Returns what stops it. */
function scrollOnceLongEnough(top: number): (() => void) | undefined {
  scrollTo(top);
  if (window.scrollY >= top || typeof ResizeObserver === 'undefined') return undefined;
  const growth = new ResizeObserver(() => {
    scrollTo(top);
    if (window.scrollY >= top) stop();
  });
  const stop = () => {
    growth.disconnect();
    clearTimeout(limit);
    for (const event of BY_HAND) window.removeEventListener(event, stop);
  };
  const limit = setTimeout(stop, GROWS_WITHIN_MS);
  for (const event of BY_HAND) window.addEventListener(event, stop, { passive: true });
  growth.observe(document.body);
  return stop;
}

function scrollTo(top: number): void {
  if (window.scrollY !== top) window.scrollTo(0, top);
}

function keep(positions: Map<string, number>, key: string, top: number): void {
  positions.delete(key);
  positions.set(key, top);
  if (positions.size > MOST_KEPT) positions.delete(positions.keys().next().value!);
}

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}
