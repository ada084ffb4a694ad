import { readPage } from '../page.ts';
import { recover } from '../remotes/recover.ts';
import { forgetReload } from '../remotes/reload-once.ts';
import { tryTwice } from '../remotes/try-twice.ts';
import { messages } from './messages.ts';
import type { ProfileDrawer } from './profile.drawer.tsx';

type Drawer = typeof ProfileDrawer;

/** A separate reload: as the page below is on screen, the shell's own one would be forgotten. */
const RELOAD = 'shell/profile';

let loaded: Drawer | undefined;

/** Returns the component, if loaded. It is a function because React's state calls functions it is given. */
export const drawerIfLoaded = () => loaded;

/**
 * Fetches the drawer and its texts. If one of its files can't be loaded, reloads the page once at the same
 * URL, which opens the drawer again. After that, throws the failure.
 */
export async function loadDrawer(): Promise<void> {
  const [module] = await tryTwice('shell', () =>
    Promise.all([import(/* webpackChunkName: "profile" */ './profile.drawer.tsx'), messages.load()]),
  ).catch((error) => recover(error, location.href, RELOAD));
  loaded = module.ProfileDrawer;
  forgetReload(RELOAD, readPage().shell.version);
}
