import { readPage } from '../page.ts';
import { recover } from '../remotes/recover.ts';
import { forgetReload } from '../remotes/reload-once.ts';
import { tryTwice } from '../remotes/try-twice.ts';
import { messages } from './messages.ts';
import type { ProfileDrawer } from './profile.drawer.tsx';

type Drawer = typeof ProfileDrawer;

/** Of its own, as the page below is on screen and has thereby used up nothing: the shell's reload would be forgotten. */
const RELOAD = 'shell/profile';

let loaded: Drawer | undefined;

/** A function that answers the component, which is what React's state takes. */
export const drawerIfLoaded = () => loaded;

/**
 * Fetches the drawer and its texts. Where a file of it can't be loaded, the page reloads at the same address, once,
 * which opens the drawer again; then the failure is thrown.
 */
export async function loadDrawer(): Promise<void> {
  const [module] = await tryTwice('shell', () =>
    Promise.all([import(/* webpackChunkName: "profile" */ './profile.drawer.tsx'), messages.load()]),
  ).catch((error) => recover(error, location.href, RELOAD));
  loaded = module.ProfileDrawer;
  forgetReload(RELOAD, readPage().shell.version);
}
