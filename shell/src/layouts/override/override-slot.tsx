import { useEffect, useState } from 'react';
import { readPage } from '../../page.ts';
import { recover } from '../../remotes/recover.ts';
import { forgetReload } from '../../remotes/reload-once.ts';
import { tryTwice } from '../../remotes/try-twice.ts';
import { messages } from './messages.ts';
import type { OverrideBanner } from './override-banner.tsx';

type Banner = typeof OverrideBanner;

/** A separate reload: as the page below is on screen, the shell's own one would be forgotten. */
const RELOAD = 'shell/override';

/** Shown on every screen of a page with an override. It is fetched only then, as hardly any page has one. */
export function OverrideSlot() {
  const { override } = readPage();
  const [Banner, setBanner] = useState<Banner>();
  useEffect(() => {
    if (!override) return;
    // a failure after the reload has been reported, and the page is still useful
    loadBanner()
      .then((loaded) => setBanner(() => loaded))
      .catch(() => {});
  }, [override]);
  return override && Banner && <Banner {...override} />;
}

/**
 * Loads the banner. No one should mistake overridden versions for those that everyone has, so the page is
 * reloaded if that may help.
 */
async function loadBanner(): Promise<Banner> {
  const [{ OverrideBanner }] = await tryTwice('shell', () =>
    Promise.all([import(/* webpackChunkName: "override" */ './override-banner.tsx'), messages.load()]),
  ).catch((error) => recover(error, location.href, RELOAD));
  forgetReload(RELOAD, readPage().shell.version);
  return OverrideBanner;
}
