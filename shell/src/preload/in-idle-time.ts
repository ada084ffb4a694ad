import { queryClient } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';
import { readPage } from '../page.ts';
import { whenIdle } from '../when-idle.ts';
import { AREAS, type Area } from '../remotes/areas.ts';
import type { LoadRemote } from '../remotes/load-remote.ts';
import { preloadLayout, preloadRemote } from './preload.ts';

/** Where people go from what they see first, the likeliest first. */
const GROUPS: Area['group'][] = ['workspace', 'standalone'];

/** The frames and remotes that the visitor may get to, one at a time, whenever nothing else is going on. */
export async function preloadInIdleTime(loadRemote: LoadRemote): Promise<void> {
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  const groups: Area['group'][] = session?.isSuperuser ? [...GROUPS, 'superuser'] : GROUPS;
  for (const remote of remotesOf(groups)) {
    await whenIdle();
    await preloadRemote(loadRemote, remote);
  }
  for (const group of groups) {
    await whenIdle();
    await preloadLayout(group);
  }
}

/** Each once, the likeliest first; without those that the shell knows and that aren't promoted yet. */
function remotesOf(groups: Area['group'][]) {
  const { remotes } = readPage();
  const areas = groups.flatMap((name) => AREAS.filter(({ group }) => group === name));
  return [...new Set(areas.map(({ remote }) => remote))].filter((remote) => remotes[remote]);
}
