import { readPage } from '../page.ts';
import { recover } from '../remotes/recover.ts';
import { forgetReload } from '../remotes/reload-once.ts';
import { tryTwice } from '../remotes/try-twice.ts';
import { messages } from './messages.ts';
import type { Palette } from './palette.tsx';

/** A separate reload, like the profile's. */
const RELOAD = 'shell/palette';

let loaded: typeof Palette | undefined;

/** Returns the component, if loaded. It is a function because React's state calls functions it is given. */
export const paletteIfLoaded = () => loaded;

/** Fetches the palette and its texts. Reloads the page once if one of its files can't be loaded, then throws. */
export async function loadPalette(): Promise<void> {
  const [module] = await tryTwice('shell', () =>
    Promise.all([import(/* webpackChunkName: "palette" */ './palette.tsx'), messages.load()]),
  ).catch((error) => recover(error, location.href, RELOAD));
  loaded = module.Palette;
  forgetReload(RELOAD, readPage().shell.version);
}
