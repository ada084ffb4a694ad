import { ownValue } from '@headwater/shared/contract';
import { createBrowserRouter } from '@headwater/shared/routing';
import { readPage } from '../page.ts';
import { areas } from '../remotes/areas.ts';
import type { LoadRemote } from '../remotes/load-remote.ts';
import { recover } from '../remotes/recover.ts';
import { forgetReload } from '../remotes/reload-once.ts';
import { discoverAreas } from './discovery.ts';
import { routes } from './routes.tsx';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * Creates the product's router. What fails to load during a navigation reloads the page at its destination,
 * once.
 */
export function startRouter(loadRemote: LoadRemote): Router {
  // called only after a load has failed, when the router exists
  const destination = () => router.createHref(router.state.navigation.location ?? router.state.location);
  const onFailure = (error: unknown) => recover(error, destination());
  const { discover, placeholders } = discoverAreas(loadRemote, onFailure);
  const router = createBrowserRouter(routes({ placeholders, onFailure }), {
    patchRoutesOnNavigation: discover,
  });
  router.subscribe(forgetReloadsOfWhatIsShown);
  return router;
}

function forgetReloadsOfWhatIsShown({ navigation, errors, matches, initialized }: Router['state']) {
  if (!initialized || navigation.state !== 'idle' || errors) return;
  const { remotes, shell } = readPage();
  forgetReload('shell', shell.version);
  for (const { remote } of areas().filter(({ id }) => matches.some(({ route }) => route.id === id))) {
    const record = ownValue(remotes, remote);
    if (record) forgetReload(remote, record.version);
  }
}
