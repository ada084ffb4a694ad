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
 * Fetches ahead what a navigation would fetch, by the same loader. It can cost nobody anything: it fails silently,
 * never reloads, and nothing of a failure is kept, so that whoever needs the files asks for them again.
 */
export async function preloadRemote(loadRemote: LoadRemote, remote: string): Promise<void> {
  await attempt(remote, () => loadRemote(remote));
}

/** The same, and the code of the page at an address. */
export async function preloadPage(loadRemote: LoadRemote, pathname: string): Promise<void> {
  const area = areaOf(pathname);
  if (!area) return;
  await attempt(area.remote, async () => {
    const children = await loadRemote(area.remote);
    const matches = matchRoutes([{ path: area.mount, children }], pathname) ?? [];
    await tryTwice(area.remote, () => Promise.all(matches.map(({ route }) => loadCode(route))));
  });
}

/** The frame of a group of screens, which is the shell's. */
export async function preloadLayout(group: AreaGroup): Promise<void> {
  await attempt('shell', () => tryTwice('shell', layouts[group]));
}

/** As the remote wrote it, not as it is mounted: there a failure may reload the page. */
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
