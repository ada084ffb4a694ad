import { readPage } from './page.ts';
import { recover } from './remotes/recover.ts';
import { forgetReload } from './remotes/reload-once.ts';
import { tryTwice } from './remotes/try-twice.ts';

/**
 * Returns a part of the shell that is fetched once someone opens it. `name` is its reload's: as the page below is on
 * screen, the shell's own one would be forgotten.
 */
export function lazyPart<Part>(name: string, fetchPart: () => Promise<Part>) {
  let loaded: Part | undefined;
  return {
    /** Returns the part, if loaded. It is a function because React's state calls functions it is given. */
    ifLoaded: () => loaded,
    /**
     * Fetches the part and its texts. If one of its files can't be loaded, reloads the page once at the same URL. After
     * that, throws the failure.
     */
    load: async (): Promise<void> => {
      loaded = await tryTwice('shell', fetchPart).catch((error) => recover(error, location.href, name));
      forgetReload(name, readPage().shell.version);
    },
  };
}
