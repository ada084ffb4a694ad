import type { createBrowserRouter } from '@headwater/shared/routing';
import { readPage } from '../page.ts';
import { askRegistry } from './ask-registry.ts';
import { departForFixes } from './departures.ts';
import { messages } from './messages.ts';
import { newsIn, type News } from './news.ts';
import { offerFix, offerNewVersion } from './offers.tsx';
import { whileVisible } from './while-visible.ts';

/**
 * Tells an open tab what it should know of the registry. Nothing that it shows is exchanged under it: a new document
 * brings what is new, when somebody asks for one or goes to an area that has a fix.
 */
export function followRegistry(router: ReturnType<typeof createBrowserRouter>) {
  let fixed: string[] = [];
  const said = new Set<string>();
  const tell = async (news: News) => {
    await messages.load();
    const once = (thing: string, say: () => void) => {
      if (!said.has(thing)) say();
      said.add(thing);
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
    // without its texts it is told next time
    if (news.newShell || fixed.length > 0) await tell(news).catch(() => {});
  });
}
