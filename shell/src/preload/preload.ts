import type { AreaGroup } from '@headwater/shared/contract';
import { matchRoutes, type RouteObject } from '@headwater/shared/routing';
import { report } from '../monitoring/report.ts';
import { layouts } from '../router/layouts.ts';
import { areaOf } from '../remotes/areas.ts';
import { canAffordMore } from './connection.ts';
import type { LoadRemote } from '../remotes/load-remote.ts';
import { tryTwice } from '../remotes/try-twice.ts';

const reported = new Set<string>();

/**
 * Fetches in advance what a navigation would fetch, with the same loader. It has no cost for the user: it
 * fails silently, never reloads the page, and keeps nothing of a failure, so that the files are requested
 * again when they are needed.
 */
export async function preloadRemote(loadRemote: LoadRemote, remote: string): Promise<void> {
  await attempt(remote, () => loadRemote(remote));
}

/** Also fetches the code of the page at a path. */
export async function preloadPage(loadRemote: LoadRemote, pathname: string): Promise<void> {
  const area = areaOf(pathname);
  if (!area) return;
  await attempt(area.remote, async () => {
    const children = await loadRemote(area.remote);
    const matches = matchRoutes([{ path: area.mount, children }], pathname) ?? [];
    await tryTwice(area.remote, () => Promise.all(matches.map(({ route }) => loadCode(route))));
  });
}

/** Fetches the layout of a group of screens, which is part of the shell. */
export async function preloadLayout(group: AreaGroup): Promise<void> {
  await attempt('shell', () => tryTwice('shell', layouts[group]));
}

/** Loads the route as the remote defined it, not as it is mounted, where a failure may reload the page. */
const loadCode = async ({ lazy }: RouteObject) => (typeof lazy === 'function' ? lazy() : undefined);

async function attempt(remote: string, work: () => Promise<unknown>) {
  if (!canAffordMore()) return;
  try {
    await work();
  } catch (error) {
    if (!reported.has(remote)) report(error, { phase: 'preload' });
    reported.add(remote);
  }
}
