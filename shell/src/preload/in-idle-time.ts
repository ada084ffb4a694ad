import type { AreaGroup } from '@headwater/shared/contract';
import { queryClient } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';
import { whenIdle } from '../when-idle.ts';
import { areas } from '../remotes/areas.ts';
import type { LoadRemote } from '../remotes/load-remote.ts';
import { preloadLayout, preloadRemote } from './preload.ts';

/** The groups that people go to from the first screen, the likeliest first. */
const GROUPS: AreaGroup[] = ['workspace', 'standalone'];

/**
 * Preloads the layouts and remotes that the visitor may open, one at a time, whenever the browser is idle.
 * A window that another one opened gets nothing: it shows one page of a sign-in and is closed.
 */
export async function preloadInIdleTime(loadRemote: LoadRemote): Promise<void> {
  if (window.opener) return;
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  const groups: AreaGroup[] = session?.isSuperuser ? [...GROUPS, 'superuser'] : GROUPS;
  for (const remote of remotesOf(groups)) {
    await whenIdle();
    await preloadRemote(loadRemote, remote);
  }
  for (const group of groups) {
    await whenIdle();
    await preloadLayout(group);
  }
}

/** Returns each remote once, the likeliest first. */
const remotesOf = (groups: AreaGroup[]) => [
  ...new Set(
    groups.flatMap((name) => areas().filter(({ group }) => group === name)).map(({ remote }) => remote),
  ),
];
