import { queryClient } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';
import { readPage } from '../page.ts';
import { whenIdle } from '../when-idle.ts';
import { AREAS, type Area } from './areas.ts';
import type { LoadRemote } from './load-remote.ts';
import { preloadRemote } from './preload.ts';

/** Where people go from what they see first, the likeliest first. */
const GROUPS: Area['group'][] = ['workspace', 'standalone'];

/** The remotes that the visitor may get to, one at a time, whenever nothing else is going on. */
export async function preloadInIdleTime(loadRemote: LoadRemote): Promise<void> {
  const session = queryClient.getQueryData(sessionQuery.queryKey);
  const groups = session?.isSuperuser ? [...GROUPS, 'superuser'] : GROUPS;
  const areas = groups.flatMap((name) => AREAS.filter(({ group }) => group === name));
  const { remotes } = readPage(); // a remote that the shell knows may not be promoted yet
  for (const remote of new Set(areas.map((area) => area.remote))) {
    if (!remotes[remote]) continue;
    await whenIdle();
    await preloadRemote(loadRemote, remote);
  }
}
