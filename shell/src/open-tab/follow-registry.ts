import type { createBrowserRouter } from '@headwater/shared/routing';
import { readPage } from '../page.ts';
import { askRegistry } from './ask-registry.ts';
import { departForFixes } from './departures.ts';
import { messages } from './messages.ts';
import { newsIn, type News } from './news.ts';
import { offerFix, offerNewVersion } from './offers.tsx';
import { whileVisible } from './while-visible.ts';

/**
 * Shows an open tab's user what is new in the registry. Nothing that the tab shows is replaced: a new
 * document loads what is new when the user requests one or goes to an area that has a fix.
 */
export function followRegistry(router: ReturnType<typeof createBrowserRouter>) {
  let fixed: string[] = [];
  const shown = new Set<string>();
  const show = async (news: News) => {
    await messages.load();
    const once = (thing: string, offer: () => void) => {
      if (!shown.has(thing)) offer();
      shown.add(thing);
    };
    if (news.newShell) once('shell', offerNewVersion);
    for (const remote of news.fixed) once(remote, () => offerFix(remote));
  };
  departForFixes(router, (remote) => fixed.includes(remote));
  whileVisible(async () => {
    const live = await askRegistry();
    if (!live) return;
    const news = newsIn(live, readPage());
    fixed = news.fixed;
    // if its texts can't be loaded, it is shown next time
    if (news.newShell || fixed.length > 0) await show(news).catch(() => {});
  });
}
