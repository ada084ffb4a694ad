import { useEffect, useState } from 'react';
import { readPage } from '../../page.ts';
import { recover } from '../../remotes/recover.ts';
import { forgetReload } from '../../remotes/reload-once.ts';
import { tryTwice } from '../../remotes/try-twice.ts';
import { messages } from './messages.ts';
import type { OverrideBanner } from './override-banner.tsx';

type Banner = typeof OverrideBanner;

/** Of its own, as the page below is on screen: the shell's reload would be forgotten. */
const RELOAD = 'shell/override';

/** Over every screen of a page with an override; fetched there only, as hardly any page has one. */
export function OverrideSlot() {
  const { override } = readPage();
  const [Banner, setBanner] = useState<Banner>();
  useEffect(() => {
    if (!override) return;
    // what can't be had after a reload has been reported, and the page is still of use
    loadBanner()
      .then((loaded) => setBanner(() => loaded))
      .catch(() => {});
  }, [override]);
  return override && Banner && <Banner {...override} />;
}

/** Nobody should take other versions for those that everybody has: the page is loaded again where that may help. */
async function loadBanner(): Promise<Banner> {
  const [{ OverrideBanner }] = await tryTwice('shell', () =>
    Promise.all([import(/* webpackChunkName: "override" */ './override-banner.tsx'), messages.load()]),
  ).catch((error) => recover(error, location.href, RELOAD));
  forgetReload(RELOAD, readPage().shell.version);
  return OverrideBanner;
}
