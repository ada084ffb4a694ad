import { mayEnter } from '../router/guards.ts';
import { organizationOf } from '../router/discovery.ts';
import { areaOf } from '../remotes/areas.ts';
import type { LoadRemote } from '../remotes/load-remote.ts';
import { preloadPage } from './preload.ts';

/** A pointer that only passes over a link leaves sooner. */
const HOVER_MS = 65;

/** Preloads the destination of a link as soon as the pointer rests on it or it gets the keyboard focus. */
export function preloadOnIntent(loadRemote: LoadRemote) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over: HTMLAnchorElement | undefined;
  const preload = (link: HTMLAnchorElement) => void preloadIfOpen(loadRemote, link.pathname);
  document.addEventListener('pointerover', ({ target }) => {
    const link = linkAt(target);
    if (link === over) return; // moved within the same link
    clearTimeout(timer);
    over = link;
    if (link) timer = setTimeout(preload, HOVER_MS, link);
  });
  document.addEventListener('focusin', ({ target }) => {
    const link = linkAt(target);
    if (link) preload(link);
  });
}

/** Returns the link if it is of this origin and one that the router handles. */
function linkAt(target: EventTarget | null) {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  return link;
}

async function preloadIfOpen(loadRemote: LoadRemote, pathname: string) {
  const area = areaOf(pathname);
  const visit = { pathname, search: '', organizationId: organizationOf(pathname) };
  if (area && (await mayEnter(area, visit))) await preloadPage(loadRemote, pathname);
}
